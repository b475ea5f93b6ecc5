/** How far the sample data of an account are. */
export interface SampleData {
  status: 'running' | 'completed' | 'failed'
  /** Mail time when they were asked for. */
  startedAt: string
  /** Parts of `SAMPLE_PARTS`. */
  done: number
  error: string | null
}

/** Days of sending that are played. */
export const SAMPLE_DAYS = 10

/** People react every so many hours. */
export const SAMPLE_HOURS = 4

/** One part sets everything up, each other one plays some hours. */
export const SAMPLE_PARTS = 1 + (SAMPLE_DAYS * 24) / SAMPLE_HOURS
