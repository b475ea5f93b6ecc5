import { AppError } from '~/errors'
import type { Key } from '~/models/accounts/keys/key'
import { identifyKey, subjectOf, type UsedKey } from '~/models/accounts/keys/keys.server'
import { whyNotAllowed } from '~/models/accounts/keys/limits.server'
import { recordSecurityEvent } from '~/models/accounts/keys/security-log.server'
import { spendPoints } from '~/models/accounts/rate-limit.server'
import type { RouteArgs, SignedIn } from '../auth.server'

/** Calls of one key in a minute. */
const CALLS_PER_MINUTE = 600

/** A caller with an API key. */
export interface KeyCaller extends SignedIn {
  key: Key
}

/** The text of the `Authorization` header's Bearer token (RFC 6750, 2.1); null without the header. @throws AppError for other schemes */
function bearerToken(request: Request): string | null {
  const header = request.headers.get('authorization')
  if (header === null) return null
  const [, token] = /^Bearer +([\w~+/.-]{1,200}=*)$/i.exec(header) ?? []
  if (!token) throw new AppError('UNAUTHENTICATED', 'Send the API key as "Authorization: Bearer cf_…"')
  return token
}

/**
 * The caller of a request with an API key; null if it has none. Takes a point of the key's limit.
 * @param headers receives the headers of the limit, for any response
 * @throws AppError UNAUTHENTICATED for an unknown, expired or revoked key; TOO_MANY_REQUESTS
 */
export async function findKeyCaller(args: RouteArgs, headers: Headers): Promise<KeyCaller | null> {
  const token = bearerToken(args.request)
  if (token === null) return null
  const { db } = args.context.app
  const key = await identifyKey(db, token)
  if (!key) throw new AppError('UNAUTHENTICATED', 'This API key does not exist')
  if (key.state !== 'valid') {
    const why = `This API key ${key.state === 'expired' ? 'has expired' : 'was revoked'}`
    await recordRefusal(args, key, why)
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
  await recordRefusal(args, key, why)
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
  call: { method: string; body: unknown; params: RouteArgs['params']; byKey: boolean },
): Promise<void> {
  const { db } = args.context.app
  const path = new URL(args.request.url).pathname
  const why = call.byKey
    ? await whyNotAllowed(db, userId, key, { ...call, path })
    : 'API keys do not work for calls about the account itself. Sign in instead.'
  if (!why) return
  await recordRefusal(args, { ...key, user }, why)
  throw new AppError('FORBIDDEN', why)
}

const recordRefusal = (
  { context: { app, address } }: RouteArgs,
  key: Pick<UsedKey, 'name' | 'prefix' | 'user'>,
  reason: string,
) =>
  recordSecurityEvent(app.db, key.user.id, { kind: 'key_refused', subject: subjectOf(key), reason, address })
