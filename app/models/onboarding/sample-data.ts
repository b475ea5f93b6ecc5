/** The progress of an account's sample data. */
export interface SampleData {
  status: 'running' | 'completed' | 'failed'
  /** Mail time of the request. */
  startedAt: string
  /** Number of finished parts, out of `SAMPLE_PARTS`. */
  done: number
  error: string | null
}

/** Number of simulated days of sending. */
export const SAMPLE_DAYS = 10

/** Contacts react every this many hours. */
export const SAMPLE_HOURS = 4

/** The first part sets everything up; each other part simulates some hours. */
export const SAMPLE_PARTS = 1 + (SAMPLE_DAYS * 24) / SAMPLE_HOURS
