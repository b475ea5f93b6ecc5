import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { apiKeys, webhookDeliveries, webhookEndpoints, webhookEvents } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { afterCursor, newestFirst, pageOf } from '~/models/shared/page.server'
import { getWebhook, requireActive } from './endpoints.server'
import type { DeliveriesQuery } from './webhook'

/** How long events and their deliveries are kept. */
const KEPT = sql`interval '30 days'`

const COLUMNS = {
  id: webhookDeliveries.id,
  type: webhookEvents.type,
  status: webhookDeliveries.state,
  attempts: webhookDeliveries.attempts,
  responseStatus: webhookDeliveries.responseStatus,
  at: webhookDeliveries.createdAt,
}

/** What a program needs to know of a delivery, beside its columns in lists. */
const DETAILS = {
  error: webhookDeliveries.error,
  nextAttemptAt:
    sql<Date | null>`case when ${webhookDeliveries.state} = 'pending' then ${webhookDeliveries.nextAt} end`.mapWith(
      webhookDeliveries.nextAt,
    ),
  body: webhookEvents.body,
}

type Listed = { body: string | null }

/** A delivery as `/api` shows it: the payload as the object that was sent. */
export const deliveryShown = <D extends Listed>({ body, ...delivery }: D) => ({
  ...delivery,
  payload: body === null ? null : (JSON.parse(body) as Record<string, unknown>),
})

const owned = (userId: string, endpointId: string) =>
  and(eq(webhookDeliveries.userId, userId), eq(webhookDeliveries.endpointId, endpointId))

/** One page of a webhook's deliveries, newest first, and the cursor of the next page. @throws AppError NOT_FOUND */
export async function listDeliveries(db: Db, userId: string, endpointId: string, page: DeliveriesQuery) {
  await getWebhook(db, userId, endpointId)
  const found = await db
    .select({ ...COLUMNS, ...DETAILS })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(and(owned(userId, endpointId), afterCursor(webhookDeliveries, page.cursor)))
    .orderBy(...newestFirst(webhookDeliveries))
    .limit(page.limit + 1)
  return pageOf(found, page.limit, ({ at, id }) => ({ createdAt: at, id }))
}

/** One delivery with the request and the response. @throws AppError NOT_FOUND */
export async function getDelivery(db: Db, userId: string, endpointId: string, id: string) {
  const [row] = await db
    .select({
      ...COLUMNS,
      eventId: webhookEvents.id,
      body: webhookEvents.body,
      responseText: webhookDeliveries.responseText,
      error: webhookDeliveries.error,
      attemptedAt: webhookDeliveries.attemptedAt,
      nextAt: webhookDeliveries.nextAt,
      isInFlight: sql<boolean>`${webhookDeliveries.lease} is not null and ${webhookDeliveries.nextAt} > now()`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(and(owned(userId, endpointId), eq(webhookDeliveries.id, id)))
  return row ?? notFound('Delivery not found')
}

/**
 * Sends a delivery again with the same id and body: its attempts are counted from zero again.
 * @throws AppError NOT_FOUND; CONFLICT if the webhook is switched off or the delivery is being made
 */
export async function resendDelivery(db: Db, userId: string, endpointId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const own = and(owned(userId, endpointId), eq(webhookDeliveries.id, id))
    const [row] = await tx
      .select({ lease: webhookDeliveries.lease })
      .from(webhookDeliveries)
      .where(own)
      .for('update')
    if (!row) notFound('Delivery not found')
    await requireActive(tx, userId, endpointId)
    if (row.lease) throw new AppError('CONFLICT', 'This event is being sent right now')
    await tx
      .update(webhookDeliveries)
      .set({ state: 'pending', attempts: 0, nextAt: sql`now()` as unknown as Date })
      .where(own)
  })
}

/**
 * The newest event of each of a user's webhooks that was tried, and why it is off or since when it fails.
 * @param id only this webhook
 */
export async function listWebhookStates(db: Db, userId: string, id?: string) {
  const last = db
    .select({
      status: webhookDeliveries.state,
      responseStatus: webhookDeliveries.responseStatus,
      error: webhookDeliveries.error,
      attemptedAt: webhookDeliveries.attemptedAt,
    })
    .from(webhookDeliveries)
    .where(
      and(eq(webhookDeliveries.endpointId, webhookEndpoints.id), isNotNull(webhookDeliveries.attemptedAt)),
    )
    .orderBy(...newestFirst(webhookDeliveries))
    .limit(1)
    .as('last')
  const rows = await db
    .select({
      id: webhookEndpoints.id,
      offReason: webhookEndpoints.offReason,
      keyName: apiKeys.name,
      failingSince: webhookEndpoints.failingSince,
      previousUntil: webhookEndpoints.previousUntil,
      /** The replaced secrets sign no more. */
      isRotated: sql<boolean>`coalesce(${webhookEndpoints.previousUntil} <= now(), true)`,
      last: {
        status: last.status,
        responseStatus: last.responseStatus,
        error: last.error,
        attemptedAt: last.attemptedAt,
      },
    })
    .from(webhookEndpoints)
    .leftJoin(apiKeys, eq(apiKeys.id, webhookEndpoints.apiKeyId))
    .leftJoinLateral(last, sql`true`)
    .where(and(eq(webhookEndpoints.userId, userId), id ? eq(webhookEndpoints.id, id) : undefined))
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Deletes events that are older than 30 days, with their deliveries. */
export async function deleteOldWebhookEvents(db: Db): Promise<void> {
  await db.delete(webhookEvents).where(lt(webhookEvents.at, sql`now() - ${KEPT}`))
}
