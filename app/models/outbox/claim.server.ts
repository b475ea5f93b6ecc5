import { and, eq, type SQL, sql } from 'drizzle-orm'
import { emailSends } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { takesEmails } from '~/models/shared/mailboxes/owner.server'
import { sendingIsHeld } from './sending-control.server'
import { isOpenSend } from './stage.server'

/** Default number of sends in one claim: they are rendered together. */
export const CLAIM_BATCH = 100
/** A claim that was never attempted expires after this many seconds. */
const CLAIM_SECONDS = 60

export interface Claim extends Record<string, unknown> {
  id: string
  /** Whether an email was sent to this enrollment before. */
  followUp: boolean
}

/**
 * Claims at most `limit` due sends of a mailbox for a worker, earliest first. Other workers skip them. After its server has refused emails,
 * one at a time is tried, until it takes one.
 */
export async function claimSends(
  db: Db,
  mailboxId: string,
  worker: string,
  now: Date,
  limit = CLAIM_BATCH,
): Promise<Claim[]> {
  const rows = await executePrepared<Claim & { at: string }>(
    db,
    sql`
    with due as (
      select id from email_sends
      where stage = 'open' and state = 'scheduled' and sender_account_id = ${mailboxId}::uuid
        and scheduled_for <= ${now.toISOString()}::timestamptz
        and ${takesEmails(sql`sender_account_id`, now)} and not ${sendingIsHeld}
      order by scheduled_for, id
      limit case when ${isBeingTried(mailboxId)} then 0
        when exists (select from mail_accounts where id = ${mailboxId}::uuid and holds > 0) then 1 else ${limit}::int end
      for update skip locked
    )
    update email_sends s set state = 'claimed', claimed_by = ${worker},
      lease_ends_at = now() + make_interval(secs => ${CLAIM_SECONDS}::int)
    from due where s.id = due.id
    returning s.id, s.scheduled_for as at, exists (select 1 from email_sends p
      where p.sequence_contact_id = s.sequence_contact_id and p.sent_at is not null) as "followUp"`,
  )
  return rows.sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id))
}

/** Whether an email shows just now if the server of a mailbox takes emails again. Any worker may have it: one that hung and lost the mailbox, too. */
const isBeingTried = (mailboxId: string): SQL => sql`exists (
  select from mail_accounts m join email_sends t on t.sender_account_id = m.id
  where m.id = ${mailboxId}::uuid and m.holds > 0 and t.stage = 'open' and t.lease_ends_at > now()
    and (t.state = 'claimed' or (t.state = 'sending' and t.started_at >= m.held_until)))`

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Releases the claims of a worker on sends of a mailbox that it has not attempted. */
export async function releaseSendClaims(db: Db, mailboxId: string, worker: string): Promise<void> {
  await db
    .update(emailSends)
    .set({ state: 'scheduled', claimedBy: null, leaseEndsAt: null })
    .where(
      and(
        isOpenSend,
        eq(emailSends.senderAccountId, mailboxId),
        eq(emailSends.state, 'claimed'),
        eq(emailSends.claimedBy, worker),
      ),
    )
}

/** The time of a mailbox's next scheduled send; null if there is none, or if its server takes no emails at `now` or is being tried. */
export async function nextSlotAt(db: Db, mailboxId: string, now: Date): Promise<Date | null> {
  const [row] = await executePrepared<{ at: string | null }>(
    db,
    sql`select min(scheduled_for) as at from email_sends
      where stage = 'open' and state = 'scheduled' and sender_account_id = ${mailboxId}::uuid
        and ${takesEmails(sql`sender_account_id`, now)} and not ${isBeingTried(mailboxId)}`,
  )
  return row?.at ? new Date(row.at) : null
}
