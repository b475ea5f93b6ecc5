import { and, eq, sql } from 'drizzle-orm'
import { contacts, decisions, emailSends, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { replan } from '~/engine/replan'
import { AppError, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import type { PageQuery } from '~/models/shared/fields'
import { lockEnrollments } from '~/models/shared/locks.server'
import { afterCursor, newestFirst, pageOf } from '~/models/shared/page.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { resendManual } from '../manual.server'
import { proveSent } from '../record.server'
import { MAILBOX_AND_CONVERSATION } from './email-ids.server'
import type { UncertainSend } from './uncertain'

type Send = typeof emailSends.$inferSelect

/**
 * Whether the enrollment still waits for this send: no reply, stop or edit has moved it elsewhere. What the user wrote can always be sent
 * again.
 */
const waitsForIt = sql<boolean>`coalesce(
  ${emailSends.isManual} and ${emailSends.contactId} is not null or ${sequenceContacts.status} = 'active' and ${sequenceContacts.nextAction} = 'send'
  and ${sequenceContacts.currentStepId} = ${emailSends.stepId}
  and (${sequenceContacts.visits} ->> ${emailSends.stepId}::text)::int = ${emailSends.visit}
  and ${emailSends.contactId} is not null, false)`

/** One page of the user's uncertain sends, newest first, and the cursor of the next page. */
export async function listUncertain(db: Db, userId: string, page: PageQuery) {
  const found = await selectUncertain(db)
    .where(
      and(
        eq(emailSends.userId, userId),
        eq(emailSends.stage, 'uncertain'),
        afterCursor(emailSends, page.cursor),
      ),
    )
    .orderBy(...newestFirst(emailSends))
    .limit(page.limit + 1)
  const { rows, cursor } = pageOf(found, page.limit)
  return { rows: rows.map(toUncertain), cursor }
}

/** Some of a user's sends in the form of `listUncertain`, by id; also those whose outcome is known by now. */
export async function findUncertain(
  db: Db,
  userId: string,
  ids: string[],
): Promise<Map<string, UncertainSend>> {
  const found = await selectUncertain(db).where(
    and(eq(emailSends.userId, userId), isAmong(emailSends.id, ids)),
  )
  return new Map(found.map((row) => [row.id, toUncertain(row)]))
}

const selectUncertain = (db: Db) =>
  db
    .select({
      id: emailSends.id,
      contactName: sql<string | null>`coalesce(nullif(${emailSends.recipientName}, ''), ${contacts.name})`,
      contactEmail: emailSends.recipientEmail,
      senderEmail: emailSends.senderEmail,
      subject: emailSends.subject,
      contactId: emailSends.contactId,
      sequenceId: emailSends.sequenceId,
      stepId: emailSends.stepId,
      variantTemplateId: emailSends.templateId,
      ...MAILBOX_AND_CONVERSATION,
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
    .$dynamic()

type UncertainRow = Omit<UncertainSend, 'contactName'> & { contactName: string | null; createdAt: Date }

const toUncertain = ({ createdAt: _, contactName, ...row }: UncertainRow): UncertainSend => ({
  ...row,
  contactName: contactName && contactName !== row.contactEmail ? contactName : '',
})

/** Counts the sends that wait for the user's decision. */
export async function countUncertain(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(emailSends)
    .where(and(eq(emailSends.userId, userId), eq(emailSends.stage, 'uncertain')))
  return row!.n
}

/**
 * Resends an email of unknown outcome: cancels its row and plans the same visit of the step again, under the usual timing rules.
 * The first attempt still counts toward the daily limit, because it may have been sent.
 * @throws AppError CONFLICT if the outcome is known by now, or if the enrollment no longer waits for this email
 */
export async function resendUncertain(db: Db, userId: string, id: string, now: Date): Promise<void> {
  await settle(db, userId, id, async (tx, send) => {
    const [enrollment] = await tx
      .select({ waits: waitsForIt })
      .from(emailSends)
      .leftJoin(sequenceContacts, eq(sequenceContacts.id, emailSends.sequenceContactId))
      .where(eq(emailSends.id, id))
    if (!enrollment?.waits) {
      throw new AppError(
        'CONFLICT',
        send.isTest
          ? 'Test emails cannot be resent here. Send another test from the template.'
          : 'This email can no longer be resent: the contact replied, was stopped or left the step. You can still count it as sent.',
      )
    }
    if (send.isManual) return resendManual(tx, send, now)
    await tx
      .update(emailSends)
      .set({ state: 'cancelled', quotaDay: null, claimedBy: null, leaseEndsAt: null, checkedAt: now })
      .where(and(eq(emailSends.id, id), eq(emailSends.state, 'uncertain')))
    await applyToEnrollments(tx, eq(sequenceContacts.id, send.sequenceContactId!), replan, now)
    await saveDecision(tx, send, 'resent_by_user', now)
    await enqueue(tx, 'due-scan', {})
  })
}

/**
 * Counts an email of unknown outcome as sent: adds it to the log and starts the reaction window of its step.
 * @throws AppError CONFLICT if the outcome is known by now
 */
export async function countAsSent(db: Db, userId: string, id: string, now: Date): Promise<void> {
  await settle(db, userId, id, async (tx, send) => {
    await proveSent(tx, send, now)
    await saveDecision(tx, send, 'counted_as_sent', now)
    await enqueue(tx, 'due-scan', {})
  })
}

const SETTLED: Partial<Record<Send['state'], string>> = {
  sent: 'This email is now known to have been sent: it was counted as sent, opened, answered or bounced',
  failed: 'This email is now known not to have been sent',
}

/** Runs `act` on a send that is still uncertain, under the locks of its enrollment and its row. */
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
      throw new AppError('CONFLICT', SETTLED[send.state] ?? 'This email is already being resent')
    await act(tx, send)
  })
}

/** Records the user's decision. */
async function saveDecision(tx: Db, send: Send, rule: string, now: Date): Promise<void> {
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
