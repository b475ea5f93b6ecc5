/** The lead database, used with the user's own key: searching is free, an address costs one credit. */

/** Search criteria; empty lists do not restrict. */
export interface LeadCriteria {
  jobTitles: string[]
  locations: string[]
  /** Whether `locations` are where the person lives or where the company is based. */
  locationType: 'contact' | 'account'
  /** The vendor's ids of industries. */
  industries: string[]
  /** Industry names that have no id here. */
  industryNames: string[]
  /** Ranges as shown on the screens: `1-10` … `5001-10000`, `10001+`. */
  employeeCounts: string[]
}

/** What a search shows of a person before payment. */
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
  /** Whether an address is available at all. */
  hasEmail: boolean
  /** Only if the vendor returned it without payment. */
  email: string | null
}

export interface LeadPage {
  leads: LeadTeaser[]
  totalEntries: number
  /** Pages that can be requested: the vendor stops at 50,000 people and at page 500. */
  totalPages: number
}

/** A person as returned after payment. */
export interface LeadPerson {
  id: string
  /** Null if the vendor has none, or keeps it locked. */
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

/** Why a call failed. `detail` is for the user, with the vendor's own message if there was one. */
export interface LeadFailure {
  ok: false
  why: 'key' | 'scope' | 'limited' | 'credits' | 'refused' | 'timeout' | 'aborted' | 'unreachable'
  detail: string
  /** Seconds after which a retry makes sense; always set with `limited`. */
  retryAfter?: number
}

export type LeadResult<T> = { ok: true; value: T } | LeadFailure

interface LeadReveal {
  /** By id. A missing id was not found and cost nothing. */
  people: Map<string, LeadPerson>
  /** As counted by the vendor; null if it does not say. */
  credits: number | null
}

export type LeadSuggestionKind = 'person_title' | 'location' | 'industry'

export interface LeadSuggestion {
  name: string
  /** Only for industries that the vendor knows. */
  id: string | null
}

/** The most ids per reveal. */
export const REVEAL_AT_ONCE = 10

/** The lead database under one user's key. No call throws for failures of the service or the connection. */
export interface LeadDatabase {
  /** @param page from 1 @param perPage at most 100 */
  search(
    criteria: LeadCriteria,
    page: { page: number; perPage: number },
    signal: AbortSignal,
  ): Promise<LeadResult<LeadPage>>
  /** Costs one credit per person found. @param ids at most REVEAL_AT_ONCE */
  reveal(ids: string[], signal: AbortSignal): Promise<LeadResult<LeadReveal>>
  suggest(kind: LeadSuggestionKind, query: string, signal: AbortSignal): Promise<LeadResult<LeadSuggestion[]>>
  /** Checks whether the key works, without spending credits. */
  check(signal: AbortSignal): Promise<LeadResult<{ creditsLeft: number | null }>>
}
