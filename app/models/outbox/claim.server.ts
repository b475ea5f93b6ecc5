import { and, eq, sql } from 'drizzle-orm'
import { emailSends } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { shardOf } from '~/models/mailboxes/shards.server'
import { sendingIsHeld } from './sending-control.server'
import { isOpen } from './stage.server'

/** Mails claimed together. */
export const CLAIM_BATCH = 250
/** A claim that was never attempted goes back after this long. */
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

/** How a shard's mails are claimed, in proportion to its mailboxes. */
export interface Turn {
  /** Mails of a turn, while others want its place. */
  mails: number
  /** Mails claimed together. */
  claim: number
  /** More are claimed when fewer than this wait: before mailboxes have none left, and miss their place in the row. */
  refillAt: number
}

const LONGEST_TURN = 2000
const LARGEST_CLAIM = 1000

/** A shard's turn. */
export async function turnOf(db: Db, shard: number): Promise<Turn> {
  const [row] = await executePrepared<{ n: number }>(
    db,
    sql`select count(*)::int as n from mail_accounts where status = 'connected' and ${shardOf} = ${shard}::int`,
  )
  const boxes = row!.n
  return {
    mails: Math.min(LONGEST_TURN, Math.max(25, boxes * 6)),
    claim: Math.min(LARGEST_CLAIM, Math.max(CLAIM_BATCH, boxes * 6)),
    refillAt: Math.max(100, boxes * 2),
  }
}

/** The mailboxes of a shard that have planned mails, found in steps from one to the next in the index. */
const boxesOf = (shard: number) => sql`
  boxes as (
    (select sender_account_id as id from email_sends
      where stage = 'open' and state = 'scheduled' and shard = ${shard}::int order by sender_account_id limit 1)
    union all
    select (select n.sender_account_id from email_sends n
        where n.stage = 'open' and n.state = 'scheduled' and n.shard = ${shard}::int and n.sender_account_id > b.id
        order by n.sender_account_id limit 1)
      from boxes b where b.id is not null
  )`

/** Whether a mailbox `b` was not disconnected. The few that were are looked up once for a statement. */
const isThere = sql.raw('b.id not in (select id from mail_accounts where user_id is null)')

/** The time of the first planned mail of a mailbox `b`. */
const firstOf = (shard: number) => sql`
  (select f.scheduled_for as at from email_sends f
    where f.stage = 'open' and f.state = 'scheduled' and f.shard = ${shard}::int and f.sender_account_id = b.id
    order by f.scheduled_for, f.id limit 1)`

/**
 * Claims what is due of a shard's mailboxes, at most `limit`: of each mailbox its earliest mails and the same number, so that
 * a mailbox with many does not hold up the others. Other workers skip the rows.
 * @param except mailboxes that take no more just now
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
    with recursive ${boxesOf(shard)}, due_boxes as materialized (
      select b.id from boxes b, lateral ${firstOf(shard)} f
      where f.at <= ${now.toISOString()}::timestamptz and ${isThere} and not ${sendingIsHeld}
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

/** Gives a worker's claims of a shard back that were never attempted: it goes no further with them. */
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

/** When the next planned mail has its slot, or null: the send task's next call. */
export async function nextSlotAt(db: Db, shard: number): Promise<Date | null> {
  const [row] = await executePrepared<{ at: string | null }>(
    db,
    sql`with recursive ${boxesOf(shard)}
    select min(f.at) as at from boxes b, lateral ${firstOf(shard)} f where ${isThere}`,
  )
  return row?.at ? new Date(row.at) : null
}
