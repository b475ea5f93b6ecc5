import { type RefObject, useCallback, useEffect, useState } from 'react'
import { plainFetch } from '~/components/page/log-in-again'

/** Milliseconds between two polls of a count (specification document 1, section 7). */
const LOOKS = 30_000

/**
 * A count, from the latest load or poll. It is polled every 30 s while `place` is visible; a hidden tab does not poll, and polls at once
 * when it is shown again. A failed poll changes nothing.
 * @param url answers with `{ count }`
 */
export function usePolledCount(url: string, loaded: number, place: RefObject<HTMLElement>) {
  const [count, setCount] = useState(loaded)
  useEffect(() => setCount(loaded), [loaded])
  const look = useCallback(async () => {
    if (!place.current?.offsetParent) return
    const response = await plainFetch(url).catch(() => null)
    const found = response?.ok
      ? ((await response.json().catch(() => null)) as { count?: number } | null)
      : null
    if (typeof found?.count === 'number') setCount(found.count)
  }, [url, place])
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    const follow = () => {
      clearInterval(timer)
      if (!document.hidden) timer = setInterval(look, LOOKS)
    }
    const onVisibility = () => {
      follow()
      if (!document.hidden) look()
    }
    follow()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [look])
  return { count, look }
}
