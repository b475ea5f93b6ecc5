import { useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/** Milliseconds between two looks, as for the bell. */
const LOOKS = 30_000

/** Reloads the page's data every 30 seconds, or `ms`, while the page is visible, but not while it changes. */
export function useRefresh(isOn = true, ms = LOOKS): void {
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const isIdle = state === 'idle'
  useEffect(() => {
    if (!isIdle || !isOn) return
    const timer = setInterval(() => {
      if (!document.hidden) revalidate()
    }, ms)
    return () => clearInterval(timer)
  }, [isIdle, isOn, ms, revalidate])
}
