import { and, eq, inArray } from 'drizzle-orm'
import { contacts, revealedLeads } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { getPersona } from '~/models/personas/persona.server'
import type { Providers } from '~/providers/factory.server'
import { INDUSTRIES } from '~/providers/leads/industries'
import type { LeadTeaser } from '~/providers/leads/types'
import type { Secrets } from '~/secrets.server'
import { LEADS_PER_PAGE } from './choices'
import type { LeadCriteria } from './criteria'
import { leadError, openLeadDatabase } from './key.server'
import { type LeadSearch, type LeadSuggest, NOT_UNLOCKED } from './search'

/** Dependencies of calls to the lead database. */
export interface LeadDeps {
  providers: Pick<Providers, 'leads'>
  secrets: Secrets
  signal: AbortSignal
}

/** A search result, with the field names of specification document 2, section 3.1. */
interface Lead {
  id: string
  name: string
  first_name: string
  last_name: string
  title: string | null
  /** The address, the marker `email_not_unlocked`, or null if there is none. */
  email: string | null
  linkedin_url: string | null
  city: string | null
  state: string | null
  country: string | null
  organization: { name: string | null; logo_url: string | null }
  /** Whether the lead is a contact of the user already. Adding it costs nothing then. */
  known: boolean
}

export interface LeadResults {
  people: Lead[]
  pagination: { page: number; per_page: number; total_entries: number; total_pages: number }
}

/** The vendor's suggestions for a text. @throws AppError */
export async function suggestLeads(
  db: Db,
  userId: string,
  { query, filterType }: LeadSuggest,
  { providers, secrets, signal }: LeadDeps,
): Promise<{ suggestions: string[] | { name: string; id: string }[] }> {
  const leads = await openLeadDatabase(db, userId, providers, secrets)
  const found = await leads.suggest(filterType, query, signal)
  if (!found.ok) throw leadError(found)
  if (filterType !== 'industry') return { suggestions: found.value.map(({ name }) => name) }
  return { suggestions: found.value.flatMap(({ name, id }) => (id ? { name, id } : [])) }
}

/** One page of a search. Costs no credits. @throws AppError */
export async function searchLeads(
  db: Db,
  userId: string,
  { criteria, page }: LeadSearch,
  { providers, secrets, signal }: LeadDeps,
  perPage = LEADS_PER_PAGE,
): Promise<LeadResults> {
  const leads = await openLeadDatabase(db, userId, providers, secrets)
  const found = await leads.search(criteria, { page, perPage }, signal)
  if (!found.ok) throw leadError(found)
  const ids = found.value.leads.map(({ id }) => id)
  const [known, paid] = [await knownAddresses(db, userId, ids), await revealedAddresses(db, userId, ids)]
  return {
    people: found.value.leads.map((lead) => toLead(lead, known.get(lead.id), paid.get(lead.id))),
    pagination: {
      page,
      per_page: perPage,
      total_entries: found.value.totalEntries,
      total_pages: found.value.totalPages,
    },
  }
}

/** Searches leads that match an email list's fields. @throws AppError */
export async function searchForPersona(
  db: Db,
  userId: string,
  personaId: string,
  { page, per_page }: { page: number; per_page: number },
  deps: LeadDeps,
): Promise<LeadResults> {
  const { industry, jobTitle, location } = await getPersona(db, userId, personaId)
  const tag = INDUSTRIES.find(({ name }) => name === industry.toLowerCase())
  const criteria: LeadCriteria = {
    jobTitles: [jobTitle],
    locations: [location],
    locationType: 'contact',
    industries: tag ? [tag.id] : [],
    industryNames: tag ? [] : [industry],
    employeeCounts: [],
  }
  return searchLeads(db, userId, { criteria, page }, deps, per_page)
}

/** What a user has of a lead: the address, and the whole name if it is known. */
interface Unlocked {
  email: string
  name: string | null
}

/**
 * Reveals the address of a lead, for credits unless the user has it already. It stays revealed for this user.
 * @returns the address with the whole name, or null if there is none @throws AppError
 */
export async function revealLead(
  db: Db,
  userId: string,
  personId: string,
  { providers, secrets, signal }: LeadDeps,
): Promise<Unlocked | null> {
  const leads = await openLeadDatabase(db, userId, providers, secrets)
  const known = (await knownAddresses(db, userId, [personId])).get(personId)
  const mine = known ?? (await revealedAddresses(db, userId, [personId])).get(personId)
  if (mine) return mine
  const revealed = await leads.reveal([personId], signal)
  if (!revealed.ok) throw leadError(revealed)
  const person = revealed.value.people.get(personId)
  if (!person?.email) return null
  const { email } = person
  const name = person.name || [person.firstName, person.lastName].filter(Boolean).join(' ') || null
  await db
    .insert(revealedLeads)
    .values({ userId, apolloId: personId, email, name })
    .onConflictDoUpdate({ target: [revealedLeads.userId, revealedLeads.apolloId], set: { email, name } })
  return { email, name }
}

/** What revealing a lead would cost, in credits: nothing if the user has its address already. */
export async function revealCost(db: Db, userId: string, personId: string): Promise<number> {
  const known = await knownAddresses(db, userId, [personId])
  const mine = known.size > 0 ? known : await revealedAddresses(db, userId, [personId])
  return mine.size > 0 ? 0 : 1
}

/** Maps industry ids to their names, for chips. Unknown ids are left out. */
export function industryLabels(ids: string[]): Record<string, string> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const found = INDUSTRIES.find((industry) => industry.id === id)
      return found ? [[id, found.name]] : []
    }),
  )
}

/** The addresses of the user's contacts, by the vendor's id. */
async function knownAddresses(db: Db, userId: string, ids: string[]): Promise<Map<string, Unlocked>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: contacts.apolloId, email: contacts.email, name: contacts.name })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), inArray(contacts.apolloId, ids)))
  // A contact without a name has its address as one.
  return new Map(rows.map(({ id, email, name }) => [id!, { email, name: name === email ? null : name }]))
}

/** The addresses that the user has revealed, by the vendor's id. */
async function revealedAddresses(db: Db, userId: string, ids: string[]): Promise<Map<string, Unlocked>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: revealedLeads.apolloId, email: revealedLeads.email, name: revealedLeads.name })
    .from(revealedLeads)
    .where(and(eq(revealedLeads.userId, userId), inArray(revealedLeads.apolloId, ids)))
  return new Map(rows.map(({ id, ...unlocked }) => [id, unlocked]))
}

const toLead = (lead: LeadTeaser, known: Unlocked | undefined, paid: Unlocked | undefined): Lead => ({
  id: lead.id,
  name: known?.name || paid?.name || [lead.firstName, lead.lastName].filter(Boolean).join(' '),
  first_name: lead.firstName,
  last_name: lead.lastName,
  title: lead.title,
  email: known?.email ?? paid?.email ?? lead.email ?? (lead.hasEmail ? NOT_UNLOCKED : null),
  linkedin_url: lead.linkedinUrl,
  city: lead.city,
  state: lead.state,
  country: lead.country,
  organization: { name: lead.organizationName, logo_url: lead.logoUrl },
  known: known !== undefined,
})
