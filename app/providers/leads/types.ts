/** The lead database behind the user's own key: searching is free, an address costs a credit. */

/** Which people; empty lists do not restrict. */
export interface LeadCriteria {
  jobTitles: string[]
  locations: string[]
  /** Whether `locations` are where the person lives or where the company has its seat. */
  locationType: 'contact' | 'account'
  /** The vendor's ids of industries. */
  industries: string[]
  /** Words for industries that have no id here. */
  industryNames: string[]
  /** Ranges as the screens name them: `1-10` … `5001-10000`, `10001+`. */
  employeeCounts: string[]
}

/** What a search tells of a person before anything is paid. */
export interface LeadTeaser {
  id: string
  firstName: string
  /** Often obfuscated (`Ko***k`). */
  lastName: string
  title: string | null
  organizationName: string | null
  logoUrl: string | null
  linkedinUrl: string | null
  city: string | null
  state: string | null
  country: string | null
  /** Whether an address can be had at all. */
  hasEmail: boolean
  /** Only where the vendor gave it without payment. */
  email: string | null
}

export interface LeadPage {
  leads: LeadTeaser[]
  totalEntries: number
  /** Pages that can be asked for: the vendor ends at 50,000 people and at page 500. */
  totalPages: number
}

/** A person as paid for. */
export interface LeadPerson {
  id: string
  /** Null where the vendor has none, or keeps it locked. */
  email: string | null
  firstName: string | null
  lastName: string | null
  name: string | null
  title: string | null
  headline: string | null
  linkedinUrl: string | null
  city: string | null
  state: string | null
  country: string | null
  organizationName: string | null
  organization: Record<string, unknown> | null
  employmentHistory: unknown[] | null
}

/** Why there is no answer; `detail` is for the user, in the vendor's words where it had any. */
export interface LeadFailure {
  ok: false
  why: 'key' | 'scope' | 'limited' | 'credits' | 'refused' | 'timeout' | 'aborted' | 'unreachable'
  detail: string
  /** Seconds after which another try makes sense; always with `limited`. */
  retryAfter?: number
}

export type LeadResult<T> = { ok: true; value: T } | LeadFailure

export interface LeadReveal {
  /** By id; an id that is missing was not found, and cost nothing. */
  people: Map<string, LeadPerson>
  /** As the vendor counted; null where it did not say. */
  credits: number | null
}

export type LeadSuggestionKind = 'person_title' | 'location' | 'industry'

export interface LeadSuggestion {
  name: string
  /** Of industries that the vendor knows. */
  id: string | null
}

/** Most ids that one reveal takes. */
export const REVEAL_AT_ONCE = 10

/** One user's key at the lead database. None of the calls throws for what the service or the line does. */
export interface LeadDatabase {
  /** @param page from 1 @param perPage at most 100 */
  search(
    criteria: LeadCriteria,
    page: { page: number; perPage: number },
    signal: AbortSignal,
  ): Promise<LeadResult<LeadPage>>
  /** One credit for each person found. @param ids at most REVEAL_AT_ONCE */
  reveal(ids: string[], signal: AbortSignal): Promise<LeadResult<LeadReveal>>
  suggest(kind: LeadSuggestionKind, query: string, signal: AbortSignal): Promise<LeadResult<LeadSuggestion[]>>
  /** Whether the key works, without spending anything. */
  check(signal: AbortSignal): Promise<LeadResult<{ creditsLeft: number | null }>>
}
