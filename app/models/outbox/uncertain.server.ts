import { and, desc, eq, sql } from 'drizzle-orm'
import { contacts, decisions, emailSends, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { replan } from '~/engine/replan'
import { AppError, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { decodeCursor, encodeCursor } from '~/models/shared/cursor'
import type { PageQuery } from '~/models/shared/fields'
import { lockEnrollments } from '~/models/shared/locks.server'
import { proveSent } from './record.server'
import type { UncertainSend } from './uncertain'

type Send = typeof emailSends.$inferSelect

/** The enrollment still waits for this very mail: no reply, stop or edit has led it elsewhere. */
const waitsForIt = sql<boolean>`coalesce(
  ${sequenceContacts.status} = 'active' and ${sequenceContacts.nextAction} = 'send'
  and ${sequenceContacts.currentStepId} = ${emailSends.stepId}
  and (${sequenceContacts.visits} ->> ${emailSends.stepId}::text)::int = ${emailSends.visit}
  and ${emailSends.contactId} is not null, false)`

/** A page of the user's mails of unknown outcome, newest first, and the cursor of the next one. */
export async function listUncertain(db: Db, userId: string, page: PageQuery) {
  const after = page.cursor ? decodeCursor(page.cursor) : null
  const found = await db
    .select({
      id: emailSends.id,
      contactName: sql<string | null>`coalesce(nullif(${emailSends.recipientName}, ''), ${contacts.name})`,
      contactEmail: emailSends.recipientEmail,
      senderEmail: emailSends.senderEmail,
      subject: emailSends.subject,
      sequenceId: emailSends.sequenceId,
      sequenceName: emailSends.sequenceName,
      stepName: emailSends.stepName,
      isTestEmail: emailSends.isTest,
      startedAt: emailSends.startedAt,
      detail: emailSends.error,
      canResend: waitsForIt,
      createdAt: emailSends.createdAt,
    })
    .from(emailSends)
    .leftJoin(contacts, eq(contacts.id, emailSends.contactId))
    .leftJoin(sequenceContacts, eq(sequenceContacts.id, emailSends.sequenceContactId))
    .where(
      and(
        eq(emailSends.userId, userId),
        eq(emailSends.stage, 'uncertain'),
        after
          ? sql`(${emailSends.createdAt}, ${emailSends.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(emailSends.createdAt), desc(emailSends.id))
    .limit(page.limit)
  const rows: UncertainSend[] = found.map(({ createdAt: _, contactName, ...row }) => ({
    ...row,
    contactName: contactName && contactName !== row.contactEmail ? contactName : '',
  }))
  return { rows, cursor: found.length === page.limit ? encodeCursor(found.at(-1)!) : null }
}

/** How many mails wait for the user's decision. */
export async function countUncertain(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(emailSends)
    .where(and(eq(emailSends.userId, userId), eq(emailSends.stage, 'uncertain')))
  return row!.n
}

/**
 * Sends a mail of unknown outcome again: its row goes back, and the same visit of the step is planned anew, under all
 * rules of time. The place that it had in its day stays taken: it may have gone out.
 * @throws AppError CONFLICT when its outcome became known, or nothing waits for it any more
 */
export async function resendUncertain(db: Db, userId: string, id: string, now: Date): Promise<void> {
  await settle(db, userId, id, async (tx, send) => {
    const [enrollment] = await tx
      .select({ waits: waitsForIt })
      .from(emailSends)
      .innerJoin(sequenceContacts, eq(sequenceContacts.id, emailSends.sequenceContactId))
      .where(eq(emailSends.id, id))
    if (!enrollment?.waits) {
      throw new AppError(
        'CONFLICT',
        send.isTest
          ? 'A test mail is not sent again from here: send another one from its template'
          : 'Nothing waits for this mail any more: the contact answered, was stopped or left the step. It can only be counted as sent.',
      )
    }
    await tx
      .update(emailSends)
      .set({ state: 'cancelled', quotaDay: null, claimedBy: null, leaseEndsAt: null, checkedAt: now })
      .where(and(eq(emailSends.id, id), eq(emailSends.state, 'uncertain')))
    await applyToEnrollments(tx, eq(sequenceContacts.id, send.sequenceContactId!), replan, now)
    await remember(tx, send, 'resent_by_user', now)
    await enqueue(tx, 'due-scan', {})
  })
}

/**
 * Counts a mail of unknown outcome as sent: it gets its row in the log, and its step's window opens.
 * @throws AppError CONFLICT when its outcome became known meanwhile
 */
export async function countAsSent(db: Db, userId: string, id: string, now: Date): Promise<void> {
  await settle(db, userId, id, async (tx, send) => {
    await proveSent(tx, send, now)
    await remember(tx, send, 'counted_as_sent', now)
    await enqueue(tx, 'due-scan', {})
  })
}

const KNOWN: Partial<Record<Send['state'], string>> = {
  sent: 'Meanwhile it is known that this mail was sent: it was counted as sent, opened, answered or returned',
  failed: 'Meanwhile it is known that this mail was not sent',
}

/** Runs one of the two acts under the locks that all others take, on a mail that is still uncertain. */
async function settle(
  db: Db,
  userId: string,
  id: string,
  act: (tx: Db, send: Send) => Promise<void>,
): Promise<void> {
  const own = and(eq(emailSends.id, id), eq(emailSends.userId, userId))
  await db.transaction(async (tx) => {
    const [head] = await tx.select({ enrollment: emailSends.sequenceContactId }).from(emailSends).where(own)
    if (!head) notFound('Email not found')
    await lockEnrollments(tx, head.enrollment ? [head.enrollment] : [])
    const [send] = await tx.select().from(emailSends).where(own).for('update')
    if (!send) notFound('Email not found')
    if (send.state !== 'uncertain')
      throw new AppError('CONFLICT', KNOWN[send.state] ?? 'This mail is already on its way again')
    await act(tx, send)
  })
}

/** Why: the user said so. */
async function remember(tx: Db, send: Send, rule: string, now: Date): Promise<void> {
  await tx.insert(decisions).values({
    userId: send.userId,
    sequenceContactId: send.sequenceContactId,
    contactId: send.contactId,
    type: 'record',
    rule,
    inputs: { sendId: send.id, stepId: send.stepId, visit: send.visit, detail: send.error },
    at: now,
  })
}
