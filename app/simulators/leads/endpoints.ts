import type { Db } from '~/db.server'
import { INDUSTRIES } from '~/providers/leads/industries'
import { suggestLocally } from '~/providers/leads/lists'
import { type Account, creditsSpent, pay } from './accounts'
import { findPeople } from './filter'
import { asPaid, asSearchResult } from './show'
import { hash, personById } from './world'

export interface Reply {
  status: number
  /** A string is sent as text. */
  body: unknown
}

const MAX_PER_PAGE = 100
const MAX_PAGE = 500
const MAX_BULK = 10

const ok = (body: unknown): Reply => ({ status: 200, body })

/** `mixed_people/api_search`: costs no credits, and leaves out many fields. */
export function searchPeople(input: Record<string, unknown>): Reply {
  const page = Number(input.page ?? 1)
  const perPage = Number(input.per_page ?? 25)
  const code = 'SEARCH_VALIDATION_SEARCH_PARAMS_INVALID'
  if (!(perPage >= 1 && perPage <= MAX_PER_PAGE))
    return { status: 422, body: { error: 'Per page not supported', error_details: { code } } }
  if (!(page >= 1 && page <= MAX_PAGE))
    return { status: 422, body: { error: 'Page not supported', error_details: { code } } }
  const tags = input.organization_industry_tag_ids
  if (Array.isArray(tags) && tags.some((tag) => !/^[0-9a-f]{24}$/.test(String(tag))))
    return { status: 422, body: { error: 'Invalid parameters' } }
  if (input.q_organization_keyword_tags !== undefined && !Array.isArray(input.q_organization_keyword_tags))
    return { status: 422, body: { error: 'Invalid parameters' } }
  const people = findPeople(input)
  return ok({
    total_entries: people.length,
    people: people.slice((page - 1) * perPage, page * perPage).map(asSearchResult),
  })
}

/** `people/match` and `people/bulk_match`: one credit for each person found and not paid for before. */
export async function matchPeople(
  db: Db,
  account: Account,
  input: Record<string, unknown>,
  bulk: boolean,
): Promise<Reply> {
  const details = bulk ? input.details : [input]
  if (!Array.isArray(details) || details.length === 0)
    return failed(400, 'INVALID_REQUEST', 'invalid request, missing details')
  if (details.length > MAX_BULK)
    return failed(400, 'RECORD_LIMIT_EXCEEDED', `at most ${MAX_BULK} records can be enriched at once`)
  const asked = details.map((detail) => personById(String((detail as { id?: unknown } | null)?.id ?? '')))
  const found = [...new Set(asked.filter((person) => person !== undefined && !person.gone))] as NonNullable<
    (typeof asked)[number]
  >[]
  const credits = await pay(
    db,
    account,
    found.map(({ id }) => id),
  )
  if (credits === null)
    return { status: 422, body: { error: 'You have insufficient credits. Please upgrade your plan.' } }
  if (!bulk) return ok({ person: found[0] ? asPaid(found[0]) : null, request_id: '1' })
  const missing = details.length - found.length
  return ok({
    status: 'success',
    error_code: null,
    error_message: null,
    total_requested_enrichments: details.length,
    unique_enriched_records: found.length,
    missing_records: missing,
    credits_consumed: credits,
    // In its own order. One missing person leaves a gap; the others are left out entirely.
    matches: [...found.sort((a, b) => hash(a.id) - hash(b.id)).map(asPaid), ...(missing > 0 ? [null] : [])],
  })
}

const failed = (status: number, code: string, message: string): Reply => ({
  status,
  body: { status: 'failed', error_code: code, error_message: message },
})

const KINDS = { person_title: 'person_title', location: 'location', linkedin_industry: 'industry' } as const

/** `tags/search`, which the vendor's own application uses. */
export function searchTags(input: Record<string, unknown>): Reply {
  const kind = KINDS[String(input.kind) as keyof typeof KINDS]
  if (!kind) return ok({ tags: [] })
  const tags = suggestLocally(kind, String(input.q_tag_fuzzy_name ?? '')).map(({ name, id }) => ({
    id: id ?? `${hash(name).toString(16).padStart(24, '0')}`,
    cleaned_name: name,
    display_name: name,
    kind: input.kind,
    num_people: (hash(name) % 900) + 100,
    score: 1,
    uid: name,
  }))
  return ok({ tags })
}

/** The remaining credits of a key, in either of the two endpoints that report them. */
export async function reportUsage(db: Db, account: Account, where: 'profile' | 'stats'): Promise<Reply> {
  const consumed = await creditsSpent(db, account)
  const left = Math.max(0, account.credits - consumed)
  if (where === 'profile')
    return ok({
      id: INDUSTRIES[0]!.id,
      team_id: INDUSTRIES[1]!.id,
      first_name: 'Sandbox',
      last_name: 'Team',
      email: 'team@sandbox.example',
      num_credits_remaining: left,
      effective_num_lead_credits: account.credits,
    })
  return ok({
    credit_usage_stats: { lead_credit: { limit: account.credits, consumed, left_over: left } },
    current_credit_cycle: { start_date: '2026-01-01', end_date: '2026-12-31' },
  })
}
