import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '~/clock.server'
import type { Db } from '~/db.server'
import { createFaults } from '../faults'
import { createPeople } from '../mail/people'
import { createMailStore } from '../mail/store'
import { authorize } from './authorize'
import { type GoogleClient, sandboxClient } from './clients'
import { gmail } from './gmail'
import { apiError, type Call, Refusal, readBody, sendJson } from './http'
import { GOOGLE_LIMITS, type GoogleLimits } from './limits'
import { revoke, token, userinfo } from './tokens'

export interface GoogleSimulatorOptions {
  db: Db
  /** Mail time: token lives, quotas and dates all follow it. */
  clock: Clock
  /** Where the product is reached: the sandbox client's callbacks lie there. */
  publicBaseUrl?: string
  /** Registered programs, instead of the sandbox's one. */
  clients?: GoogleClient[]
  limits?: Partial<GoogleLimits>
}

/**
 * Google, as far as the product talks to it, with all state in PostgreSQL: consent page, token endpoint, Gmail.
 * `handler` is mounted under any prefix that has been taken off `req.url` (as Express does).
 */
export function createGoogleSimulator(options: GoogleSimulatorOptions) {
  const { db, clock } = options
  const clients = options.clients ?? [sandboxClient(options.publicBaseUrl ?? 'http://localhost:3000')]
  const store = createMailStore({ db, clock })
  const faults = createFaults(db)
  const parts = { db, store, faults, limits: { ...GOOGLE_LIMITS, ...options.limits } }

  async function answer(call: Call): Promise<void> {
    const { method, path } = call
    if (path === '/o/oauth2/v2/auth' && (method === 'GET' || method === 'POST'))
      return authorize(db, clients, call)
    if (path === '/token' && method === 'POST') return token(db, clients, faults, call)
    if (path === '/revoke' && method === 'POST') return revoke(db, call)
    if (path === '/v1/userinfo' && method === 'GET') return userinfo(db, call)
    if (path.startsWith('/gmail/v1/')) return gmail(parts, call)
    throw new Refusal(404, apiError(404, 'notFound', 'Not Found'))
  }

  /** Rejects only when something is wrong with us (the database is away): the caller answers that. */
  async function handler(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const now = await clock.now()
    try {
      const url = new URL(req.url ?? '/', 'http://simulator')
      const call = { req, res, method: req.method ?? 'GET', path: url.pathname, query: url.searchParams, now }
      await answer({ ...call, body: await readBody(req) })
    } catch (error) {
      if (res.destroyed) return // the caller is gone
      if (!(error instanceof Refusal)) throw error
      sendJson({ res, now }, error.status, error.body)
    }
  }

  return { handler, store, people: createPeople(store), faults }
}

export type GoogleSimulator = ReturnType<typeof createGoogleSimulator>
