import { useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { isSignedIn } from '~/components/page/log-in-again'

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
      // A look must not ask the user to log in while they type.
      if (!document.hidden) isSignedIn().then((yes) => yes && revalidate())
    }, ms)
    return () => clearInterval(timer)
  }, [isIdle, isOn, ms, revalidate])
}
