import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { emailSends, inboundMessages, messageEffects, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onQuestionEnded, onWithdrawn, type Withdrawal } from '~/engine/by-user'
import { fromStored, type StoredState } from '~/engine/row'
import type { Decision, Snapshot } from '~/engine/types'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { changesState } from '~/models/enrollments/store.server'
import { isAmong } from '~/models/shared/row-arrays.server'

/**
 * Applies a received message to enrollments, and keeps what it changed: the user may say later that the message was something else.
 * @param messageId id of the inbound message
 */
export async function applyMessage(
  tx: Db,
  messageId: string,
  where: SQL | undefined,
  event: (snapshot: Snapshot) => Decision,
  now: Date,
): Promise<void> {
  const changed: (typeof messageEffects.$inferInsert)[] = []
  await applyToEnrollments(
    tx,
    where,
    (snapshot) => {
      const decision = event(snapshot)
      const { enrollment: before } = snapshot
      const { type, enrollment: after } = decision
      if (changesState(decision))
        changed.push({ messageId, sequenceContactId: before.id, type, before, after, at: now })
      return decision
    },
    now,
  )
  if (changed.length > 0) await tx.insert(messageEffects).values(changed)
}

type Effect = typeof messageEffects.$inferSelect

/** The enrollments that a message changed. */
export async function listAffected(tx: Db, messageId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: messageEffects.sequenceContactId })
    .from(messageEffects)
    .where(eq(messageEffects.messageId, messageId))
  return rows.map((row) => row.id)
}

/** Whether an effect holds an enrollment until the user decides on an opt-out. */
const asks = sql`${messageEffects.after} ->> 'holdReason' = 'opt_out_asked'`

/**
 * Undoes what a message changed in enrollments, as far as nothing was sent since. The caller has locked them.
 * @returns the enrollments that had an email since
 */
export async function withdrawEffects(tx: Db, messageId: string, now: Date): Promise<Set<string>> {
  return withdraw(tx, messageId, eq(messageEffects.messageId, messageId), now)
}

/**
 * Lifts the holds of a question about an opt-out that no longer has to be decided. If another message of the contact asks the same, they
 * go on for that one. The caller has locked the enrollments of the contact.
 */
export async function endQuestion(
  tx: Db,
  userId: string,
  { id, contactId }: { id: string; contactId: string | null },
  now: Date,
): Promise<void> {
  const [other] = contactId
    ? await tx
        .select({ id: inboundMessages.id })
        .from(inboundMessages)
        .where(
          and(
            eq(inboundMessages.contactId, contactId),
            eq(inboundMessages.userId, userId),
            eq(inboundMessages.optOut, 'asked'),
            sql`${inboundMessages.id} <> ${id}::uuid`,
          ),
        )
        .limit(1)
    : []
  const own = and(eq(messageEffects.messageId, id), asks)
  if (other) {
    await tx.update(messageEffects).set({ messageId: other.id }).where(own)
    return
  }
  await withdraw(tx, id, own, now)
  // Enrollments that began after the question are held without an effect of the message.
  if (contactId)
    await applyToEnrollments(
      tx,
      and(eq(sequenceContacts.contactId, contactId), eq(sequenceContacts.holdReason, 'opt_out_asked')),
      onQuestionEnded,
      now,
    )
}

async function withdraw(tx: Db, messageId: string, where: SQL | undefined, now: Date): Promise<Set<string>> {
  const effects = await tx.select().from(messageEffects).where(where).orderBy(asc(messageEffects.id))
  const ids = [...new Set(effects.map((effect) => effect.sequenceContactId))]
  const sends = await listStarted(tx, ids)
  const repliedAt = await listRepliedAt(tx, ids, messageId)
  const sentSince = new Set<string>()
  // The newest first: at most two of one enrollment.
  for (let left = effects; left.length > 0; ) {
    const newest = new Map(left.map((effect) => [effect.sequenceContactId, effect]))
    const withdrawals = new Map(
      [...newest].map(([id, effect]) => {
        const withdrawal = withdrawalOf(effect, sends.get(id) ?? [], repliedAt.get(id) ?? null)
        if (withdrawal.sentSince) sentSince.add(id)
        return [id, withdrawal]
      }),
    )
    await applyToEnrollments(
      tx,
      isAmong(sequenceContacts.id, [...newest.keys()]),
      (s) => onWithdrawn(s, withdrawals.get(s.enrollment.id)!),
      now,
    )
    left = left.filter((effect) => newest.get(effect.sequenceContactId) !== effect)
  }
  await tx.delete(messageEffects).where(where)
  return sentSince
}

interface StartedSend {
  stepId: string | null
  visit: number
  state: string
  startedAt: Date | null
}

function withdrawalOf(effect: Effect, sends: StartedSend[], repliedAt: Date | null): Withdrawal {
  const before = fromStored(effect.before as StoredState)
  const after = fromStored(effect.after as StoredState)
  const { action, visits } = before
  const overtaken =
    action?.kind === 'send'
      ? sends.find((s) => s.stepId === action.stepId && s.visit === (visits[action.stepId] ?? 1))
      : undefined
  return {
    before,
    after,
    repliedAt,
    sentSince: sends.some((send) => send !== overtaken && send.startedAt && send.startedAt > effect.at),
    overtaken: overtaken ? (overtaken.state === 'sent' ? 'sent' : 'started') : null,
  }
}

/** The emails of enrollments that have started, by enrollment. */
async function listStarted(tx: Db, ids: string[]): Promise<Map<string, StartedSend[]>> {
  const rows = await tx
    .select({
      enrollmentId: emailSends.sequenceContactId,
      stepId: emailSends.stepId,
      visit: emailSends.visit,
      state: emailSends.state,
      startedAt: emailSends.startedAt,
    })
    .from(emailSends)
    .where(
      and(
        isAmong(emailSends.sequenceContactId, ids),
        inArray(emailSends.state, ['sending', 'sent', 'uncertain']),
      ),
    )
  const sends = new Map<string, StartedSend[]>()
  for (const { enrollmentId, ...send } of rows)
    sends.set(enrollmentId!, [...(sends.get(enrollmentId!) ?? []), send])
  return sends
}

/** When each enrollment was first replied to by a person, without one message. */
async function listRepliedAt(tx: Db, ids: string[], except: string): Promise<Map<string, Date>> {
  const rows = await tx.execute<{ id: string; at: string }>(sql`
    select s.sequence_contact_id as id, min(i.received_at) as at
    from email_sends s join inbound_messages i on i.email_send_id = s.id
    where ${isAmong(sql`s.sequence_contact_id`, ids)} and i.kind = 'reply' and i.id <> ${except}::uuid
    group by 1`)
  return new Map(rows.map(({ id, at }) => [id, new Date(at)]))
}
