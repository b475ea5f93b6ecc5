import type { Db } from '~/db.server'
import type { Faults } from '../faults'
import { type Call, cut, Refusal, send, sendJson, waitForClose } from '../http'
import type { MailStore } from '../mail/store'
import { type MicrosoftAccount, showAccount } from './accounts'
import { createDraft, deleteDraft, sendDraft } from './drafts'
import { graphError, refuse, throttle } from './http'
import { readItemId } from './ids'
import { getMessage, listChanges, listMessages } from './messages'
import { notFound } from './show'
import { authenticate } from './tokens'

export interface GraphParts {
  db: Db
  store: MailStore
  faults: Faults
  /** The calls of each account that are being answered. */
  underWay: Map<string, number>
}

/** Requests of one application for one mailbox at the same time (learn.microsoft.com/graph/throttling-limits). */
const AT_ONCE = 4

interface Method {
  method: string
  path: RegExp
  /** The permission that it needs (learn.microsoft.com/graph/permissions-reference). */
  scope: string
  /** Whether an email leaves with it, and may have left without a response. */
  sends?: true
  run(parts: GraphParts, account: MicrosoftAccount, call: Call, name: string): Promise<unknown>
}

const METHODS: Method[] = [
  {
    ...{ method: 'GET', path: /^\/v1\.0\/me$/, scope: 'User.Read' },
    run: async (_, account, call) => {
      if (
        call.query.get('$select')?.includes('proxyAddresses') &&
        !('proxyAddresses' in showAccount(account))
      )
        refuse(
          400,
          'BadRequest',
          "Could not find a property named 'proxyAddresses' on type 'microsoft.graph.user'.",
        )
      sendJson(call, 200, showAccount(account))
    },
  },
  {
    ...{ method: 'POST', path: /^\/v1\.0\/me\/messages$/, scope: 'Mail.ReadWrite' },
    run: ({ db, store }, account, call) => createDraft(db, store, account, call),
  },
  {
    ...{ method: 'POST', path: /^\/v1\.0\/me\/messages\/([^/]+)\/send$/, scope: 'Mail.Send', sends: true },
    run: async ({ db, store }, account, call, id) => {
      const item = itemNamed(id)
      if (item.kind !== 'draft') throw notFound()
      await sendDraft(db, store, account, item.number)
      send(call, 202, 'text/plain', '')
    },
  },
  {
    ...{ method: 'GET', path: /^\/v1\.0\/me\/messages\/([^/]+)\/\$value$/, scope: 'Mail.ReadWrite' },
    run: async ({ db }, account, call, id) => {
      const { raw } = await getMessage(db, account, id)
      call.res.setHeader('Content-Type', 'text/plain')
      call.res.end(raw)
    },
  },
  {
    ...{ method: 'GET', path: /^\/v1\.0\/me\/messages\/([^/]+)$/, scope: 'Mail.ReadWrite' },
    run: async ({ db }, account, call, id) => sendJson(call, 200, (await getMessage(db, account, id)).shown),
  },
  {
    ...{ method: 'DELETE', path: /^\/v1\.0\/me\/messages\/([^/]+)$/, scope: 'Mail.ReadWrite' },
    run: async ({ db }, account, call, id) => {
      const item = itemNamed(id)
      if (item.kind !== 'draft') throw notFound()
      await deleteDraft(db, account, item.number)
      send(call, 204, 'text/plain', '')
    },
  },
  {
    ...{
      method: 'GET',
      path: /^\/v1\.0\/me\/mailFolders\/([^/]+)\/messages\/delta$/,
      scope: 'Mail.ReadWrite',
    },
    run: async ({ db, faults }, account, call, folder) => {
      if (call.query.has('$deltatoken') && (await faults.take('microsoft', 'deltaExpired')))
        refuse(410, 'SyncStateNotFound', 'The sync state generation is not found; a full sync is needed.')
      const wanted = Number(/odata\.maxpagesize=(\d+)/.exec(String(call.req.headers.prefer))?.[1] ?? 10)
      const how = { here: addressOf(call), pageSize: Math.max(1, wanted) }
      sendJson(call, 200, await listChanges(db, account, folder, call.query, how))
    },
  },
  {
    ...{ method: 'GET', path: /^\/v1\.0\/me\/mailFolders\/([^/]+)\/messages$/, scope: 'Mail.ReadWrite' },
    run: async ({ db }, account, call, folder) =>
      sendJson(call, 200, await listMessages(db, account, folder, call.query, addressOf(call))),
  },
]

function itemNamed(id: string) {
  return readItemId(id) ?? refuse(400, 'ErrorInvalidIdMalformed', 'Id is malformed.')
}

/** The address that was called, without its query: `originalUrl` has the prefix under which the simulator is mounted. */
function addressOf({ req }: Call): string {
  const { originalUrl = req.url } = req as typeof req & { originalUrl?: string }
  return `http://${req.headers.host}${originalUrl?.split('?')[0]}`
}

/** Serves a call to Microsoft Graph, or applies a pending fault. */
export async function graph(parts: GraphParts, call: Call): Promise<void> {
  const known = METHODS.find(({ method, path }) => method === call.method && path.test(call.path))
  if (!known) throw new Refusal(404, graphError('BadRequest', 'Resource not found for the segment.'))
  const { faults } = parts
  const waiting = await faults.waiting('microsoft')
  const next = waiting.find((kind) => !OF_OTHERS.has(kind) && (known.sends || kind !== 'acceptThenDrop'))
  const fault = next && (await faults.take('microsoft', next)) ? next : null
  if (fault === 'http429') throttle(call, 'ApplicationThrottled', 5)
  if (fault === 'http500') refuse(500, 'ErrorInternalServerError', 'An internal server error occurred.')
  if (fault === 'timeout') return waitForClose(call)
  if (fault === 'reset') return cut(call)
  // The token refresh caused by this response takes the fault.
  if (waiting.includes('invalidGrant'))
    refuse(401, 'InvalidAuthenticationToken', 'Lifetime validation failed, the token is expired.')

  const { account, scopes } = await authenticate(parts.db, call)
  if (!scopes.includes(known.scope)) refuse(403, 'ErrorAccessDenied', 'Access is denied. Check credentials.')
  const others = parts.underWay.get(account.id) ?? 0
  if (others >= AT_ONCE) throttle(call, 'MailboxConcurrency', 1)
  parts.underWay.set(account.id, others + 1)
  try {
    if (fault === 'acceptThenDrop') {
      // The email leaves, its response does not.
      const item = itemNamed(known.path.exec(call.path)![1]!)
      await sendDraft(parts.db, parts.store, account, item.number)
      return cut(call)
    }
    await known.run(parts, account, call, decodeURIComponent(known.path.exec(call.path)?.[1] ?? ''))
  } finally {
    parts.underWay.set(account.id, parts.underWay.get(account.id)! - 1)
  }
}

/** Faults that are met at other places. */
const OF_OTHERS = new Set(['invalidGrant', 'deltaExpired'])
