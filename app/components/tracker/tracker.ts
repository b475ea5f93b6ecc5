/** The visitor, in the field names of trackers (specification document 1, section 3). */
export interface Visitor {
  id: string
  name: string
  email: string
  /** ISO date. */
  signup_date: string
}

/** Visitor tracking: a service behind a small interface. */
export interface Tracker {
  identify(visitor: Visitor): void
  event(name: 'SIGN_UP' | 'TEMPLATE_CREATED', fields?: Record<string, number | string>): void
  /** The visitor signed out: later events are anonymous. */
  reset(): void
}

/**
 * A tracker that posts each message as JSON to a URL. It is sent as plain text and without cookies, so that any collector accepts it
 * without a preflight request; the page ignores the response.
 */
export function beaconTracker(url: string, post: typeof fetch = fetch): Tracker {
  let visitor: string | null = null
  const send = (message: Record<string, unknown>) => {
    post(url, {
      method: 'POST',
      mode: 'no-cors',
      credentials: 'omit',
      keepalive: true,
      headers: { 'Content-Type': 'text/plain' },
      body: JSON.stringify(message),
    }).catch(() => {})
  }
  return {
    identify(who) {
      visitor = who.id
      send({ type: 'identify', ...who })
    },
    event(name, fields = {}) {
      send({ type: 'event', name, visitor, ...fields })
    },
    reset() {
      send({ type: 'reset', visitor })
      visitor = null
    },
  }
}
