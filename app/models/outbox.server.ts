import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { emailSends, mailAccounts, sequenceContacts, sequences } from '#drizzle/schema'
import type { Db } from '../db.server'
import { onDue } from '../engine/decide'
import { onHold } from '../engine/events'
import type { HoldReason } from '../engine/types'
import { loadSnapshots } from './enrollment-snapshot.server'
import { type Decided, releaseSends, saveDecisions } from './enrollment-store.server'
import { shardOf } from './mailbox-slots.server'
import type { RenderedMail } from './render-mail'

/** Mails claimed, marked and recorded together. */
export const SEND_BATCH = 50
/** A claim that was never attempted goes back after this long. */
const CLAIM_SECONDS = 60
/** Longer than any provider call: only a dead worker leaves a started mail this long. */
const SENDING_SECONDS = 600

export interface Claim {
  id: string
  mailboxId: string
  followUp: boolean
}

/** Claims what is due of a shard's mailboxes, earliest first; other workers skip the rows. */
export async function claimSends(db: Db, shard: number, worker: string, now: Date): Promise<Claim[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({
        id: emailSends.id,
        mailboxId: emailSends.senderAccountId,
        followUp: sql<boolean>`exists (select 1 from email_sends p where p.sequence_contact_id = ${emailSends.sequenceContactId} and p.state = 'sent')`,
      })
      .from(emailSends)
      .innerJoin(mailAccounts, eq(mailAccounts.id, emailSends.senderAccountId))
      .where(
        and(
          eq(emailSends.state, 'scheduled'),
          sql`${emailSends.scheduledFor} <= ${now.toISOString()}::timestamptz`,
          sql`${shardOf} = ${shard}`,
        ),
      )
      .orderBy(asc(emailSends.scheduledFor), asc(emailSends.id))
      .limit(SEND_BATCH)
      .for('update', { of: emailSends, skipLocked: true })
    if (due.length === 0) return []
    await tx
      .update(emailSends)
      .set({
        state: 'claimed',
        claimedBy: worker,
        leaseEndsAt: sql`now() + make_interval(secs => ${CLAIM_SECONDS})`,
      })
      .where(
        inArray(
          emailSends.id,
          due.map((row) => row.id),
        ),
      )
    return due.map((row) => ({ ...row, mailboxId: row.mailboxId! }))
  })
}

/** A claimed mail, rendered; or the reason why it cannot be. */
export type Prepared =
  | { sendId: string; mail: RenderedMail; messageId: string; threadId: string | null }
  | { sendId: string; hold: HoldReason; detail: string }

/**
 * The commit of this transaction is where a mail starts: every stop and hold is checked again under the locks that
 * unsubscribing, pausing and editing need, and the content is kept. What may not start is taken back.
 * @returns the ids of those that start
 */
export async function beginSends(
  db: Db,
  prepared: Prepared[],
  worker: string,
  now: Date,
): Promise<Set<string>> {
  const byId = new Map(prepared.map((one) => [one.sendId, one]))
  return db.transaction(async (tx) => {
    const heads = await tx
      .select({
        id: emailSends.id,
        enrollment: emailSends.sequenceContactId,
        sequence: emailSends.sequenceId,
      })
      .from(emailSends)
      .where(inArray(emailSends.id, [...byId.keys()]))
    await lockSequences(
      tx,
      heads.flatMap((head) => head.sequence ?? []),
    )
    const enrollments = await lockEnrollments(
      tx,
      heads.flatMap((head) => head.enrollment ?? []),
    )
    const sends = await tx
      .select()
      .from(emailSends)
      .where(
        and(
          inArray(emailSends.id, [...byId.keys()]),
          eq(emailSends.state, 'claimed'),
          eq(emailSends.claimedBy, worker),
        ),
      )
      .orderBy(asc(emailSends.id))
      .for('update')
    const loaded = await loadSnapshots(tx, enrollments, now)
    const loadedOf = new Map(loaded.map((one) => [one.snapshot.enrollment.id, one]))
    const decided: Decided[] = []
    const starts: string[] = []
    const dropped: string[] = []
    for (const send of sends) {
      const one = send.sequenceContactId ? loadedOf.get(send.sequenceContactId) : undefined
      const ready = byId.get(send.id)!
      const decision = one && onDue(one.snapshot)
      if (
        one &&
        decision?.type === 'send' &&
        decision.stepId === send.stepId &&
        decision.visit === send.visit
      ) {
        if (!('hold' in ready)) {
          starts.push(send.id)
          continue
        }
        decided.push({
          loaded: one,
          decision: onHold(one.snapshot, ready.hold, null, { detail: ready.detail }),
        })
      } else if (one && decision) decided.push({ loaded: one, decision })
      dropped.push(send.id)
    }
    await saveDecisions(
      tx,
      decided.filter(({ decision }) => decision.type !== 'send'),
      now,
    )
    await dropSends(tx, dropped)
    await markSending(tx, starts, byId, now)
    return new Set(starts)
  })
}

/** Takes back claimed rows: the next decision writes them anew. */
async function dropSends(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await releaseSends(tx, ids)
  await tx
    .update(emailSends)
    .set({ state: 'cancelled', claimedBy: null, leaseEndsAt: null })
    .where(inArray(emailSends.id, ids))
}

async function markSending(tx: Db, ids: string[], prepared: Map<string, Prepared>, now: Date): Promise<void> {
  if (ids.length === 0) return
  const rows = ids.map((id) => {
    const { mail, messageId } = prepared.get(id) as Extract<Prepared, { mail: RenderedMail }>
    return { id, subject: mail.subject, html: mail.html, text: mail.text, message_id: messageId }
  })
  await tx.execute(sql`
    update email_sends s set state = 'sending', subject = v.subject, html_body = v.html, plain_text_body = v.text,
      message_id = v.message_id, attempts = s.attempts + 1, started_at = ${now.toISOString()}::timestamptz,
      lease_ends_at = now() + make_interval(secs => ${SENDING_SECONDS}), checks = 0, checked_at = null,
      error = null, error_code = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id uuid, subject text, html text, text text, message_id text)
    where s.id = v.id`)
}

/** Pausing and activating wait for mails that are about to start. */
async function lockSequences(tx: Db, ids: string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  await tx
    .select({ id: sequences.id })
    .from(sequences)
    .where(inArray(sequences.id, wanted))
    .orderBy(asc(sequences.id))
    .for('share')
}

/** Locks enrollments in the one order that everybody uses. @returns those that are there */
export async function lockEnrollments(tx: Db, ids: string[]): Promise<string[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const rows = await tx
    .select({ id: sequenceContacts.id })
    .from(sequenceContacts)
    .where(inArray(sequenceContacts.id, wanted))
    .orderBy(asc(sequenceContacts.id))
    .for('update')
  return rows.map((row) => row.id)
}

/** When the next planned mail has its slot, or null: the send task's next call. */
export async function nextSlotAt(db: Db, shard: number): Promise<Date | null> {
  const [row] = await db
    .select({ at: emailSends.scheduledFor })
    .from(emailSends)
    .innerJoin(mailAccounts, eq(mailAccounts.id, emailSends.senderAccountId))
    .where(and(eq(emailSends.state, 'scheduled'), sql`${shardOf} = ${shard}`))
    .orderBy(asc(emailSends.scheduledFor))
    .limit(1)
  return row?.at ?? null
}
