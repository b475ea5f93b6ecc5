import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { apiKeys, webhookDeliveries, webhookEndpoints, webhookEvents } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { recordNoticed } from '~/models/accounts/keys/security-log.server'
import { newIds } from '~/models/shared/ids.server'
import { lockUser } from '~/models/shared/locks.server'
import type { Providers } from '~/providers/factory.server'
import type { Secrets } from '~/secrets.server'
import { newSecret, replaceSecret } from './secrets.server'
import type { NewWebhook, Webhook, WebhookChange } from './webhook'

/** What the functions need that change an address or a secret. */
export interface WebhookDeps {
  providers: Pick<Providers, 'webhooks'>
  secrets: Secrets
}

/** The maximum number of webhooks of a user: each event is stored once for each of them. */
const MAX_WEBHOOKS = 20
const COLUMNS = {
  id: webhookEndpoints.id,
  url: webhookEndpoints.url,
  events: webhookEndpoints.events,
  active: webhookEndpoints.active,
  apiKeyId: webhookEndpoints.apiKeyId,
}

const owned = (userId: string, id: string) =>
  and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.userId, userId))

/** The user's webhooks, newest first. */
export function listWebhooks(db: Db, userId: string): Promise<Webhook[]> {
  return db
    .select(COLUMNS)
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, userId))
    .orderBy(desc(webhookEndpoints.createdAt), desc(webhookEndpoints.id))
}

/** One webhook. @throws AppError NOT_FOUND */
export async function getWebhook(db: Db, userId: string, id: string): Promise<Webhook> {
  const [row] = await db.select(COLUMNS).from(webhookEndpoints).where(owned(userId, id))
  return row ?? notFound('Webhook not found')
}

/**
 * Adds a webhook. Asks the resolver for its host, so it must not run in a transaction.
 * @param options `address` is the caller's; `apiKeyId` the API key of the call: the webhook ends with it
 * @returns it with its secret, which is shown only now
 * @throws AppError INVALID for an address that may not be used; CONFLICT if there are too many
 */
export async function createWebhook(
  db: Db,
  userId: string,
  input: NewWebhook,
  { providers, secrets }: WebhookDeps,
  { address, apiKeyId = null }: { address: string; apiKeyId?: string | null },
): Promise<Webhook & { secret: string }> {
  await requireUsable(providers, input.url)
  const secret = newSecret()
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if ((await tx.$count(webhookEndpoints, eq(webhookEndpoints.userId, userId))) >= MAX_WEBHOOKS)
      throw new AppError('CONFLICT', `At most ${MAX_WEBHOOKS} webhooks. Delete one that is no longer used.`)
    const [id] = await newIds(tx, 1)
    const [row] = await tx
      .insert(webhookEndpoints)
      .values({ id: id!, userId, apiKeyId, ...input, secret: secrets.seal(secret, id!) })
      .returning(COLUMNS)
    await recordNoticed(tx, userId, { kind: 'webhook_created', subject: new URL(input.url).host, address })
    return { ...row!, secret }
  })
}

/** Locks a webhook for a change. @throws AppError NOT_FOUND */
export async function lockWebhook(tx: Db, userId: string, id: string): Promise<void> {
  const [row] = await tx
    .select({ id: COLUMNS.id })
    .from(webhookEndpoints)
    .where(owned(userId, id))
    .for('no key update')
  if (!row) notFound('Webhook not found')
}

/**
 * Changes a webhook. One that is switched on again is tried at once with everything that is pending. Asks the resolver for a new host, so it
 * must not run in a transaction.
 * @param options `check` runs first in the transaction that saves; what it throws saves nothing. `apiKeyId` is the API key of the call: the webhook
 * ends with it from now on. One that is switched on without a key ends with none.
 * @returns it, with the new secret if that was asked for
 * @throws AppError NOT_FOUND; INVALID for an address that may not be used; CONFLICT if the secret was replaced too often
 */
