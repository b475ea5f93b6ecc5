import { useEffect, useRef, useState } from 'react'

/** What `GET /api/jobs/{jobId}` answers of a job. */
export interface JobState {
  status: 'pending' | 'processing' | 'completed' | 'failed'
  progress: { current: number; total: number; added: number; skipped: number; failed: number }
  error: string | null
}

/** Milliseconds between two looks, and the most after errors (specification document 2, section 9). */
const EVERY = 2000
const AT_MOST = 10_000
const ERRORS = 5

export const isOver = ({ status }: Pick<JobState, 'status'>) => status === 'completed' || status === 'failed'

/**
 * Follows a job from the browser until it is over.
 * @param loaded the state that the page came with
 * @param onOver called once, when the job ends while it is watched
 * @returns the newest state, and whether five looks in a row failed: then nobody looks any more
 */
export function useJob(jobId: string, loaded: JobState, onOver: (state: JobState) => void) {
  const [seen, setSeen] = useState<JobState | null>(null)
  const [lost, setLost] = useState(false)
  const over = useRef(onOver)
  over.current = onOver
  const done = isOver(loaded)
  useEffect(() => {
    if (done) return
    let errors = 0
    let timer: ReturnType<typeof setTimeout>
    const stop = new AbortController()
    const look = async () => {
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
      timer = setTimeout(look, Math.min(AT_MOST, EVERY * 1.5 ** errors))
    }
    timer = setTimeout(look, EVERY)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [jobId, done])
  return { job: done ? loaded : (seen ?? loaded), lost }
}
