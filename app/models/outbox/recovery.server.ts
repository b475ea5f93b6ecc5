import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { emailSends, mailAccounts, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onHold } from '~/engine/events'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { jobHolders, unlockWorkers } from '~/models/jobs/queue.server'
import { deadWorkers } from '~/models/jobs/workers.server'
import { notifySystem } from '~/models/notifications/notification.server'
import { lockEnrollments } from '~/models/shared/locks.server'
import { isOwned } from '~/models/shared/mailbox-owner.server'
import type { SendResult } from '~/providers/mail/types'
import { firstOpens } from './opened.server'
import { proveSent } from './record.server'
import { isOpen } from './stage.server'

/** Google's index lags, and other servers may file a copy late: a mail is looked for twice, this far apart. */
const CHECK_AGAIN_MS = 10 * 60_000
/** A Sent folder that cannot be reached for so long is no longer waited for: the user decides. */
const GIVE_UP_ASKING_MS = 60 * 60_000

/**
 * Frees at once what dead workers held: Graphile Worker's jobs (its own release takes hours) and claims that were
 * never attempted; claims whose lease is over go back as well. @returns the shards to send
 */
export async function releaseDead(db: Db): Promise<{ jobs: number; claims: number }> {
  return db.transaction(async (tx) => {
    const holders = await tx.execute<{ id: string }>(sql`
      ${jobHolders}
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
          isOpen,
          eq(emailSends.state, 'claimed'),
          sql`(${emailSends.claimedBy} = any(${ids}::text[]) or ${emailSends.leaseEndsAt} < now())`,
        ),
      )
      .returning({ id: emailSends.id })
    await tx
      .update(emailSends)
      .set({ leaseEndsAt: sql`now()` })
      .where(
        and(
          isOpen,
          eq(emailSends.state, 'sending'),
          sql`${emailSends.claimedBy} = any(${ids}::text[]) and ${emailSends.leaseEndsAt} > now()`,
        ),
      )
    return { jobs: dead.length, claims: claims.length }
  })
}

/** Started mails whose worker is gone, or whose answer was lost. */
const isLeftAlone = and(isOpen, eq(emailSends.state, 'sending'), sql`${emailSends.leaseEndsAt} <= now()`)

/** A mail whose outcome nobody knows. */
export interface UnknownSend {
  id: string
  to: string
  /** Nobody could be asked for so long that it is not waited for any more. */
  isStale: boolean
  checks: number
}

/** Sends that were started and not accepted for sure, and that are due to be looked for. */
const isToSettle = (now: Date) => {
  const again = new Date(now.getTime() - CHECK_AGAIN_MS).toISOString()
  return and(
    isLeftAlone,
    isNull(emailSends.acceptedAt),
    sql`(${emailSends.checkedAt} is null or ${emailSends.checkedAt} <= ${again}::timestamptz)`,
  )
}

/** Whether a send can be looked for in the Sent folder of its mailbox. */
const canAsk = sql<boolean>`coalesce(${mailAccounts.provider} = 'gmail' or ${mailAccounts.imapHost} is not null, false)`

/** The mailboxes that can be asked for sends of theirs whose outcome is unknown. */
export async function listMailboxesToAsk(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: mailAccounts.id })
    .from(emailSends)
    .innerJoin(mailAccounts, and(eq(mailAccounts.id, emailSends.senderAccountId), isOwned))
    .where(and(isToSettle(now), canAsk))
  return rows.map((row) => row.id)
}

/**
 * Sends that were started, whose worker is gone or whose answer was lost, and that are due to be looked for.
 * @param mailboxId the mailbox that can be asked for them; null: those whose mailbox cannot be asked
 */
export async function listUnknownSends(db: Db, now: Date, mailboxId: string | null): Promise<UnknownSend[]> {
  const stale = new Date(now.getTime() - GIVE_UP_ASKING_MS).toISOString()
  return db
    .select({
      id: emailSends.id,
      to: emailSends.recipientEmail,
      // Google keeps every mail that it sent: a Gmail mailbox is asked however late it is connected again.
      isStale: sql<boolean>`coalesce(${mailAccounts.provider} <> 'gmail', true)
        and coalesce(${emailSends.checkedAt}, ${emailSends.startedAt}) < ${stale}::timestamptz`,
      checks: emailSends.checks,
    })
    .from(emailSends)
    .leftJoin(mailAccounts, and(eq(mailAccounts.id, emailSends.senderAccountId), isOwned))
    .where(
      and(
        isToSettle(now),
        mailboxId === null ? sql`not ${canAsk}` : and(eq(mailAccounts.id, mailboxId), canAsk),
      ),
    )
    .orderBy(asc(emailSends.startedAt))
    .limit(200)
}

/** Records mails that were accepted before their worker was gone: nobody has to be asked about these. */
export async function settleAccepted(db: Db, now: Date): Promise<void> {
  const found = await db
    .select({ id: emailSends.id })
    .from(emailSends)
    .where(and(isLeftAlone, isNotNull(emailSends.acceptedAt)))
  for (const { id } of found) await withUnknown(db, id, (tx, send) => proveSent(tx, send, now))
}

/** It was found: the mail was sent. */
export async function settleFound(
  db: Db,
  sendId: string,
  found: Extract<SendResult, { ok: true }>,
  now: Date,
): Promise<void> {
  await withUnknown(db, sendId, async (tx, send) => proveSent(tx, send, now, found))
}

/**
 * It was not found: looked for once more later, and after the second time it is for the user to decide, unless somebody has
 * opened it. Two that looked at the same time have looked once: the index of the Sent folder may lag behind for both.
 * @param asked as it was when it was looked for
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
      title: 'A mail may or may not have been sent',
      message: `The outcome of the mail to ${send.recipientEmail} is unknown. It is not sent again by itself.`,
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
