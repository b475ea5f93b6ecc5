import type { Db } from '~/db.server'
import type { Faults } from '../faults'
import { type Call, handlerOf, Refusal } from '../http'
import type { MailStore } from '../mail/store'
import { adminConsent, authorize } from './authorize'
import { type MicrosoftClient, sandboxApplication } from './clients'
import { graph } from './graph'
import { graphError, MAX_BODY } from './http'
import { token } from './tokens'

export interface MicrosoftSimulatorOptions {
  db: Db
  /** Shared with the other services, and their clock: mail time. */
  store: MailStore
  faults: Faults
  /** The product's base URL, with the callback of the sandbox's application. */
  publicBaseUrl: string
  /** Registered applications, instead of the sandbox's. */
  clients?: MicrosoftClient[]
}

const TOO_LARGE = graphError('ErrorMessageSizeExceeded', 'The message exceeds the maximum supported size.')

/**
 * The part of Microsoft that the product uses, with all state in PostgreSQL: sign-in, token endpoint, Graph. `handler` can be mounted under
 * any prefix that is stripped from `req.url` (as Express does).
 */
export function createMicrosoftSimulator({ db, store, faults, ...options }: MicrosoftSimulatorOptions) {
  const clients = options.clients ?? [sandboxApplication(options.publicBaseUrl)]
  const parts = { db, store, faults, underWay: new Map<string, number>() }

  async function route(call: Call): Promise<void> {
    const { method, path } = call
    if (path.startsWith('/v1.0/')) return graph(parts, call)
    if (/^\/[^/]+\/oauth2\/v2\.0\/authorize$/.test(path) && (method === 'GET' || method === 'POST'))
      return authorize(db, clients, call)
    if (/^\/[^/]+\/oauth2\/v2\.0\/token$/.test(path) && method === 'POST')
      return token(db, clients, faults, call)
    if (/^\/[^/]+\/adminconsent$/.test(path)) return adminConsent(clients, call)
    throw new Refusal(404, graphError('BadRequest', 'Resource not found for the segment.'))
  }

  const handler = handlerOf({ route, now: () => store.now(), most: MAX_BODY, tooLarge: TOO_LARGE })
  return { handler }
}

export type MicrosoftSimulator = ReturnType<typeof createMicrosoftSimulator>
