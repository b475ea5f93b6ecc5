import { isObject } from './response'
import type { LeadPage, LeadPerson, LeadTeaser } from './types'

/** The vendor returns at most this many people and pages of one search. */
const MAX_ENTRIES = 50_000
const MAX_PAGE = 500

/** How many jobs of a person are kept. */
const MAX_JOBS = 50
const MAX_WORDS = 40

/** A page of a search, in any of the vendor's response formats. */
export function readPage(body: Record<string, unknown>, perPage: number): LeadPage {
  const leads = new Map<string, LeadTeaser>()
  for (const list of [body.people, body.contacts]) {
    for (const row of Array.isArray(list) ? list : []) {
      const lead = readTeaser(row)
      if (lead && !leads.has(lead.id)) leads.set(lead.id, lead)
    }
  }
  const pagination = isObject(body.pagination) ? body.pagination : {}
  const told = count(pagination.total_entries) ?? count(body.total_entries)
  const totalEntries = told ?? leads.size
  const totalPages = Math.min(MAX_PAGE, Math.ceil(Math.min(totalEntries, MAX_ENTRIES) / perPage))
  return { leads: [...leads.values()], totalEntries, totalPages }
}

function readTeaser(row: unknown): LeadTeaser | null {
  if (!isObject(row)) return null
  const id = text(row.id, 100)
  if (!id) return null
  const organization = isObject(row.organization) ? row.organization : {}
  const email = usableEmail(row.email)
  return {
    id,
    firstName: text(row.first_name) ?? '',
    lastName: text(row.last_name) ?? text(row.last_name_obfuscated) ?? '',
    title: text(row.title),
    organizationName: text(organization.name) ?? text(row.organization_name),
    logoUrl: link(organization.logo_url),
    linkedinUrl: link(row.linkedin_url),
    city: text(row.city),
    state: text(row.state),
    country: text(row.country),
    hasEmail: email !== null || (typeof row.has_email === 'boolean' ? row.has_email : !!text(row.email)),
    email,
  }
}

/** The person in a match; null for anything else. */
export function readPerson(row: unknown): LeadPerson | null {
  if (!isObject(row)) return null
  const id = text(row.id, 100)
  if (!id) return null
  const organization = isObject(row.organization) ? readOrganization(row.organization) : null
  return {
    id,
    email: usableEmail(row.email),
    firstName: text(row.first_name),
    lastName: text(row.last_name),
    name: text(row.name, 400),
    title: text(row.title),
    headline: text(row.headline, 500),
    linkedinUrl: link(row.linkedin_url),
    city: text(row.city),
    state: text(row.state),
    country: text(row.country),
    organizationName: text(organization?.name) ?? text(row.organization_name),
    organization,
    employmentHistory: Array.isArray(row.employment_history) ? readJobs(row.employment_history) : null,
  }
}

/**
 * An address that can receive email. While an address is locked, the vendor returns the same placeholder for everyone, even with
 * status "verified"; the placeholder is never an address.
 */
export function usableEmail(value: unknown): string | null {
  const email = text(value, 254)
  if (!email || !/^[^\s@]+@[^\s@]+$/.test(email)) return null
  const lower = email.toLowerCase()
  return lower.startsWith('email_not_unlocked') || lower.endsWith('@domain.com') ? null : email
}

const ORGANIZATION_TEXTS = [
  'id',
  'name',
  'website_url',
  'linkedin_url',
  'logo_url',
  'primary_domain',
  'industry',
  'city',
  'state',
  'country',
] as const

/** The fields of a company that are worth keeping; the responses contain many more. */
function readOrganization(row: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name of ORGANIZATION_TEXTS) {
    const value = text(row[name], 500)
    if (value) kept[name] = value
  }
  for (const name of ['industries', 'keywords'] as const) {
    const list = row[name]
    if (Array.isArray(list)) kept[name] = list.flatMap((word) => text(word) ?? []).slice(0, MAX_WORDS)
  }
  const employees = count(row.estimated_num_employees)
  if (employees !== null) kept.estimated_num_employees = employees
  return kept
}

const readJobs = (rows: unknown[]) =>
  rows
    .filter(isObject)
    .slice(0, MAX_JOBS)
    .map((row) => ({
      organization_name: text(row.organization_name),
      title: text(row.title),
      start_date: text(row.start_date, 40),
      end_date: text(row.end_date, 40),
      current: row.current === true,
    }))

/** A text that PostgreSQL can store; null if it is no text. */
export function text(value: unknown, max = 200): string | null {
  if (typeof value !== 'string') return null
  const plain = value
    .replace(/[\0\p{Surrogate}]/gu, '')
    .trim()
    .slice(0, max)
    .replace(/\p{Surrogate}$/u, '')
    .trim()
  return plain || null
}

/** A web address: other schemes can run programs. */
function link(value: unknown): string | null {
  const url = text(value, 500)
  return url && /^https?:\/\//i.test(url) ? url : null
}

const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.floor(value) : null

/** The credits used according to the vendor; null if it does not say. */
export const readCount = count
