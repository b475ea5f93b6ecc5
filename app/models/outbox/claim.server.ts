import { and, eq, sql } from 'drizzle-orm'
import { emailSends } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { shardOf } from '~/models/mailboxes/shards.server'
import { sendingIsHeld } from './sending-control.server'
import { isOpen } from './stage.server'

/** Default number of sends in one claim. */
export const CLAIM_BATCH = 250
/** A claim that was never attempted expires after this many seconds. */
const CLAIM_SECONDS = 60

export interface Claim extends Record<string, unknown> {
  id: string
  userId: string
  enrollmentId: string | null
  stepId: string | null
  visit: number
  mailboxId: string
  followUp: boolean
}

/** Limits for sending one shard. They grow with its number of mailboxes. */
export interface TurnLimits {
  /** The maximum number of sends in one turn while other shards are waiting. */
  sends: number
  /** The maximum number of sends in one claim. */
  claim: number
  /** Claim more when fewer than this are waiting, so that no mailbox runs dry and misses its turn. */
  refillAt: number
}

const LONGEST_TURN = 2000
const LARGEST_CLAIM = 1000

/** Computes the limits of a shard. */
export async function loadTurnLimits(db: Db, shard: number): Promise<TurnLimits> {
  const [row] = await executePrepared<{ n: number }>(
    db,
    sql`select count(*)::int as n from mail_accounts where status = 'connected' and ${shardOf} = ${shard}::int`,
  )
  const boxes = row!.n
  return {
    sends: Math.min(LONGEST_TURN, Math.max(25, boxes * 6)),
    claim: Math.min(LARGEST_CLAIM, Math.max(CLAIM_BATCH, boxes * 6)),
    refillAt: Math.max(100, boxes * 2),
  }
}

/** CTE with the mailboxes of a shard that have scheduled sends: a loose index scan, one step per mailbox. */
const mailboxesCte = (shard: number) => sql`
  boxes as (
    (select sender_account_id as id from email_sends
      where stage = 'open' and state = 'scheduled' and shard = ${shard}::int order by sender_account_id limit 1)
    union all
    select (select n.sender_account_id from email_sends n
        where n.stage = 'open' and n.state = 'scheduled' and n.shard = ${shard}::int and n.sender_account_id > b.id
        order by n.sender_account_id limit 1)
      from boxes b where b.id is not null
  )`

/** Whether mailbox `b` is still connected to a user. The few disconnected ones are looked up once per statement. */
const isConnected = sql.raw('b.id not in (select id from mail_accounts where user_id is null)')

/** The time of the first scheduled send of mailbox `b`. */
const firstSend = (shard: number) => sql`
  (select f.scheduled_for as at from email_sends f
    where f.stage = 'open' and f.state = 'scheduled' and f.shard = ${shard}::int and f.sender_account_id = b.id
    order by f.scheduled_for, f.id limit 1)`

/**
 * Claims at most `limit` due sends of a shard. Each mailbox gets an equal share, earliest sends first, so that a mailbox with
 * a long queue does not delay the others. Other workers skip the claimed rows.
 * @param except mailboxes to skip, because they cannot take more at the moment
 */
export async function claimSends(
  db: Db,
  shard: number,
  worker: string,
  now: Date,
  limit = CLAIM_BATCH,
  except: string[] = [],
): Promise<Claim[]> {
  const rows = await executePrepared<Claim & { at: string }>(
    db,
    sql`
    with recursive ${mailboxesCte(shard)}, due_boxes as materialized (
      select b.id from boxes b, lateral ${firstSend(shard)} f
      where f.at <= ${now.toISOString()}::timestamptz and ${isConnected} and not ${sendingIsHeld}
        and b.id <> all(${sql.param(except)}::uuid[])
    ), due as (
      select d.id from due_boxes b, lateral (
        select s.id, s.scheduled_for from email_sends s
        where s.stage = 'open' and s.state = 'scheduled' and s.shard = ${shard}::int and s.sender_account_id = b.id
          and s.scheduled_for <= ${now.toISOString()}::timestamptz
        order by s.scheduled_for, s.id
        limit (select greatest(1, ${limit}::int / greatest(count(*), 1)) from due_boxes)
        for update of s skip locked) d
      order by d.scheduled_for, d.id limit ${limit}::int
    )
    update email_sends s set state = 'claimed', claimed_by = ${worker},
      lease_ends_at = now() + make_interval(secs => ${CLAIM_SECONDS}::int)
    from due where s.id = due.id
    returning s.id, s.user_id as "userId", s.sequence_contact_id as "enrollmentId", s.step_id as "stepId", s.visit,
      s.sender_account_id as "mailboxId", s.scheduled_for as at, exists (select 1 from email_sends p
        where p.sequence_contact_id = s.sequence_contact_id and p.sent_at is not null) as "followUp"`,
  )
  return rows.sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Releases a worker's claims of a shard that it has not attempted. */
export async function releaseClaims(db: Db, shard: number, worker: string): Promise<void> {
  await db
    .update(emailSends)
    .set({ state: 'scheduled', claimedBy: null, leaseEndsAt: null })
    .where(
      and(
        isOpen,
        eq(emailSends.shard, shard),
        eq(emailSends.state, 'claimed'),
        eq(emailSends.claimedBy, worker),
      ),
    )
}

/** The time of the shard's next scheduled send, or null. The send task runs again then. */
export async function nextSlotAt(db: Db, shard: number): Promise<Date | null> {
  const [row] = await executePrepared<{ at: string | null }>(
    db,
    sql`with recursive ${mailboxesCte(shard)}
    select min(f.at) as at from boxes b, lateral ${firstSend(shard)} f where ${isConnected}`,
  )
  return row?.at ? new Date(row.at) : null
}
