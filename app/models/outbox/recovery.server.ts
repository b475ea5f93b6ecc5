import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { emailSends, mailAccounts, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onHold } from '~/engine/events'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { jobHolders, unlockWorkers } from '~/models/jobs/queue.server'
import { deadWorkers } from '~/models/jobs/workers.server'
import { notifySystem } from '~/models/notifications/notification.server'
import { lockEnrollments } from '~/models/shared/locks.server'
import { isOfKind, isReadable } from '~/models/shared/mailboxes/kinds.server'
import { isOwned } from '~/models/shared/mailboxes/owner.server'
import type { SendResult } from '~/providers/mail/types'
import { endLeases, leaseHolders } from './lease.server'
import { firstOpens } from './opened.server'
import { proveSent } from './record.server'
import { isOpenSend } from './stage.server'

/** Gmail's index lags, and other servers may file the copy late: the Sent folder is searched twice, this far apart. */
const CHECK_AGAIN_MS = 10 * 60_000
/** When a Sent folder has been unreachable for this long, the send becomes uncertain and the user decides. */
const GIVE_UP_MS = 60 * 60_000

/**
 * Releases the jobs and the claims of dead workers. (Graphile Worker itself would take hours to release the jobs.) Also releases
 * claims whose lease has ended, and ends the leases of sends that a dead worker had started.
 * @returns the mailboxes that have to be sent from
 */
export async function releaseDeadWorkers(db: Db): Promise<string[]> {
  return db.transaction(async (tx) => {
    const holders = await tx.execute<{ id: string }>(sql`
      ${jobHolders} union ${leaseHolders}
      union select distinct claimed_by from email_sends where stage = 'open' and claimed_by is not null`)
    const dead = await deadWorkers(
      tx,
      holders.map((row) => row.id),
    )
    const ids = sql.param(dead)
    await unlockWorkers(tx, dead)
    const claims = await tx
      .update(emailSends)
      .set({ state: 'scheduled', claimedBy: null, leaseEndsAt: null })
      .where(
        and(
          isOpenSend,
          eq(emailSends.state, 'claimed'),
          sql`(${emailSends.claimedBy} = any(${ids}::text[]) or ${emailSends.leaseEndsAt} < now())`,
        ),
      )
      .returning({ mailboxId: emailSends.senderAccountId })
    await tx
      .update(emailSends)
      .set({ leaseEndsAt: sql`now()` })
      .where(
        and(
          isOpenSend,
          eq(emailSends.state, 'sending'),
          sql`${emailSends.claimedBy} = any(${ids}::text[]) and ${emailSends.leaseEndsAt} > now()`,
        ),
      )
    const leased = await endLeases(tx, dead)
    return [...new Set([...leased, ...claims.flatMap(({ mailboxId }) => mailboxId ?? [])])].sort()
  })
}

/** Sends in `sending` whose worker died or whose result was lost. */
const isOrphaned = and(isOpenSend, eq(emailSends.state, 'sending'), sql`${emailSends.leaseEndsAt} <= now()`)

/** A provider that keeps an email from before it leaves may still be sending it for so long after its response was lost. */
const STILL_SENDING_MS = 2 * 60_000

/** A send with an unknown outcome. */
export interface UnknownSend {
  id: string
  to: string
  /** Its Sent folder has been unreachable for too long to keep waiting. */
  isStale: boolean
  checks: number
  /** Of the attempt whose outcome is unknown. */
  messageId: string
  /** Under which the provider keeps it, if it was prepared there. */
  preparedId: string | null
}

/** Sends with an unknown outcome that are due for a search of the Sent folder. */
const needsSearch = (now: Date) => {
  const again = new Date(now.getTime() - CHECK_AGAIN_MS).toISOString()
  return and(
    isOrphaned,
    sql`(${emailSends.checkedAt} is null or ${emailSends.checkedAt} <= ${again}::timestamptz)`,
  )
}

/** The mailboxes whose Sent folders have to be searched for sends with an unknown outcome. */
export async function listMailboxesToSearch(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: mailAccounts.id })
    .from(emailSends)
    .innerJoin(mailAccounts, and(eq(mailAccounts.id, emailSends.senderAccountId), isOwned))
    .where(and(needsSearch(now), isReadable))
  return rows.map((row) => row.id)
}

