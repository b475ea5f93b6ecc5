import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { idempotencyKeys } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { tryLockIdempotencyKey } from '~/models/shared/locks.server'
import type { Secrets } from '~/secrets.server'

/** A response as it is given again. */
export interface StoredResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** What storing responses needs. */
export interface OnceDeps {
  db: Db
  secrets: Secrets
}

/** A request with an `Idempotency-Key`. */
export interface OnceRequest {
  userId: string
  key: string
  /** See `fingerprintOf`. */
  fingerprint: string
  /** Whether it must not run in one transaction, for example because it waits for other servers. */
  isApart: boolean
  /** The kind of the transaction. */
  config?: PgTransactionConfig
}

/** How long responses are given again. */
const KEPT = sql`interval '24 hours'`
/** How long an equal request waits for the one that runs, and its first and longest pause before it looks again. */
const WAIT_MS = 30_000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2_000
/** A request that began this long ago is no longer running: its process has died. */
const DEAD_AFTER = sql`interval '10 minutes'`

/** A hash over everything that makes a request: equal ones have the same. */
export const fingerprintOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Whether a response is given again. Invalid input may be corrected and sent with the same key, and temporary failures may be retried. */
const isFinal = ({ status }: StoredResponse) => status < 500 && ![400, 401, 403, 412, 429].includes(status)

/**
 * Runs a request once for its key, and gives its first response to every later one, for 24 hours. The response is stored in the
 * transaction of the request's changes, so neither is kept without the other. A request that runs outside of a
 * transaction is noted before it begins: if its process dies, it is not retried, because its effect is unknown.
 * @param run serves the request with this database; its refusals are responses, and what it throws is a defect
 * @returns the response, and whether it is an earlier one
 * @throws AppError IDEMPOTENCY_KEY_REUSED for a different request; CONFLICT if the first one still runs, or has died
 */
export async function respondOnce(
  deps: OnceDeps,
  request: OnceRequest,
  run: (db: Db) => Promise<StoredResponse>,
): Promise<{ response: StoredResponse; isReplay: boolean }> {
  const until = performance.now() + WAIT_MS
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const done = request.isApart ? await attemptApart(deps, request, run) : await attempt(deps, request, run)
    if (done) return done
    if (performance.now() > until)
      throw new AppError('CONFLICT', 'The first request with this Idempotency-Key is still running', {
        retryAfter: 1,
      })
    await wait(pause)
  }
}

type Done = { response: StoredResponse; isReplay: boolean } | null

/** One attempt in one transaction. @returns null if an equal request runs */
function attempt(
  { db, secrets }: OnceDeps,
  request: OnceRequest,
  run: (db: Db) => Promise<StoredResponse>,
): Promise<Done> {
  return db.transaction(async (tx) => {
    if (!(await tryLockIdempotencyKey(tx, request.userId, request.key))) return null
    const known = await findResponse(tx, secrets, request)
    if (known) return known.response && { response: known.response, isReplay: true }
    const response = await runInside(tx, run)
    if (isFinal(response)) await store(tx, request, sealed(secrets, request, response))
    return { response, isReplay: false }
  }, request.config)
}

/** Thrown to roll back what a refused request has changed. */
class Refused extends Error {
  constructor(readonly response: StoredResponse) {
    super('refused')
  }
}

/** Runs a request in a savepoint, which a refusal rolls back. */
async function runInside(tx: Db, run: (db: Db) => Promise<StoredResponse>): Promise<StoredResponse> {
  try {
    return await tx.transaction(async (inner) => {
      const response = await run(inner)
      if (response.status >= 400) throw new Refused(response)
      return response
    })
  } catch (error) {
    if (error instanceof Refused) return error.response
    throw error
  }
}

/** One attempt that notes its beginning first, and runs outside of any transaction. @returns null if an equal request runs */
async function attemptApart(
  { db, secrets }: OnceDeps,
  request: OnceRequest,
  run: (db: Db) => Promise<StoredResponse>,
): Promise<Done> {
  const known = await db.transaction(async (tx) => {
    if (!(await tryLockIdempotencyKey(tx, request.userId, request.key))) return { response: null }
    const found = await findResponse(tx, secrets, request)
    if (!found) await store(tx, request, null)
    return found
  })
  if (known) return known.response && { response: known.response, isReplay: true }
  const response = await run(db)
  if (isFinal(response)) await store(db, request, sealed(secrets, request, response))
  else await db.delete(idempotencyKeys).where(isThis(request))
  return { response, isReplay: false }
}

const isThis = ({ userId, key }: OnceRequest) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))

/** The known response; `response` is null while the request runs. @returns null if the key is new, or too old */
async function findResponse(
  tx: Db,
  secrets: Secrets,
  request: OnceRequest,
): Promise<{ response: StoredResponse | null } | null> {
  const [row] = await tx
    .select({
      fingerprint: idempotencyKeys.fingerprint,
      response: idempotencyKeys.response,
      isOld: sql<boolean>`${idempotencyKeys.createdAt} < now() - ${KEPT}`,
      isDead: sql<boolean>`${idempotencyKeys.createdAt} < now() - ${DEAD_AFTER}`,
    })
    .from(idempotencyKeys)
    .where(isThis(request))
  if (!row || row.isOld) return null
  if (row.fingerprint !== request.fingerprint)
    throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for a different request')
  if (row.response !== null)
    return { response: JSON.parse(secrets.open(row.response, nameOf(request))) as StoredResponse }
  if (row.isDead)
    throw new AppError(
      'CONFLICT',
      'The first request with this Idempotency-Key was cut off. See what it has done before you send it with another key.',
    )
  return { response: null }
}

/** What binds a sealed response to its row. */
const nameOf = ({ userId, key }: OnceRequest) => `${userId} ${key}`

const sealed = (secrets: Secrets, request: OnceRequest, response: StoredResponse) =>
  secrets.seal(JSON.stringify(response), nameOf(request))

/** Stores a sealed response; null while the request runs. */
async function store(tx: Db, request: OnceRequest, response: string | null): Promise<void> {
  const { userId, key, fingerprint } = request
  await tx
    .insert(idempotencyKeys)
    .values({ userId, key, fingerprint, response })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { fingerprint, response, createdAt: sql`now()` },
    })
}

/** Deletes keys that no longer count. */
export async function deleteOldIdempotencyKeys(db: Db): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - ${KEPT}`))
}
