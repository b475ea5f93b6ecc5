import { type Location, useLocation, useNavigation } from '@remix-run/react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { ErrorScreen } from './error-screen'
import { loadWhole } from './load-whole'

const UnloadedScreen = createContext<string | null>(null)

/** The URL of the screen whose scripts cannot be loaded, else null. */
export const useUnloadedScreen = () => useContext(UnloadedScreen)

/**
 * If the scripts of the next screen cannot be loaded, the router reloads the page, and without a network the browser's own error page
 * would replace the layout. This intercepts such a reload, and loads the next screen as a full page if the server responds.
 */
export function UnloadedScreens({ children }: { children: ReactNode }) {
  const shown = useLocation()
  const next = useNavigation().location ?? shown
  const [unloaded, setUnloaded] = useState<Location>()
  useEffect(() => {
    const { navigation } = window as { navigation?: EventTarget }
    const hold = async (event: Event) => {
      const { navigationType, userInitiated } = event as NavigateEvent
      if (navigationType !== 'reload' || userInitiated || !event.cancelable) return
      event.preventDefault()
      if (!(await loadWhole(addressOf(next)))) setUnloaded(next)
    }
    navigation?.addEventListener('navigate', hold)
    return () => navigation?.removeEventListener('navigate', hold)
  }, [next])
  const address = next === unloaded ? addressOf(next) : null
  return <UnloadedScreen.Provider value={address}>{children}</UnloadedScreen.Provider>
}

/** The screen in its layout, or a retry link while the next screen's scripts cannot be loaded. */
export function LoadedScreen({ children }: { children: ReactNode }) {
  const address = useUnloadedScreen()
  if (!address) return children
  return (
    <ErrorScreen
      title="The page cannot be loaded"
      text="Check your connection, or try again in a moment."
      retry={address}
    />
  )
}

const addressOf = ({ pathname, search, hash }: Location) => pathname + search + hash

/** The part of the browser's event that we use; TypeScript does not have its type yet. */
interface NavigateEvent extends Event {
  navigationType: 'push' | 'replace' | 'reload' | 'traverse'
  userInitiated: boolean
}
