import { AppError } from '~/errors'
import type { Key } from '~/models/accounts/keys/key'
import { identifyKey, keySubject, type UsedKey } from '~/models/accounts/keys/keys.server'
import { whyNotAllowed } from '~/models/accounts/keys/limits.server'
import { recordSecurityEvent } from '~/models/accounts/keys/security-log.server'
import { spendPoints } from '~/models/accounts/rate-limit.server'
import type { RouteArgs, SignedIn } from '../auth.server'
import { type Refused, traceRefused } from '../trace.server'

/** Longest text that is looked up as a key. */
const MAX_CHARACTERS = 200
/** Calls of one key in a minute. */
const CALLS_PER_MINUTE = 600

/** A caller with an API key. */
export interface KeyCaller extends SignedIn {
  key: Key
}

/**
 * The API key of a request: a Bearer token (RFC 6750, 2.1) that begins with `cf_`. Null for any other `Authorization`: a proxy in front may
 * use that header for itself.
 */
export function apiKeyOf(header: string | null | undefined): string | null {
  const [, key] = /^Bearer +(cf_\S*)/i.exec(header ?? '') ?? []
  return key?.slice(0, MAX_CHARACTERS) ?? null
}

/**
 * The caller of a request with an API key; null if it has none. Takes a point of the key's limit.
 * @param headers receives the headers of the limit, for any response
 * @throws AppError UNAUTHENTICATED for an unknown, expired or revoked key; TOO_MANY_REQUESTS
 */
export async function findKeyCaller(args: RouteArgs, headers: Headers): Promise<KeyCaller | null> {
  const token = apiKeyOf(args.request.headers.get('authorization'))
  if (token === null) return null
  const { db } = args.context.app
  const key = await identifyKey(db, token)
  if (!key) {
    traceRefused(args.context.app, 'key refused', args.context.address, null)
    throw new AppError('UNAUTHENTICATED', 'This API key does not exist')
  }
  if (key.state !== 'valid') {
    const why = `This API key ${key.state === 'expired' ? 'has expired' : 'was revoked'}`
    await recordRefusal(args, key, 'key refused', why)
    throw new AppError('UNAUTHENTICATED', why)
  }
  await takeCall(args, key, headers)
  return { user: key.user, userId: key.user.id, sid: '', key }
}

async function takeCall(args: RouteArgs, key: UsedKey, headers: Headers): Promise<void> {
  const limit = { key: `api-key:${key.id}`, points: CALLS_PER_MINUTE, windowSeconds: 60 }
  const { remaining, resetSeconds } = await spendPoints(args.context.app.db, limit, 1)
  headers.set('RateLimit-Limit', String(CALLS_PER_MINUTE))
  headers.set('RateLimit-Remaining', String(Math.max(0, remaining)))
  headers.set('RateLimit-Reset', String(resetSeconds))
  if (remaining >= 0) return
  const why = `At most ${CALLS_PER_MINUTE} calls a minute with one API key`
  await recordRefusal(args, key, 'call forbidden', why)
  throw new AppError('TOO_MANY_REQUESTS', why, { retryAfter: resetSeconds })
}

/**
 * Refuses a call that the key does not allow.
 * @param body the parsed body: ids in it count too
 * @throws AppError FORBIDDEN
 */
export async function requireAllowed(
  args: RouteArgs,
  { key, userId, user }: KeyCaller,
  call: Omit<Parameters<typeof whyNotAllowed>[3], 'path'> & { byKey: boolean },
): Promise<void> {
  const { db } = args.context.app
  const path = new URL(args.request.url).pathname
  const why = call.byKey
    ? await whyNotAllowed(db, userId, key, { ...call, path })
    : 'API keys do not work for calls about the account itself. Sign in instead.'
  if (!why) return
  await recordRefusal(args, { ...key, user }, 'call forbidden', why)
  throw new AppError('FORBIDDEN', why)
}

function recordRefusal(
  { context: { app, address } }: RouteArgs,
  key: Pick<UsedKey, 'name' | 'prefix' | 'user'>,
  what: Refused,
  reason: string,
): Promise<void> {
  traceRefused(app, what, address, key.user.email)
  return recordSecurityEvent(app.db, key.user.id, {
    kind: 'key_refused',
    subject: keySubject(key),
    reason,
    address,
  })
}
