import { useEffect, useMemo, useRef } from 'react'
import { useRootData } from '~/components/page/root-data'
import { beaconTracker, type Visitor } from './tracker'

export interface Tracking {
  url: string
  visitor: Visitor
  /** How many templates the user has. */
  templateCount: number
}

/** Reports the visitor and their actions to the configured tracker. Renders nothing; it is part of the signed-in layout. */
export function VisitorTracking({ url, visitor, templateCount }: Tracking) {
  const tracker = useMemo(() => beaconTracker(url), [url])
  const { id, name, email, signup_date } = visitor
  useEffect(() => {
    tracker.identify({ id, name, email, signup_date })
  }, [tracker, id, name, email, signup_date])
  // Unmounting the layout means signing out.
  useEffect(() => () => tracker.reset(), [tracker])
  const done = useRootData()?.toast
  useEffect(() => {
    if (done?.track === 'SIGN_UP') tracker.event('SIGN_UP')
  }, [tracker, done])
  const before = useRef(templateCount)
  useEffect(() => {
    if (before.current === 0 && templateCount > 0) tracker.event('TEMPLATE_CREATED', { count: templateCount })
    before.current = templateCount
  }, [tracker, templateCount])
  return null
}
