import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration, true once scripts run: for controls that only scripts can serve. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
