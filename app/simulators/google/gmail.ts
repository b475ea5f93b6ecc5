import type { Db } from '~/db.server'
import type { Faults } from '../faults'
import { type Call, cut, Refusal, sendJson, waitForClose } from '../http'
import type { MailStore } from '../mail/store'
import type { GoogleAccount } from './accounts'
import { getMessage, getProfile, listHistory, listMessages, listSendAs } from './gmail-read'
import { sendMessage } from './gmail-send'
import { apiError } from './http'
import { checkDailyCap, type GoogleLimits, spendUnits } from './limits'
import { SUFFICIENT_SCOPES } from './scopes'
import { authenticate } from './tokens'

export interface GmailParts {
  db: Db
  store: MailStore
  faults: Faults
  limits: GoogleLimits
}

/** One method of the Gmail API: its cost and the required scopes. */
interface Method {
  method: 'GET' | 'POST'
  path: RegExp
  /** Quota units, as published for projects created from May 2026 on. */
  units: number
  scopes: string[]
  run(parts: GmailParts, account: GoogleAccount, call: Call, id: string): Promise<unknown>
}

const USER = '^/gmail/v1/users/[^/]+'

const METHODS: Method[] = [
  {
    method: 'GET',
    path: new RegExp(`${USER}/profile$`),
    units: 1,
    scopes: SUFFICIENT_SCOPES.read,
    run: ({ db }, account) => getProfile(db, account),
  },
  {
    method: 'POST',
    path: new RegExp(`${USER}/messages/send$`),
    units: 100,
    scopes: SUFFICIENT_SCOPES.send,
    run: async ({ db, store, limits }, account, call) => {
      await checkDailyCap(db, limits, account, call.now)
      return sendMessage(db, store, account, call)
    },
  },
  {
    method: 'GET',
    path: new RegExp(`${USER}/messages$`),
    units: 5,
    scopes: SUFFICIENT_SCOPES.read,
    run: ({ db }, account, call) => listMessages(db, account, call),
  },
  {
    method: 'GET',
    path: new RegExp(`${USER}/messages/([^/]+)$`),
    units: 20,
    scopes: SUFFICIENT_SCOPES.read,
    run: ({ db }, account, call, id) => getMessage(db, account, id, call),
  },
  {
    method: 'GET',
    path: new RegExp(`${USER}/history$`),
    units: 2,
    scopes: SUFFICIENT_SCOPES.read,
    run: ({ db }, account, call) => listHistory(db, account, call),
  },
  {
    method: 'GET',
    path: new RegExp(`${USER}/settings/sendAs$`),
    units: 1,
    scopes: SUFFICIENT_SCOPES.settings,
    run: ({ db }, account) => listSendAs(db, account),
  },
]

/** Serves a call to the Gmail API, or applies a pending fault. */
export async function gmail(parts: GmailParts, call: Call): Promise<void> {
  const known = METHODS.find(({ method, path }) => method === call.method && path.test(call.path))
  if (!known) throw new Refusal(404, apiError(404, 'notFound', 'Not Found'))
  const sends = known.units === 100
  const waiting = await parts.faults.waiting('gmail')
  const next = waiting.find((kind) => kind !== 'invalidGrant' && (sends || kind !== 'acceptThenDrop'))
  const fault = next && (await parts.faults.take('gmail', next)) ? next : null
  if (fault === 'http429') {
    const message = 'Too many concurrent requests for user'
    throw new Refusal(429, apiError(429, 'rateLimitExceeded', message, 'RESOURCE_EXHAUSTED'))
  }
  if (fault === 'http500') throw new Refusal(500, apiError(500, 'backendError', 'Backend Error', 'INTERNAL'))
  if (fault === 'timeout') return waitForClose(call)
  if (fault === 'reset') return cut(call)
  if (waiting.includes('invalidGrant')) {
    // The token refresh caused by this response takes the fault.
    throw new Refusal(401, apiError(401, 'authError', 'Invalid Credentials', 'UNAUTHENTICATED'))
  }

  const { account, scopes } = await authenticate(parts.db, call)
  if (!known.scopes.some((scope) => scopes.includes(scope))) {
    const message = 'Request had insufficient authentication scopes.'
    const detail = 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'
    throw new Refusal(403, apiError(403, 'insufficientPermissions', message, 'PERMISSION_DENIED', detail))
  }
  await spendUnits(parts.db, parts.limits, account, known.units, call.now)
  const body = await known.run(parts, account, call, known.path.exec(call.path)?.[1] ?? '')
  if (fault === 'acceptThenDrop') return cut(call)
  sendJson(call, 200, body)
}
