import { useEffect, useMemo, useRef } from 'react'
import { useRootData } from '~/components/page/root-data'
import { beaconTracker, type Visitor } from './tracker'

export interface Tracking {
  url: string
  visitor: Visitor
  /** How many templates the user has. */
  templateCount: number
}

/** Tells the configured tracker who is here and what they did. It shows nothing; the frame of signed-in screens holds it. */
export function VisitorTracking({ url, visitor, templateCount }: Tracking) {
  const tracker = useMemo(() => beaconTracker(url), [url])
  const { id, name, email, signup_date } = visitor
  useEffect(() => {
    tracker.identify({ id, name, email, signup_date })
  }, [tracker, id, name, email, signup_date])
  // Leaving the frame is signing out.
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