/**
 * Lists sends with an unknown outcome that are due for a search of the Sent folder.
 * @param mailboxId a mailbox whose Sent folder can be searched; null for the sends of all mailboxes where it cannot
 */
export async function listUnknownSends(db: Db, now: Date, mailboxId: string | null): Promise<UnknownSend[]> {
  const stale = new Date(now.getTime() - GIVE_UP_MS).toISOString()
  const recent = new Date(now.getTime() - STILL_SENDING_MS).toISOString()
  return db
    .select({
      id: emailSends.id,
      to: emailSends.recipientEmail,
      // A provider that keeps every message is worth searching even after a late reconnect.
      isStale: sql<boolean>`not ${isOfKind((kind) => kind.keepsSent)}
        and coalesce(${emailSends.checkedAt}, ${emailSends.startedAt}) < ${stale}::timestamptz`,
      checks: emailSends.checks,
      messageId: sql<string>`coalesce(${emailSends.messageId}, '')`,
      preparedId: emailSends.providerId,
    })
    .from(emailSends)
    .leftJoin(mailAccounts, and(eq(mailAccounts.id, emailSends.senderAccountId), isOwned))
    .where(
      and(
        needsSearch(now),
        sql`(${emailSends.providerId} is null or ${emailSends.startedAt} < ${recent}::timestamptz)`,
        mailboxId === null ? sql`not ${isReadable}` : and(eq(mailAccounts.id, mailboxId), isReadable),
      ),
    )
    .orderBy(asc(emailSends.startedAt))
    .limit(200)
}

/** Settles a send that was found in the Sent folder as sent. */
export async function settleFound(
  db: Db,
  sendId: string,
  found: Extract<SendResult, { ok: true }>,
  now: Date,
): Promise<void> {
  await withUnknown(db, sendId, async (tx, send) => proveSent(tx, send, now, found))
}

/**
 * Records that a search did not find a send. After the first search it is searched again later. After the second, it becomes
 * uncertain and the user decides, unless the email was opened. Two searches at the same time count once, because the index of
 * the Sent folder may lag for both.
 * @param asked the send as it was when the search started
 */
export async function settleNotFound(
  db: Db,
  asked: Pick<UnknownSend, 'id' | 'checks'>,
  now: Date,
  canAsk: boolean,
): Promise<void> {
  const sendId = asked.id
  await withUnknown(db, sendId, async (tx, send) => {
    if (send.checks !== asked.checks) return
    if (canAsk && send.checks === 0) {
      await tx.update(emailSends).set({ checks: 1, checkedAt: now }).where(eq(emailSends.id, sendId))
      return
    }
    const opens = await firstOpens(tx, [sendId])
    if (opens.size > 0) return proveSent(tx, send, now)
    await tx
      .update(emailSends)
      .set({ state: 'uncertain', checks: send.checks + 1, checkedAt: now, leaseEndsAt: null })
      .where(eq(emailSends.id, sendId))
    await applyToEnrollments(
      tx,
      send.sequenceContactId ? eq(sequenceContacts.id, send.sequenceContactId) : sql`false`,
      (s) => onHold({ ...s, facts: { ...s.facts, pendingSend: 'uncertain' } }, 'uncertain_send'),
      now,
    )
    await notifySystem(tx, send.userId, {
      title: 'An email may not have been sent',
      message: `Coldframe does not know whether the email to ${send.recipientEmail} was sent, and will not resend it automatically. Resend it or count it as sent.`,
      metadata: { sendId },
      dedupeKey: `uncertain:${sendId}:${send.attempts}`,
    })
  })
}

async function withUnknown(
  db: Db,
  sendId: string,
  work: (tx: Db, send: typeof emailSends.$inferSelect) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [head] = await tx
      .select({ enrollment: emailSends.sequenceContactId })
      .from(emailSends)
      .where(eq(emailSends.id, sendId))
    await lockEnrollments(tx, head?.enrollment ? [head.enrollment] : [])
    const [send] = await tx
      .select()
      .from(emailSends)
      .where(and(eq(emailSends.id, sendId), inArray(emailSends.state, ['sending', 'uncertain'])))
      .for('update')
    if (send) await work(tx, send)
  })
}
