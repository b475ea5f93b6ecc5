import type { Clock } from '~/clock.server'
import type { Db } from '~/db.server'
import { createFaults } from '../faults'
import { type Call, handlerOf, Refusal } from '../http'
import { createMailProgram } from '../mail/mail-program'
import { createPeople } from '../mail/people'
import { createMailStore } from '../mail/store'
import { authorize } from './authorize'
import { type GoogleClient, sandboxClient } from './clients'
import { gmail } from './gmail'
import { apiError, MAX_BODY } from './http'
import { GOOGLE_LIMITS, type GoogleLimits } from './limits'
import { revoke, token, userinfo } from './tokens'

export interface GoogleSimulatorOptions {
  db: Db
  /** Mail time: token lifetimes, quotas and dates all follow it. */
  clock: Clock
  /** The product's base URL, with the sandbox client's callbacks. */
  publicBaseUrl?: string
  /** Registered clients, instead of the sandbox's. */
  clients?: GoogleClient[]
  limits?: Partial<GoogleLimits>
}

const TOO_LARGE = apiError(413, 'uploadTooLarge', 'Request entity too large')

/**
 * The part of Google that the product uses, with all state in PostgreSQL: consent page, token endpoint, Gmail. `handler` can be mounted
 * under any prefix that is stripped from `req.url` (as Express does).
 */
export function createGoogleSimulator(options: GoogleSimulatorOptions) {
  const { db, clock } = options
  const clients = options.clients ?? [sandboxClient(options.publicBaseUrl ?? 'http://localhost:3000')]
  const store = createMailStore({ db, clock })
  const faults = createFaults(db)
  const parts = { db, store, faults, limits: { ...GOOGLE_LIMITS, ...options.limits } }

  async function route(call: Call): Promise<void> {
    const { method, path } = call
    if (path === '/o/oauth2/v2/auth' && (method === 'GET' || method === 'POST'))
      return authorize(db, clients, call)
    if (path === '/token' && method === 'POST') return token(db, clients, faults, call)
    if (path === '/revoke' && method === 'POST') return revoke(db, call)
    if (path === '/v1/userinfo' && method === 'GET') return userinfo(db, call)
    if (path.startsWith('/gmail/v1/')) return gmail(parts, call)
    throw new Refusal(404, apiError(404, 'notFound', 'Not Found'))
  }

  const handler = handlerOf({ route, now: () => clock.now(), most: MAX_BODY, tooLarge: TOO_LARGE })
  return { handler, store, people: createPeople(store), mailProgram: createMailProgram(store), faults }
}

export type GoogleSimulator = ReturnType<typeof createGoogleSimulator>
