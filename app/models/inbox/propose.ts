import type { BuiltInLabel } from './labels'

/** What a reply suggests. */
export interface Proposal {
  label: BuiltInLabel | null
  /** The local day on which the person wants to hear again, `YYYY-MM-DD`. */
  date: string | null
  /** The address of the person to write to instead, lower case. */
  email: string | null
}

/**
 * Proposes a label for a reply by rules on the person's own words (without quotes).
 * @param at when it was received: completes dates such as "in March"
 */
export function proposeLabel(_text: string, _at: Date): Proposal {
  return { label: null, date: null, email: null }
}
