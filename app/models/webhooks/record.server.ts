import { and, eq, sql } from 'drizzle-orm'
import { webhookEndpoints } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notifySystem } from '~/models/notifications/notification.server'
import { isAmong, rowArrays } from '~/models/shared/row-arrays.server'
import type { EndpointResponse } from '~/providers/web/types'
import type { Delivery } from './claim.server'
import { OFF_WORDS } from './off-reasons'
import { pauseAfter } from './schedule'
import type { OffReason } from './webhook'

/** An attempt at a delivery, and what came of it. */
export interface Attempt {
  delivery: Delivery
  response: EndpointResponse
}

/** How long an endpoint may fail without a success before it is switched off. */
const MAX_FAILING_TIME = sql`interval '3 days'`

/** The status of a server that wants no further events (Standard Webhooks specification). */
const GONE = 410

const RESULT_TYPES = {
  id: 'uuid',
  lease: 'uuid',
  state: 'text',
  attempts: 'int',
  /** Until the next attempt, in milliseconds. */
  pause: 'int',
  status: 'int',
  text: 'text',
  error: 'text',
} as const

interface Recorded extends Record<string, unknown> {
  id: string
  endpointId: string
  objectId: string
  state: string
}

/**
 * Records attempts in one transaction. An attempt whose lease is over counts for nothing: another worker has taken the delivery. The next
 * event of an object is due as soon as the one before was delivered or has failed permanently. Switches off endpoints that are gone or
 * failed for three days, with a notification.
 */
export async function recordAttempts(db: Db, attempts: Attempt[]): Promise<void> {
  if (attempts.length === 0) return
  await db.transaction(async (tx) => {
    const recorded = await tx.execute<Recorded>(sql`
        update webhook_deliveries d set state = v.state, attempts = v.attempts, lease = null, response_status = v.status,
          answer = v.text, error = v.error, attempted_at = now(), next_at = now() + make_interval(secs => v.pause / 1000.0)
        from ${rowArrays('v', RESULT_TYPES, attempts.map(resultOf))}
        where d.id = v.id and d.lease = v.lease and d.state = 'pending'
        returning d.id, d.endpoint_id as "endpointId", d.object_id as "objectId", d.state`)
    await clearErased(tx, recorded)
    const ended = recorded.filter(({ state }) => state !== 'pending')
    if (ended.length > 0) await releaseNext(tx, ended)
    const counted = new Set(recorded.map(({ id }) => id))
    await judgeEndpoints(
      tx,
      attempts.filter(({ delivery }) => counted.has(delivery.id)),
    )
  })
}

/** Removes responses about a person who was erased during the attempt. A later statement sees each erasure that cleared responses before. */
const clearErased = (tx: Db, recorded: Recorded[]) =>
  tx.execute(sql`
      update webhook_deliveries d set answer = null from webhook_events e
      where ${isAmong(
        sql`d.id`,
        recorded.map(({ id }) => id),
      )} and e.id = d.event_id and e.facts = '{}' and d.answer is not null`)

const isSuccess = ({ status }: EndpointResponse) => status !== null && status >= 200 && status < 300

function resultOf({ delivery: { id, lease, attempts: before }, response }: Attempt) {
  const attempts = before + 1
  const pause =
    isSuccess(response) || response.status === GONE ? null : pauseAfter(attempts, id, response.retryAfter)
  return {
    ...{ id, lease, attempts, status: response.status, text: response.text },
    state: isSuccess(response) ? 'delivered' : pause === null ? 'failed' : 'pending',
    pause: Math.ceil((pause ?? 0) * 1000),
    error: isSuccess(response) ? null : (response.error ?? `The server responded with ${response.status}`),
  }
}

const PLACE_TYPES = { endpoint_id: 'uuid', object_id: 'uuid' } as const

const releaseNext = (tx: Db, ended: Recorded[]) =>
  tx.execute(sql`
      update webhook_deliveries d set next_at = now()
      from ${rowArrays(
        'v',
        PLACE_TYPES,
        ended.map((row) => ({ endpoint_id: row.endpointId, object_id: row.objectId })),
      )} cross join lateral (
        select id from webhook_deliveries where endpoint_id = v.endpoint_id and object_id = v.object_id and state = 'pending'
        order by n limit 1) first
      where d.id = first.id and d.lease is null and d.next_at > now() and d.attempts = 0`)

/** An endpoint with the address that was called: results of an earlier address say nothing about the present one. */
type Called = Pick<Delivery, 'endpointId' | 'url'>

const isAt = ({ endpointId, url }: Called) =>
  and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.url, url))

/** Notes since when endpoints fail, and switches off those that are gone or failed for too long. Locks them by ascending id. */
async function judgeEndpoints(tx: Db, attempts: Attempt[]): Promise<void> {
  const calledWith = (wanted: (response: EndpointResponse) => boolean) => {
    const found = attempts.filter(({ response }) => wanted(response)).map(({ delivery }) => delivery)
    return new Map(
      found.map((delivery): [string, Called] => [`${delivery.endpointId} ${delivery.url}`, delivery]),
    )
  }
  const good = calledWith(isSuccess)
  const bad = calledWith((response) => !isSuccess(response))
  if (good.size > 0)
    await tx.execute(sql`
        update webhook_endpoints set failing_since = null where id in (
          select e.id from webhook_endpoints e join ${rowArrays('v', CALLED_TYPES, [...good.values()].map(calledOf))}
            on v.id = e.id and v.url = e.url
          where e.failing_since is not null order by e.id for update of e)`)
  for (const [key, called] of [...bad].sort()) {
    if (good.has(key)) continue
    await tx
      .update(webhookEndpoints)
      .set({ failingSince: sql`now()` as unknown as Date })
      .where(and(isAt(called), sql`${webhookEndpoints.failingSince} is null`))
    await switchOff(tx, called, 'failing')
  }
  for (const [, called] of [...calledWith(({ status }) => status === GONE)].sort())
    await switchOff(tx, called, 'gone')
}

const CALLED_TYPES = { id: 'uuid', url: 'text' } as const

const calledOf = ({ endpointId, url }: Called) => ({ id: endpointId, url })

/** Switches off an endpoint that is gone, or that has failed for too long, and notifies its user once. */
async function switchOff(tx: Db, called: Called, reason: OffReason): Promise<void> {
  const [off] = await tx
    .update(webhookEndpoints)
    .set({ active: false, offReason: reason })
    .where(
      and(
        isAt(called),
        eq(webhookEndpoints.active, true),
        reason === 'failing'
          ? sql`${webhookEndpoints.failingSince} <= now() - ${MAX_FAILING_TIME}`
          : undefined,
      ),
    )
    .returning({ userId: webhookEndpoints.userId })
  if (!off) return
  await notifySystem(tx, off.userId, {
    title: 'Webhook switched off',
    message: `${OFF_WORDS[reason]} Address: ${hostOf(called.url)}`,
    metadata: { webhookId: called.endpointId },
  })
}

const hostOf = (url: string) => new URL(url).host
