import { and, eq, sql } from 'drizzle-orm'
import { type emailSends, mailAccounts, mailboxDays } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { localDay } from '~/engine/calendar'
import { notifySystem } from '~/models/notifications/notification.server'
import { isOwned } from '~/models/shared/mailbox-owner.server'
import type { ProviderFailure } from '~/providers/net/failure'
import type { MailboxRow } from './mailbox.server'
import { pausedBecause, problemOf } from './problem'

/** A mailbox is paused when more than this many … */
const MOST_HARD_BOUNCES = 3
/** … of its newest mails bounced hard, */
const NEWEST_MAILS = 100
/** or when this many of its mails are refused for reasons of policy in one of its local days (design section 3). */
const POLICY_REFUSALS_A_DAY = 3

/** The mail that came back, and from where it was sent. */
type Returned = Pick<typeof emailSends.$inferSelect, 'senderAccountId' | 'startedAt'>

/**
 * Counts a mail that came back against its mailbox, and pauses the mailbox when there are too many. What was sent before
 * the user let it send again does not count. Call it after the bounce itself is stored.
 */
export async function countReturned(
  tx: Db,
  send: Returned,
  kind: 'hard' | 'policy',
  words: string,
  now: Date,
): Promise<void> {
  if (!send.senderAccountId) return
  // Under the row's lock two bounces at one moment see each other.
  const [box] = await tx
    .select()
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, send.senderAccountId), isOwned))
    .for('no key update')
  if (!box || (box.healthSince && send.startedAt && send.startedAt < box.healthSince)) return
  const problem = kind === 'hard' ? await tooManyHard(tx, box) : await tooManyRefused(tx, box, words, now)
  if (problem) await pauseMailbox(tx, box, problem)
}

/** The same for a mail that its server refused at the hand-over. */
export async function countRefusal(
  tx: Db,
  send: Returned,
  { why, hard, detail }: ProviderFailure,
  now: Date,
): Promise<void> {
  if (why === 'policy') await countReturned(tx, send, 'policy', detail, now)
  if (why === 'refused' && hard) await countReturned(tx, send, 'hard', detail, now)
}

async function tooManyHard(tx: Db, box: MailboxRow): Promise<string | null> {
  const since = box.healthSince?.toISOString() ?? '-infinity'
  const [row] = await tx.execute<{ mails: number; hard: number }>(sql`
    select count(*)::int as mails, count(*) filter (where returned)::int as hard from (
      select (s.state = 'failed' and exists (
               select 1 from email_logs l where l.email_send_id = s.id and l.bounced_at is not null))
          or exists (
               select 1 from inbound_messages i where i.email_send_id = s.id and i.kind = 'bounce' and i.hard) as returned
      from email_sends s
      where s.sender_account_id = ${box.id} and s.started_at >= ${since}::timestamptz and s.state in ('sent', 'failed')
      order by s.scheduled_for desc, s.started_at desc limit ${NEWEST_MAILS}) newest`)
  if (!row || row.hard <= MOST_HARD_BOUNCES) return null
  return pausedBecause(`${row.hard} of the last ${row.mails} emails bounced.`)
}

async function tooManyRefused(tx: Db, box: MailboxRow, words: string, now: Date): Promise<string | null> {
  const [day] = await tx
    .insert(mailboxDays)
    .values({ accountKey: box.accountKey, day: localDay(now, box.timezone), policyRefusals: 1 })
    .onConflictDoUpdate({
      target: [mailboxDays.accountKey, mailboxDays.day],
      set: { policyRefusals: sql`${mailboxDays.policyRefusals} + 1` },
    })
    .returning({ refusals: mailboxDays.policyRefusals })
  if (!day || day.refusals < POLICY_REFUSALS_A_DAY) return null
  return pausedBecause(
    `${day.refusals} emails were refused today for reasons of policy or reputation. The last answer was: ${words.slice(0, 300)}`,
  )
}

/** Takes a mailbox out of use: its sends wait, the user is told once. */
async function pauseMailbox(tx: Db, box: MailboxRow, detail: string): Promise<void> {
  if (box.status !== 'connected' || box.userId === null) return
  await tx
    .update(mailAccounts)
    .set({ status: 'error', statusDetail: detail })
    .where(eq(mailAccounts.id, box.id))
  await notifySystem(tx, box.userId, {
    title: 'Mailbox paused',
    message: `${problemOf({ email: box.email, status: 'paused', statusDetail: detail })?.text} Check your contacts, then resume sending.`,
    metadata: { accountEmail: box.email, mailboxId: box.id, paused: true },
  })
}

/** What belongs to a mailbox that may send again: the counting starts anew. */
export async function clearHealth(
  tx: Db,
  box: Pick<MailboxRow, 'id' | 'accountKey'>,
  now: Date,
): Promise<void> {
  await tx.update(mailAccounts).set({ healthSince: now }).where(eq(mailAccounts.id, box.id))
  await tx.update(mailboxDays).set({ policyRefusals: 0 }).where(eq(mailboxDays.accountKey, box.accountKey))
}
