import { useNavigation } from '@remix-run/react'
import { useUnloadedScreen } from './loaded-screen'

/** A thin line at the top while the next screen loads; it appears after a moment, so that fast ones show nothing. */
export function NavigationProgress() {
  const { state } = useNavigation()
  const unloaded = useUnloadedScreen()
  if (state === 'idle' || unloaded) return null
  return (
    <div role="progressbar" aria-label="Loading" className="fixed inset-x-0 top-0 z-70 h-0.5">
      <div className="h-full animate-creep bg-accent" />
    </div>
  )
}
