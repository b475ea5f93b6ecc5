import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { emailSends, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { localDay, startOfDay } from '~/engine/calendar'
import { notifySystem } from '~/models/notifications/notification.server'
import { isOwned } from '~/models/shared/mailboxes/owner.server'
import { withoutLinks } from '~/models/shared/without-links.server'
import type { ProviderFailure } from '~/providers/net/failure'
import type { MailboxRow } from './mailbox.server'
import { pausedBecause, problemOf } from './problem'

/** A mailbox is paused when more than this many of its recent emails hard-bounced. */
const MAX_HARD_BOUNCES = 3
/** How many of its latest emails count as recent. */
const RECENT_EMAILS = 100
/** A mailbox is also paused after this many emails to at least two domains were refused by policy on one of its local days. */
const POLICY_REFUSALS_A_DAY = 3
/** One strict server says nothing about a sender. */
const REFUSING_DOMAINS = 2
/** Servers judge an email within this time. A later report is old, or forged with the headers of an old email. */
const POLICY_DAYS = 5

/** A send that bounced or was refused. */
type FailedSend = Pick<typeof emailSends.$inferSelect, 'id' | 'senderAccountId' | 'startedAt'>

/**
 * Counts a bounce against its mailbox, and pauses the mailbox if there are too many. Sends from before the last resume do not
 * count. Call it after the bounce itself is stored.
 */
export async function countBounce(
  tx: Db,
  send: FailedSend,
  kind: 'hard' | 'policy',
  detail: string,
  now: Date,
): Promise<void> {
  if (!send.senderAccountId) return
  // With the row locked, two concurrent bounces see each other.
  const [box] = await tx
    .select()
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, send.senderAccountId), isOwned))
    .for('no key update')
  if (!box || (box.healthSince && send.startedAt && send.startedAt < box.healthSince)) return
  const problem =
    kind === 'hard' ? await checkHardBounces(tx, box) : await checkPolicyRefusals(tx, box, send, detail, now)
  if (problem) await pauseMailbox(tx, box, problem)
}

/** Counts a send that the server refused right away. */
export async function countRefusal(
  tx: Db,
  send: FailedSend,
  { why, hard, detail }: ProviderFailure,
  now: Date,
): Promise<void> {
  if (why === 'policy') await countBounce(tx, send, 'policy', detail, now)
  if (why === 'refused' && hard) await countBounce(tx, send, 'hard', detail, now)
}

async function checkHardBounces(tx: Db, box: MailboxRow): Promise<string | null> {
  const since = box.healthSince?.toISOString() ?? '-infinity'
  const [row] = await tx.execute<{ mails: number; hard: number }>(sql`
    select count(*)::int as mails, count(*) filter (where returned)::int as hard from (
      select (s.state = 'failed' and exists (
               select 1 from email_logs l where l.email_send_id = s.id and l.bounced_at is not null))
          or exists (
               select 1 from inbound_messages i where i.email_send_id = s.id and i.kind = 'bounce' and i.hard) as returned
      from email_sends s
      where s.sender_account_id = ${box.id} and s.started_at >= ${since}::timestamptz and s.state in ('sent', 'failed')
      order by s.scheduled_for desc, s.started_at desc limit ${RECENT_EMAILS}) newest`)
  if (!row || row.hard <= MAX_HARD_BOUNCES) return null
  return pausedBecause(`${row.hard} of the last ${row.mails} emails bounced.`)
}

/** An email counts once, however many reports about it arrive. */
async function checkPolicyRefusals(
  tx: Db,
  box: MailboxRow,
  send: FailedSend,
  detail: string,
  now: Date,
): Promise<string | null> {
  const earliest = new Date(now.getTime() - POLICY_DAYS * 86_400_000)
  const counted = await tx
    .update(emailSends)
    .set({ policyRefusedAt: now })
    .where(
      and(
        eq(emailSends.id, send.id),
        isNull(emailSends.policyRefusedAt),
        gte(emailSends.startedAt, earliest),
      ),
    )
    .returning({ id: emailSends.id })
  if (counted.length === 0) return null
  const today = startOfDay(localDay(now, box.timezone), box.timezone)
  const [refused] = await tx
    .select({
      emails: sql<number>`count(*)::int`,
      domains: sql<number>`count(distinct lower(split_part(${emailSends.recipientEmail}, '@', 2)))::int`,
    })
    .from(emailSends)
    .innerJoin(mailAccounts, eq(mailAccounts.id, emailSends.senderAccountId))
    .where(
      and(
        eq(mailAccounts.accountKey, box.accountKey),
        gte(emailSends.policyRefusedAt, today),
        box.healthSince ? gte(emailSends.startedAt, box.healthSince) : undefined,
      ),
    )
  if (!refused || refused.emails < POLICY_REFUSALS_A_DAY || refused.domains < REFUSING_DOMAINS) return null
  return pausedBecause(
    `${refused.emails} emails were refused today because of policy or reputation. Last response: ${withoutLinks(detail.slice(0, 300))}`,
  )
}

/** Pauses a mailbox: its sends wait, and the user is notified once. */
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

/** Resets the bounce and refusal counts of a mailbox that may send again. */
export async function clearHealth(tx: Db, box: Pick<MailboxRow, 'id'>, now: Date): Promise<void> {
  await tx.update(mailAccounts).set({ healthSince: now }).where(eq(mailAccounts.id, box.id))
}
