import type { JobState } from '~/components/jobs/use-job'

/** The maximum number of polls, every 2 s: for selected leads, and for a whole search (specification document 2, section 9). */
export const LOOKS = { chosen: 60, all: 120 }

/** The result of a lead import in one sentence. */
export function leadSummary({ added, skipped, revealed = 0 }: JobState['progress']): string {
  const n = (count: number, one: string, many: string) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
  return [
    `${n(added, 'contact', 'contacts')} added`,
    `${n(skipped, 'lead', 'leads')} skipped`,
    `${n(revealed, 'email', 'emails')} revealed`,
  ].join(', ')
}

/** Why an import failed. */
export const leadFailure = (error: string | null): string => error ?? 'An error occurred during import'
