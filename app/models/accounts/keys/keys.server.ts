import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { apiKeys, personas, sequences, webhookEndpoints } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { lockUser } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { hashToken, newToken } from '~/secrets.server'
import type { SessionUser } from '../session.server'
import type { Key, NewKey } from './key'
import { recordNoticed, recordSecurityEvent } from './security-log.server'

/** The maximum number of keys of a user, without revoked ones. */
const MAX_KEYS = 50
/** Characters of a key that stay visible. */
const PREFIX_LENGTH = 11

const COLUMNS = {
  id: apiKeys.id,
  name: apiKeys.name,
  scope: apiKeys.scope,
  prefix: apiKeys.prefix,
  sequenceIds: apiKeys.sequenceIds,
  personaIds: apiKeys.personaIds,
  maySend: apiKeys.maySend,
  mayDelete: apiKeys.mayDelete,
  lastUsedAt: apiKeys.lastUsedAt,
  expiresAt: apiKeys.expiresAt,
}

const inUse = (userId: string) => and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt))

/** The user's keys, newest first, without revoked ones. */
export function listKeys(db: Db, userId: string): Promise<Key[]> {
  return db.select(COLUMNS).from(apiKeys).where(inUse(userId)).orderBy(desc(apiKeys.createdAt))
}

/** One key that is not revoked. @throws AppError NOT_FOUND */
export async function getKey(db: Db, userId: string, id: string): Promise<Key> {
  const [row] = await db
    .select(COLUMNS)
    .from(apiKeys)
    .where(and(inUse(userId), eq(apiKeys.id, id)))
  return row ?? notFound('API key not found')
}

/**
 * Creates a key.
 * @param address the caller's address, for the security log
 * @returns the key with its text, which is stored only as a hash
 * @throws AppError INVALID for an expiry in the past; NOT_FOUND for foreign sequences or lists; CONFLICT if there are too many keys
 */
export function createKey(
  db: Db,
  userId: string,
  input: NewKey,
  address: string,
): Promise<Key & { key: string }> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    await requireOwn(tx, userId, input)
    if ((await tx.$count(apiKeys, inUse(userId))) >= MAX_KEYS)
      throw new AppError('CONFLICT', `At most ${MAX_KEYS} API keys. Revoke one that is no longer used.`)
    const key = `cf_${newToken()}`
    const [row] = await tx
      .insert(apiKeys)
      .values({ userId, ...input, hash: hashToken(key), prefix: key.slice(0, PREFIX_LENGTH) })
      .returning({ ...COLUMNS, isPast: sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)` })
    const { isPast, ...created } = row!
    if (isPast) invalid('The expiry must be in the future', 'expiresAt')
    await recordNoticed(tx, userId, { kind: 'key_created', subject: keySubject(created), address })
    return { ...created, key }
  })
}

/** The moment some days from now by PostgreSQL's clock, which decides when keys expire. */
export async function daysFromNow(db: Db, days: number): Promise<Date> {
  const [row] = await db.execute<{ at: string }>(sql`select now() + make_interval(days => ${days}) as at`)
  return new Date(row!.at)
}

async function requireOwn(tx: Db, userId: string, { sequenceIds, personaIds }: NewKey): Promise<void> {
  if (sequenceIds) {
    const own = and(eq(sequences.userId, userId), isAmong(sequences.id, sequenceIds))
    if ((await tx.$count(sequences, own)) < new Set(sequenceIds).size) notFound('Sequence not found')
  }
  if (personaIds) {
    const own = and(eq(personas.userId, userId), isAmong(personas.id, personaIds))
    if ((await tx.$count(personas, own)) < new Set(personaIds).size) notFound('Email list not found')
  }
}

/** How many active webhooks end with a key. */
export const countWebhooksOf = (db: Db, keyId: string): Promise<number> =>
  db.$count(webhookEndpoints, and(eq(webhookEndpoints.apiKeyId, keyId), webhookEndpoints.active))

/** Revokes a key. Calls with it are refused from now on, and its webhooks are switched off. @throws AppError NOT_FOUND */
export function revokeKey(db: Db, userId: string, id: string, address: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(and(inUse(userId), eq(apiKeys.id, id)))
      .returning(COLUMNS)
    if (!row) notFound('API key not found')
    await tx
      .update(webhookEndpoints)
      .set({ active: false, offReason: 'key_ended' })
      .where(and(eq(webhookEndpoints.apiKeyId, id), webhookEndpoints.active))
    await recordSecurityEvent(tx, userId, { kind: 'key_revoked', subject: keySubject(row), address })
  })
}

/** Revokes all keys of a user, with their webhooks. @returns how many */
export async function revokeAllKeys(tx: Db, userId: string, address: string): Promise<number> {
  const keys = await tx.select({ id: apiKeys.id }).from(apiKeys).where(inUse(userId)).orderBy(apiKeys.id)
  for (const { id } of keys) await revokeKey(tx, userId, id, address)
  return keys.length
}

/** How the security log names a key. */
export const keySubject = ({ name, prefix }: Pick<Key, 'name' | 'prefix'>): string => `${name} (${prefix}…)`

/** The key of a call, with its owner. */
export interface UsedKey extends Key {
  user: SessionUser
  state: 'valid' | 'expired' | 'revoked'
}

/** The key with this text, also if it no longer works. A valid one counts as used now, to the minute. Null if there is none. */
export async function identifyKey(db: Db, text: string): Promise<UsedKey | null> {
  // Every call with a key asks this, so it is prepared.
  const [row] = await executePrepared<
    Omit<UsedKey, 'user' | 'lastUsedAt' | 'expiresAt'> &
      Omit<SessionUser, 'id'> & { userId: string; isStale: boolean }
  >(
    db,
    sql`
      select k.id, k.name, k.scope, k.prefix, k.sequence_ids as "sequenceIds", k.persona_ids as "personaIds",
        k.may_send as "maySend", k.may_delete as "mayDelete",
        case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'valid' end as state,
        coalesce(k.last_used_at < now() - interval '1 minute', true) as "isStale",
        u.id as "userId", u.email, u.full_name as "fullName", u.timezone
      from api_keys k join users u on u.id = k.user_id where k.hash = ${hashToken(text)}`,
  )
  if (!row) return null
  const { userId, email, fullName, timezone, isStale, ...key } = row
  if (isStale && key.state === 'valid')
    await db.update(apiKeys).set({ lastUsedAt: sql`now()` }).where(eq(apiKeys.id, key.id))
  return { ...key, lastUsedAt: null, expiresAt: null, user: { id: userId, email, fullName, timezone } }
}
