import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { emailSends, sequenceContacts, sequences } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { onDue } from '~/engine/decide'
import { onHold } from '~/engine/events'
import { afterEmail } from '~/engine/pressure'
import { replan } from '~/engine/replan'
import type { HoldReason } from '~/engine/types'
import { lockPressedContacts } from '~/models/enrollments/pressure.server'
import { type LoadedEnrollment, loadSnapshots } from '~/models/enrollments/snapshot.server'
import { type DecidedEnrollment, releaseSends, saveDecisions } from '~/models/enrollments/store.server'
import { type HeldEmail, notifyHeld } from '~/models/notifications/notification.server'
import { lockEnrollmentsWhere, lockSequencesWhere } from '~/models/shared/locks.server'
import { takesEmails } from '~/models/shared/mailboxes/owner.server'
import { isAmong, rowArrays } from '~/models/shared/row-arrays.server'
import type { RenderedContent } from '~/models/templates/render-mail'
import { countManual, refuseStopped } from './manual.server'
import { sendingIsHeld } from './sending-control.server'
import { type StoredText, storeTexts } from './store-text.server'

/** Longer than any call to a provider: a lease ends only when the worker has died. */
const SENDING_SECONDS = 600

/** A send whose content is rendered. */
export interface RenderedSend {
  sendId: string
  mail: RenderedContent
  messageId: string
  threadId: string | null
  /** How its text is stored, unless it is stored as it is. */
  stored?: StoredText | undefined
}

/** A send that cannot be rendered, with the reason to hold its enrollment. */
interface UnrenderableSend {
  sendId: string
  hold: HoldReason
  detail: string
}

export type PreparedSend = RenderedSend | UnrenderableSend

/**
 * Starts claimed sends, all in one transaction: from its commit on, they may have been sent. Under the locks that unsubscribing, pausing
 * and editing take, the engine decides each enrollment again. A send starts only if the decision is still to send this step now.
 * Otherwise the decision is stored, and the send is cancelled: the due-scan plans it again when it is due.
 * @param worker the worker that claimed the sends; those that another worker holds by now do not start
 * @returns the ids of the sends that started
 */
export async function startSends(
  db: Db,
  prepared: PreparedSend[],
  worker: string,
  now: Date,
): Promise<Set<string>> {
  const preparedOf = new Map(prepared.map((preparedSend) => [preparedSend.sendId, preparedSend]))
  return db.transaction(async (tx) => {
    const held = await lockClaimed(tx, [...preparedOf.keys()], worker, now)
    const refused = await refuseStopped(
      tx,
      held.flatMap((send) => (send.isManual ? [send.id] : [])),
      now,
    )
    const claimed = held.filter(({ id }) => !refused.has(id))
    const loaded = await loadSnapshots(
      tx,
      claimed.flatMap((send) => send.enrollmentId ?? []),
      now,
    )
    const loadedOf = new Map(loaded.map((enrollment) => [enrollment.snapshot.enrollment.id, enrollment]))
    const starting: RenderedSend[] = []
    const cancelled: string[] = []
    const decided: DecidedEnrollment[] = []
    const heldEmails: HeldEmail[] = []
    // The contacts that an email of this batch starts to: it counts toward the limit of the next one.
    const started: string[] = []
    for (const send of claimed) {
      const enrollment = send.enrollmentId ? loadedOf.get(send.enrollmentId) : undefined
      const verdict = judge(send, preparedOf.get(send.id)!, enrollment && withStarted(enrollment, started))
      if ('start' in verdict) {
        starting.push(verdict.start)
        if (send.contactId && !send.isManual) started.push(send.contactId)
      } else cancelled.push(send.id)
      if ('decided' in verdict) decided.push(verdict.decided)
      if ('held' in verdict) heldEmails.push(verdict.held)
    }
    await saveDecisions(tx, decided, now)
    await notifyHeld(tx, heldEmails, now)
    await cancelSends(tx, cancelled)
    const isManual = new Set(claimed.flatMap((send) => (send.isManual ? [send.id] : [])))
    await countManual(
      tx,
      starting.flatMap(({ sendId }) => (isManual.has(sendId) ? [sendId] : [])),
      now,
    )
    return markSending(tx, starting, worker, now)
  })
}

/** An enrollment after emails of the same batch have started to its contact. */
function withStarted(loaded: LoadedEnrollment, started: string[]): LoadedEnrollment {
  const { snapshot, contactId } = loaded
  const emails = started.filter((id) => id === contactId)
  const facts = emails.reduce((before) => afterEmail(before, snapshot.now), snapshot.facts)
  return { ...loaded, snapshot: { ...snapshot, facts } }
}

interface ClaimedSend {
  id: string
  enrollmentId: string | null
  stepId: string | null
  visit: number
  recipientEmail: string
  isManual: boolean
  contactId: string | null
}

