import type { AppLoadContext } from '@remix-run/node'
import { type Db, isConflict } from '~/db.server'
import { invalid } from '~/errors'
import { fingerprintOf, respondOnce, type StoredResponse } from '~/models/accounts/idempotency.server'
import { errorResponse } from '../errors.server'

/** The key of a request that is to run once (the `Idempotency-Key` header); null without one. @throws AppError INVALID */
function keyOf({ headers }: Request): string | null {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  return /^[\x21-\x7e]{1,200}$/.test(key)
    ? key
    : invalid('An Idempotency-Key has 1 to 200 visible ASCII characters, without spaces')
}

interface Call {
  context: AppLoadContext
  /** Absent for calls that work without a session: they ignore keys. */
  userId: string | undefined
  /** The API key of the call; null for a session. */
  apiKeyId: string | null
  request: Request
  /** The parsed body; of an upload, nothing. */
  given: unknown
  /** Whether the call must not run in one transaction: it calls other servers, reads the body itself, or counts attempts. */
  isApart: boolean
  /** Whether nothing may change between the reads and the writes of the call: a concurrent change runs it again. */
  isExact: boolean
}

const EXACT = { isolationLevel: 'repeatable read' } as const

/**
 * Serves a request, and with an `Idempotency-Key` only once: an equal request with this key gets the same response for 24 hours.
 * @param run serves it with this database
 */
export async function serveOnce(
  { context, userId, apiKeyId, request, given, isApart, isExact }: Call,
  run: (db: Db) => Promise<Response>,
): Promise<Response> {
  const { app } = context
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  const key = changes && userId ? keyOf(request) : null
  const config = isExact ? EXACT : undefined
  if (!userId || key === null) return isExact && !isApart ? app.db.transaction(run, config) : run(app.db)
  const { pathname, search } = new URL(request.url)
  const length = request.headers.get('content-length')
  const parts = [request.method, pathname, search, given, isApart ? length : null]
  const condition = request.headers.get('if-match')
  const fingerprint = fingerprintOf(condition === null ? parts : [...parts, condition])
  const { response, isReplay } = await respondOnce(
    app,
    // It belongs to the API key that used it: another one gets no response of this one. A blank is in neither.
    { userId, key: apiKeyId === null ? key : `${apiKeyId} ${key}`, fingerprint, isApart, config },
    async (db) => {
      try {
        return await toStored(await run(db))
      } catch (error) {
        // Retries the whole transaction, if there is one.
        if (!isApart && isConflict(error)) throw error
        return toStored(errorResponse(app, error, context))
      }
    },
  )
  const headers = { ...response.headers, ...(isReplay ? { 'Idempotent-Replayed': 'true' } : {}) }
  return new Response(response.body, { status: response.status, headers })
}

const toStored = async (response: Response): Promise<StoredResponse> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text(),
})
