import { and, asc, eq, inArray } from 'drizzle-orm'
import { emailSends } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onDue } from '~/engine/decide'
import { onHold } from '~/engine/events'
import { replan } from '~/engine/replan'
import type { HoldReason } from '~/engine/types'
import { loadSnapshots } from '~/models/enrollments/snapshot.server'
import { type Decided, releaseSends, saveDecisions } from '~/models/enrollments/store.server'
import { type HeldEmail, notifyHeld } from '~/models/notifications/notification.server'
import { lockEnrollments, lockSequences } from '~/models/shared/locks.server'
import { type KeptMail, type Known, markSending, type ReadyMail, startUnchanged } from './start.server'

/** A claimed mail, rendered, with what was known then; or the reason why it cannot be. */
export type Prepared =
  | (ReadyMail & { known?: Known })
  | { sendId: string; hold: HoldReason; detail: string; known?: Known }

/**
 * The commit of this function's transaction is where a mail starts: every stop and hold is checked again under the locks
 * that unsubscribing, pausing and editing need, and the content is kept. What may not start is taken back.
 * @param accepted mails that started before and were taken in: kept before or as these start
 * @returns the ids of those that start
 */
export async function beginSends(
  db: Db,
  prepared: Prepared[],
  worker: string,
  now: Date,
  accepted: KeptMail[] = [],
): Promise<Set<string>> {
  const known = prepared.flatMap((one) => ('mail' in one && one.known ? [{ ...one, known: one.known }] : []))
  const started = await startUnchanged(db, known, worker, now, accepted)
  const others = prepared.filter((one) => !started.has(one.sendId))
  if (others.length === 0) return started
  return new Set([...started, ...(await decideAnew(db, others, worker, now))])
}

/** Reads everything again under the locks, decides, and starts, holds or drops. */
async function decideAnew(db: Db, prepared: Prepared[], worker: string, now: Date): Promise<Set<string>> {
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
    const starts: ReadyMail[] = []
    const dropped: string[] = []
    const held: HeldEmail[] = []
    for (const send of sends) {
      const one = send.sequenceContactId ? loadedOf.get(send.sequenceContactId) : undefined
      const ready = byId.get(send.id)!
      const decision = one && (one.replanTo === null ? onDue : replan)(one.snapshot)
      if (
        one &&
        decision?.type === 'send' &&
        decision.stepId === send.stepId &&
        decision.visit === send.visit
      ) {
        if (!('hold' in ready)) {
          starts.push(ready)
          continue
        }
        decided.push({
          loaded: one,
          decision: onHold(one.snapshot, ready.hold, null, { detail: ready.detail }),
        })
        if (isForUser(ready.hold))
          held.push({
            ...{ userId: one.userId, sequenceId: one.sequenceId, contactEmail: send.recipientEmail },
            ...{ reason: ready.hold, detail: ready.detail },
          })
      } else if (one && decision) decided.push({ loaded: one, decision })
      dropped.push(send.id)
    }
    await saveDecisions(
      tx,
      decided.filter(({ decision }) => decision.type !== 'send'),
      now,
    )
    await notifyHeld(tx, held, now)
    await dropSends(tx, dropped)
    return markSending(tx, starts, worker, now)
  })
}

/** Whether an email waits until somebody fills something in; other holds pass, or are told of elsewhere. */
const isForUser = (reason: HoldReason) => reason === 'missing_variable' || reason === 'missing_template'

/** Takes back claimed rows: the next decision writes them anew. */
async function dropSends(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await releaseSends(tx, ids)
  await tx
    .update(emailSends)
    .set({ state: 'cancelled', claimedBy: null, leaseEndsAt: null })
    .where(inArray(emailSends.id, ids))
}
