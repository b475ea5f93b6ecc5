import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { isHeldAfterRestore } from '~/models/outbox/sending-control.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import { type EventWithoutBody, renderBodies } from './bodies.server'

/**
 * Deliveries that a worker makes at the same time. A claim and a result take a few milliseconds each, so 100 at a time are a thousand a second.
 * An endpoint that fails gets one at a time, so it cannot fill the places of others.
 */
export const IN_FLIGHT = { endpoint: 100, failing: 1, user: 200, total: 1000 }

/** How long a worker may take for a delivery, in seconds. Then another one may try: the first has died. */
const LEASE_SECONDS = 60

/** How many deliveries of an endpoint a claim looks at beyond those that it may make: the first ones may wait for earlier events. */
const LOOK_AHEAD = 100

/** What a worker is delivering: for each of these, the endpoint and its user. */
export type InFlight = Iterable<{ endpointId: string; userId: string }>

/** A claimed delivery, with everything that an attempt needs. */
export interface Delivery {
  id: string
  /** The claim: results of another one are not recorded. */
  lease: string
  endpointId: string
  userId: string
  url: string
  /** Sealed, with the endpoint's id. */
  secret: string
  /** Sealed, all replaced ones together; null unless the secret was replaced recently. */
  previousSecret: string | null
  eventId: string
  body: string
  /** Attempts so far. */
  attempts: number
  /** PostgreSQL's time of the claim. */
  now: Date
}

interface ClaimedRow extends Record<string, unknown>, Omit<Delivery, 'body' | 'now'> {
  type: EventWithoutBody['type']
  objectId: string
  facts: Record<string, unknown>
  body: string | null
  at: string
  now: string
}

/**
 * Claims deliveries that are due, with their bodies. Endpoints take turns. An event waits while an earlier one of the same endpoint and object
 * is pending: then it is looked at again when that one is due, at the latest after five minutes. If that one is being delivered, it is
 * looked at again after a second: its result may be recorded while this claim still sees it in flight. Nothing is due while sending is held
 * after a restore: a copy of an installation must not notify anyone. Stored times are rounded to milliseconds, so
 * "now" may be stored as the next one.
 * @returns null if nothing was due and no waiting event was rechecked
 */
export async function claimDeliveries(db: Db, inFlight: InFlight): Promise<Delivery[] | null> {
  const rows = await db.execute<ClaimedRow & { looked: number; id: string | null }>(claim([...inFlight]))
  if (rows[0]!.looked === 0) return null
  const claimed: ClaimedRow[] = rows.filter((row) => row.id !== null)
  const bare = claimed.filter((row) => row.body === null)
  const bodies = await renderBodies(
    db,
    bare.map((row) => ({ ...row, id: row.eventId, at: new Date(row.at) })),
  )
  return claimed.flatMap((row) => {
    const body = row.body ?? bodies.get(row.eventId)
    return body === undefined ? [] : [{ ...row, body, now: new Date(row.now) }]
  })
}

/** Not prepared: a plan made while the tables are empty would scan them when they have grown, for each row that it looks at. */
function claim(inFlight: { endpointId: string; userId: string }[]) {
  const endpoints = sql.param(inFlight.map(({ endpointId }) => endpointId))
  const users = sql.param(inFlight.map(({ userId }) => userId))
  return sql`
    with flying as (
      select endpoint_id, count(*)::int as n from unnest(${endpoints}::uuid[]) f(endpoint_id) group by 1
    ), flying_users as (
      select user_id, count(*)::int as n from unnest(${users}::uuid[]) f(user_id) group by 1
    ), open as (
      select e.id, e.user_id, coalesce(f.n, 0) as used, greatest(0, least(
          case when e.failing_since is null then ${IN_FLIGHT.endpoint}::int else ${IN_FLIGHT.failing}::int end - coalesce(f.n, 0),
          ${IN_FLIGHT.user}::int - coalesce(u.n, 0))) as room, coalesce(u.n, 0) as user_used
      from webhook_endpoints e left join flying f on f.endpoint_id = e.id left join flying_users u on u.user_id = e.user_id
      where e.active and not ${isHeldAfterRestore}
    ), due as (
      select o.id as endpoint_id, o.user_id, o.used, o.user_used, o.room, d.id, d.object_id, d.n, d.next_at
      from open o cross join lateral (
        select d.id, d.object_id, d.n, d.next_at from webhook_deliveries d
        where d.endpoint_id = o.id and d.state = 'pending' and d.next_at <= now() + interval '1 millisecond'
        order by d.next_at, d.n limit ${LOOK_AHEAD}::int + o.room for update skip locked
      ) d where o.room > 0
    ), judged as (
      select due.*, (
        select case when p.lease is null then p.next_at else now() end from webhook_deliveries p
        where p.endpoint_id = due.endpoint_id and p.object_id = due.object_id and p.state = 'pending' and p.n < due.n
        order by p.n limit 1) as waits_for
      from due
    ), turns as (
      select *, used + row_number() over (partition by endpoint_id order by next_at, n) as turn from judged where waits_for is null
    ), places as (
      select *, user_used + row_number() over (partition by user_id order by turn, next_at) as user_turn from turns
      where turn <= used + room
    ), chosen as (
      select id from places where user_turn <= ${IN_FLIGHT.user}::int
      order by turn, next_at limit ${IN_FLIGHT.total - inFlight.length}::int
    ), claimed as (
      update webhook_deliveries d set lease = gen_random_uuid(), next_at = now() + make_interval(secs => ${LEASE_SECONDS}::int)
      from chosen where d.id = chosen.id
      returning d.id, d.lease, d.endpoint_id, d.event_id, d.attempts
    ), waiting as (
      update webhook_deliveries d
      set next_at = least(greatest(j.waits_for, now() + interval '1 second'), now() + interval '5 minutes')
      from judged j where d.id = j.id and j.waits_for is not null
    )
    select looked.n as looked, c.id, c.lease, c.endpoint_id as "endpointId", e.user_id as "userId", e.url, e.secret,
      case when e.previous_until > now() then e.previous_secret end as "previousSecret", c.event_id as "eventId", c.attempts,
      v.type, v.object_id as "objectId", v.facts, v.body, v.at::text as at, now()::text as now
    from (select count(*)::int as n from judged) looked left join (
      claimed c join webhook_endpoints e on e.id = c.endpoint_id join webhook_events v on v.id = c.event_id) on true
    order by v.n`
}

/** Gives back claims of attempts that were aborted: they do not count, and another worker may try at once. */
export async function releaseDeliveries(db: Db, claims: Pick<Delivery, 'id' | 'lease'>[]): Promise<void> {
  const aborted = rowArrays(
    'v',
    { id: 'uuid', lease: 'uuid' },
    claims.map(({ id, lease }) => ({ id, lease })),
  )
  await db.execute(sql`
    update webhook_deliveries d set lease = null, next_at = now()
    from ${aborted} where d.id = v.id and d.lease = v.lease and d.state = 'pending'`)
}
