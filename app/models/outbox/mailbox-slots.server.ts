import { and, eq, gte } from 'drizzle-orm'
import { mailAccounts, mailboxDays, mailboxPaces } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { localDay } from '~/engine/calendar'
import { moveToSlot } from '~/engine/events'
import { assignSlots, type SlotAssignment, type SlotCandidate } from '~/engine/slots'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { type DecidedEnrollment, saveDecisions } from '~/models/enrollments/store.server'
import { limitOf } from '~/models/mailboxes/sending-limit.server'
import { notifyQuotaExceeded, type SpentDay } from '~/models/notifications/notification.server'
import { intervalOf } from '~/models/shared/mailboxes/kinds'
import { isOwned } from '~/models/shared/mailboxes/owner.server'
import type { DueSend } from './due-send'
import { type PlannedSend, writePlanned } from './plan.server'

const DAY_MS = 86_400_000
/** An enrollment with a pending send is checked again after this long, in case the worker died. */
export const RECHECK_MS = 15 * 60_000

type Mailbox = typeof mailAccounts.$inferSelect

/**
 * Assigns a slot to each due send of one mailbox. Slots before `horizon` become send rows that count toward the daily limit, with a job to
 * send them. Other enrollments wait until their slot is due. The mailbox's account is locked, so that only one transaction plans it at a
 * time.
 */
export async function scheduleSends(tx: Db, sends: DueSend[], now: Date, horizon: Date): Promise<void> {
  const box = await loadSender(tx, sends)
  if (!box) return
  const sendOf = new Map(sends.map((send) => [candidateId(send), send]))
  const slots = await assignOf(tx, box, sends, now, horizon)
  await saveDecisions(
    tx,
    slots.map((slot) => decidedBy(slot, sendOf.get(slot.id)!)),
    now,
  )
  await notifyQuotaExceeded(tx, heldBack(box, slots, sendOf, now))
  const ready = slots.filter((slot) => slot.ready)
  const planned = ready.map((slot): PlannedSend => {
    const { loaded, decision } = sendOf.get(slot.id)!
    return { slot, loaded, decision, box, day: localDay(slot.at, box.timezone) }
  })
  if (!(await writePlanned(tx, planned))) return
  // The spacing of the next send counts from here.
  await tx
    .update(mailboxPaces)
    .set({ lastSlotAt: ready.at(-1)!.at })
    .where(eq(mailboxPaces.accountKey, box.accountKey))
  await enqueue(tx, 'send-step', { mailboxId: box.id })
}

/** The mailbox of sends that all have the same one, unless it was disconnected. */
export async function loadSender(tx: Db, [first]: DueSend[]): Promise<Mailbox | undefined> {
  if (!first) return undefined
  const [box] = await tx
    .select()
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, first.loaded.mailboxId!), isOwned))
  return box
}

/** Locks the mailbox's account, and assigns a slot to each send. */
async function assignOf(
  tx: Db,
  box: Mailbox,
  sends: DueSend[],
  now: Date,
  horizon: Date,
): Promise<SlotAssignment[]> {
  const key = box.accountKey
  await tx.insert(mailboxPaces).values({ accountKey: key }).onConflictDoNothing()
  const [pace] = await tx.select().from(mailboxPaces).where(eq(mailboxPaces.accountKey, key)).for('update')
  // No slot lies on a day that has ended in every time zone.
  const since = new Date(now.getTime() - 2 * DAY_MS).toISOString().slice(0, 10)
  const days = await tx
    .select()
    .from(mailboxDays)
    .where(and(eq(mailboxDays.accountKey, key), gte(mailboxDays.day, since)))
  const sharers = await tx
    .select()
    .from(mailAccounts)
    .where(and(eq(mailAccounts.accountKey, key), isOwned))
  return assignSlots(
    {
      now,
      // While its server takes no emails, slots begin at the next try.
      opensAt: box.heldUntil,
      horizon,
      zone: box.timezone,
      limit: Math.min(...sharers.map((sharer) => limitOf(sharer, now))),
      used: Object.fromEntries(days.map(({ day, used }) => [day, used])),
      lastSlotAt: pace!.lastSlotAt,
      intervalSeconds: intervalOf(box),
      seed: key,
    },
    sends.map((send) => candidateOf(send)),
  )
}

function decidedBy(slot: SlotAssignment, { loaded, decision }: DueSend): DecidedEnrollment {
  const isUnchanged = slot.ready && slot.at.getTime() === decision.enrollment.action!.at.getTime()
  const snapshot = { ...loaded.snapshot, enrollment: decision.enrollment }
  return {
    loaded,
    decision: isUnchanged
      ? decision
      : moveToSlot(snapshot, { at: slot.at, plannedAt: slot.plannedAt, reason: slot.reason }),
    ...(slot.ready ? { checkAt: new Date(slot.at.getTime() + RECHECK_MS) } : {}),
  }
}

const candidateId = ({ loaded, decision }: DueSend) =>
  `${loaded.snapshot.enrollment.id}:${decision.stepId}:${decision.visit}`

function candidateOf(send: DueSend): SlotCandidate {
  const { loaded, decision } = send
  const { plan, facts } = loaded.snapshot
  const step = plan.steps.find(({ id }) => id === decision.stepId)
  if (step?.type !== 'send_email') throw new Error('Send decided for a step that is not a Send Email step')
  return {
    id: candidateId(send),
    dueAt: decision.enrollment.action!.at,
    plannedAt: decision.plannedAt,
    followUp: facts.lastSend !== null,
    skipWeekends: step.skipWeekends,
    timetable: plan,
    sendHour: step.sendHour,
    sendMinute: step.sendMinute,
  }
}

/** The sequences that must wait until the mailbox's next day, each with the first contact held. */
function heldBack(
  box: Mailbox,
  slots: SlotAssignment[],
  sendOf: Map<string, DueSend>,
  now: Date,
): SpentDay[] {
  const bySequence = new Map<string, SpentDay>()
  for (const slot of slots) {
    const { loaded } = sendOf.get(slot.id)!
    if (slot.reason !== 'quota' || bySequence.has(loaded.sequenceId)) continue
    bySequence.set(loaded.sequenceId, {
      userId: loaded.userId,
      sequenceId: loaded.sequenceId,
      day: localDay(now, box.timezone),
      contactEmail: loaded.email!,
      accountEmail: box.email,
    })
  }
  return [...bySequence.values()]
}