/** Locks the sequences, the enrollments, the contacts with a weekly limit, and then the sends, as far as `worker` still holds them. */
async function lockClaimed(tx: Db, ids: string[], worker: string, now: Date): Promise<ClaimedSend[]> {
  const among = isAmong(emailSends.id, ids)
  const ofSequences = tx.select({ id: emailSends.sequenceId }).from(emailSends).where(among)
  const ofEnrollments = tx.select({ id: emailSends.sequenceContactId }).from(emailSends).where(among)
  // PostgreSQL takes the locks in the order of the statements, although these are sent together.
  const [, , , claimed] = await Promise.all([
    lockSequencesWhere(tx, inArray(sequences.id, ofSequences)),
    lockEnrollmentsWhere(tx, inArray(sequenceContacts.id, ofEnrollments)),
    lockPressedContacts(tx, ids),
    tx
      .select({
        id: emailSends.id,
        enrollmentId: emailSends.sequenceContactId,
        stepId: emailSends.stepId,
        visit: emailSends.visit,
        recipientEmail: emailSends.recipientEmail,
        isManual: emailSends.isManual,
        contactId: emailSends.contactId,
      })
      .from(emailSends)
      .where(
        and(
          isAmong(emailSends.id, ids),
          eq(emailSends.state, 'claimed'),
          eq(emailSends.claimedBy, worker),
          // Sends that were claimed before an operator's hold wait until their leases end.
          sql`not ${sendingIsHeld}`,
          // Nor do those of a mailbox whose server has refused to take more since then.
          takesEmails(sql`${emailSends.senderAccountId}`, now),
        ),
      )
      .orderBy(asc(emailSends.id))
      .for('update'),
  ])
  return claimed
}

/** The result for a claimed send: it starts, or it is cancelled, usually with a decision to store. */
type Verdict =
  | { start: RenderedSend }
  | { cancel: true }
  | { decided: DecidedEnrollment }
  | { decided: DecidedEnrollment; held: HeldEmail }

/** Asks the engine whether this send is still due. What the user wrote to a contact is due as long as the contact exists. */
function judge(send: ClaimedSend, prepared: PreparedSend, loaded: LoadedEnrollment | undefined): Verdict {
  if (send.isManual) return send.contactId && !('hold' in prepared) ? { start: prepared } : { cancel: true }
  // The enrollment or the sequence was deleted.
  if (!loaded) return { cancel: true }
  const { snapshot } = loaded
  // An edit of the sequence has not been applied to this enrollment yet: apply it first.
  const decision = loaded.replanTo === null ? onDue(snapshot) : replan(snapshot)
  if (decision.type !== 'send') return { decided: { loaded, decision } }
  if (decision.stepId !== send.stepId || decision.visit !== send.visit) return { cancel: true }
  if (!('hold' in prepared)) return { start: prepared }
  const { hold: reason, detail } = prepared
  const decided = { loaded, decision: onHold(snapshot, reason, null, { detail }) }
  if (!needsUser(reason)) return { decided }
  const { userId, sequenceId } = loaded
  return { decided, held: { userId, sequenceId, contactEmail: send.recipientEmail, reason, detail } }
}

/** Whether the hold lasts until the user fills something in. Other holds end without the user, or are reported elsewhere. */
const needsUser = (reason: HoldReason) => reason === 'missing_variable' || reason === 'missing_template'

/** Cancels claimed sends and returns their places in the daily limit. */
async function cancelSends(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await releaseSends(tx, ids)
  await tx
    .update(emailSends)
    .set({ state: 'cancelled', claimedBy: null, leaseEndsAt: null })
    .where(isAmong(emailSends.id, ids))
}

const CONTENT_TYPES = { id: 'uuid', subject: 'text', html: 'text', text: 'text', message_id: 'text' } as const

/** Marks sends as `sending` and stores their content. */
async function markSending(tx: Db, sends: RenderedSend[], worker: string, now: Date): Promise<Set<string>> {
  if (sends.length === 0) return new Set()
  const contents = sends.map(({ sendId, mail, messageId, stored }) => ({
    id: sendId,
    subject: mail.subject,
    message_id: messageId,
    html: stored ? '' : mail.html,
    text: stored ? '' : mail.text,
  }))
  const rows = await executePrepared<{ id: string }>(
    tx,
    sql`
    update email_sends s set state = 'sending', subject = v.subject, html_body = v.html, plain_text_body = v.text,
      message_id = v.message_id, attempts = s.attempts + 1, started_at = ${now.toISOString()}::timestamptz,
      lease_ends_at = now() + make_interval(secs => ${SENDING_SECONDS}), checks = 0, checked_at = null,
      error = null, error_code = null, provider_id = null
    from ${rowArrays('v', CONTENT_TYPES, contents)}
    where s.id = v.id and s.state = 'claimed' and s.claimed_by = ${worker}
    returning s.id`,
  )
  const started = new Set(rows.map((row) => row.id))
  await storeTexts(
    tx,
    sends.filter(({ sendId }) => started.has(sendId)),
  )
  return started
}
