import { useEffect, useRef, useState } from 'react'
import type { JobProgress, JobStatus } from '#drizzle/schema/jobs'

/** The response of `GET /api/jobs/{jobId}`. */
export interface JobState {
  status: JobStatus
  progress: Omit<JobProgress, 'revealed'> & Partial<Pick<JobProgress, 'revealed'>>
  error: string | null
}

/** Milliseconds between two polls, and the maximum after errors (specification document 2, section 9). */
const EVERY = 2000
const AT_MOST = 10_000
const ERRORS = 5

/** Milliseconds until the next poll after consecutive errors. */
export const waitAfter = (errors: number): number => Math.min(AT_MOST, EVERY * 1.5 ** errors)

export const isOver = ({ status }: Pick<JobState, 'status'>) =>
  status !== 'pending' && status !== 'processing'

/**
 * Polls a job from the browser until it has ended.
 * @param loaded the state in the page
 * @param onOver called once, when the job ends while it is polled
 * @param most the maximum number of polls
 * @returns the newest state, whether five polls in a row failed, and whether the maximum is reached and polling has stopped
 */
export function useJob(
  jobId: string,
  loaded: JobState,
  onOver: (state: JobState) => void,
  most = Number.POSITIVE_INFINITY,
) {
  const [seen, setSeen] = useState<JobState | null>(null)
  const [lost, setLost] = useState(false)
  const [capped, setCapped] = useState(false)
  const over = useRef(onOver)
  over.current = onOver
  const done = isOver(loaded)
  useEffect(() => {
    if (done) return
    let errors = 0
    let looks = 0
    let timer: ReturnType<typeof setTimeout>
    const stop = new AbortController()
    const look = async () => {
      looks++
      try {
        const response = await fetch(`/api/jobs/${jobId}`, { signal: stop.signal })
        if (!response.ok) throw new Error(String(response.status))
        const state = (await response.json()) as JobState
        errors = 0
        setSeen(state)
        if (isOver(state)) return over.current(state)
      } catch {
        if (stop.signal.aborted) return
        if (++errors >= ERRORS) return setLost(true)
      }
      if (looks >= most) return setCapped(true)
      timer = setTimeout(look, waitAfter(errors))
    }
    timer = setTimeout(look, waitAfter(0))
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [jobId, done, most])
  return { job: done ? loaded : (seen ?? loaded), lost, capped }
}