export async function updateWebhook(
  db: Db,
  userId: string,
  id: string,
  { rotateSecret, ...change }: WebhookChange,
  { providers, secrets }: WebhookDeps,
  { check, apiKeyId = null }: { check?: (tx: Db) => Promise<void>; apiKeyId?: string | null } = {},
): Promise<Webhook & { secret?: string }> {
  const before = await getWebhook(db, userId, id)
  const isMoved = change.url !== undefined && change.url !== before.url
  if (isMoved) await requireUsable(providers, change.url!)
  const isOn = change.active === true && !before.active
  return db.transaction(async (tx) => {
    await check?.(tx)
    const secret = rotateSecret ? newSecret() : undefined
    const replaced = secret ? await replaceSecret(tx, { userId, id, secret }, secrets) : {}
    const [row] = await tx
      .update(webhookEndpoints)
      .set({
        ...COLUMNS_UNCHANGED,
        ...change,
        ...(change.active === undefined ? {} : { offReason: null }),
        ...(isMoved || isOn ? { failingSince: null } : {}),
        ...(apiKeyId !== null || isOn ? { apiKeyId } : {}),
        ...replaced,
      })
      .where(owned(userId, id))
      .returning(COLUMNS)
    if (!row) notFound('Webhook not found')
    if (isOn || isMoved) await retryPending(tx, id)
    return { ...row, ...(secret ? { secret } : {}) }
  })
}

/** An update needs at least one column. */
const COLUMNS_UNCHANGED = { id: sql`${webhookEndpoints.id}` }

/** Pending events get all their attempts again: those to a server that was away for days would fail at the first error. */
const retryPending = (tx: Db, endpointId: string) =>
  tx
    .update(webhookDeliveries)
    .set({ attempts: 0, nextAt: sql`now()` as unknown as Date })
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.state, 'pending'),
        sql`${webhookDeliveries.lease} is null`,
      ),
    )

/** Deletes a webhook with its log. @throws AppError NOT_FOUND */
export async function deleteWebhook(db: Db, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await tx
      .delete(webhookEndpoints)
      .where(owned(userId, id))
      .returning({ id: webhookEndpoints.id })
    if (gone.length === 0) notFound('Webhook not found')
    await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id))
  })
}

/**
 * Sends a test event to one webhook, in the background like every event.
 * @returns the id of its delivery
 * @throws AppError NOT_FOUND; CONFLICT if it is switched off
 */
export function testWebhook(db: Db, userId: string, id: string): Promise<{ deliveryId: string }> {
  return db.transaction(async (tx) => {
    await requireActive(tx, userId, id)
    const [event] = await tx
      .insert(webhookEvents)
      .values({
        userId,
        type: 'webhook.test',
        // Tests of one webhook do not wait for each other.
        objectId: sql`uuid_v7()` as unknown as string,
        facts: { message: 'Coldframe can reach this address.' },
      })
      .returning({ id: webhookEvents.id, objectId: webhookEvents.objectId, n: webhookEvents.n })
    const { objectId, n } = event!
    const [delivery] = await tx
      .insert(webhookDeliveries)
      .values({ userId, endpointId: id, eventId: event!.id, objectId, n })
      .returning({ id: webhookDeliveries.id })
    return { deliveryId: delivery!.id }
  })
}

/** @throws AppError NOT_FOUND; CONFLICT if the webhook is switched off */
export async function requireActive(tx: Db, userId: string, id: string): Promise<void> {
  const { active } = await getWebhook(tx, userId, id)
  if (!active) throw new AppError('CONFLICT', 'This webhook is switched off. Switch it on first.')
}

async function requireUsable({ webhooks }: WebhookDeps['providers'], url: string): Promise<void> {
  const problem = await webhooks.problemOf(url)
  if (problem) invalid(problem, 'url')
}

/** Switches off the webhooks of API keys that have expired. Those of a revoked key end with it (see `revokeKey`). */
export async function endWebhooksOfExpiredKeys(db: Db): Promise<void> {
  const expired = db.select({ id: apiKeys.id }).from(apiKeys).where(lte(apiKeys.expiresAt, sql`now()`))
  await db
    .update(webhookEndpoints)
    .set({ active: false, offReason: 'key_ended' })
    .where(and(inArray(webhookEndpoints.apiKeyId, expired), webhookEndpoints.active))
}
