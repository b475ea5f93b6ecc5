import { and, asc, gte, inArray, sql } from 'drizzle-orm'
import { mailAccounts, mailboxDays, mailboxPaces } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { localDay } from '~/engine/calendar'
import { moveToSlot } from '~/engine/events'
import { assignSlots, type SlotAssignment, type SlotCandidate } from '~/engine/slots'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { type Decided, saveDecisions } from '~/models/enrollments/store.server'
import { limitOf } from '~/models/mailboxes/sending-limit.server'
import { notifyQuotaExceeded, type SpentDay } from '~/models/notifications/notification.server'
import { isOwned } from '~/models/shared/mailbox-owner.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import { type DueSend, type PlannedSend, writePlanned } from './plan.server'

const DAY_MS = 86_400_000
/** An enrollment with a pending send is checked again after this long, in case the worker died. */
export const RECHECK_MS = 15 * 60_000

type Mailbox = typeof mailAccounts.$inferSelect

/** A provider account, the mailbox whose time zone and spacing apply to it, and the slots of its sends. */
interface AccountSlots {
  key: string
  box: Mailbox
  slots: SlotAssignment[]
}

/**
 * Assigns a slot to each due send. Slots before `horizon` become send rows that count toward the daily limit, with a job to send
 * them. Other enrollments wait until their slot is due. The accounts are locked, so that only one transaction plans an account
 * at a time.
 */
export async function scheduleSends(tx: Db, sends: DueSend[], now: Date, horizon: Date): Promise<void> {
  if (sends.length === 0) return
  const boxes = await loadSenders(tx, sends)
  const candidates = new Map(sends.map((send) => [candidateId(send), send]))
  const accounts = await assignAll(tx, sends, boxes, now, horizon)
  const slots = accounts.flatMap((account) => account.slots)
  await saveDecisions(
    tx,
    slots.map((slot) => decidedBy(slot, candidates.get(slot.id)!)),
    now,
  )
  await notifyQuotaExceeded(
    tx,
    accounts.flatMap((account) => heldBack(account, candidates, now)),
  )
  const planned = accounts.flatMap(({ box, slots: own }): PlannedSend[] =>
    own
      .filter((slot) => slot.ready)
      .map((slot) => {
        const { loaded, decision } = candidates.get(slot.id)!
        return {
          slot,
          loaded,
          decision,
          box: boxes.get(loaded.mailboxId!)!,
          day: localDay(slot.at, box.timezone),
        }
      }),
  )
  const written = await writePlanned(tx, planned)
  await saveLastSlots(tx, accounts, written)
  const mailboxes = new Set(planned.filter(({ box }) => written.has(box.accountKey)).map(({ box }) => box.id))
  for (const mailboxId of [...mailboxes].sort()) await enqueue(tx, 'send-step', { mailboxId })
}

/** Loads the mailboxes of sends. */
export async function loadSenders(tx: Db, sends: DueSend[]): Promise<Map<string, Mailbox>> {
  const ids = [...new Set(sends.map((send) => send.loaded.mailboxId!))]
  const rows = await tx
    .select()
    .from(mailAccounts)
    .where(and(inArray(mailAccounts.id, ids), isOwned))
  return new Map(rows.map((box) => [box.id, box]))
}

/** Locks the accounts in ascending order of their keys, and assigns a slot to each of their sends. */
async function assignAll(
  tx: Db,
  sends: DueSend[],
  boxes: Map<string, Mailbox>,
  now: Date,
  horizon: Date,
): Promise<AccountSlots[]> {
  const sendsOf = new Map<string, DueSend[]>()
  for (const send of sends) {
    const key = boxes.get(send.loaded.mailboxId!)?.accountKey
    if (key === undefined) continue
    const own = sendsOf.get(key)
    if (own) own.push(send)
    else sendsOf.set(key, [send])
  }
  const keys = [...sendsOf.keys()].sort()
  const given = sql.param(keys)
  await tx.execute(sql`
    insert into mailbox_paces (account_key) select unnest(${given}::text[]) on conflict do nothing`)
  const paces = await tx
    .select()
    .from(mailboxPaces)
    .where(inArray(mailboxPaces.accountKey, keys))
    .orderBy(asc(mailboxPaces.accountKey))
    .for('update')
  const lastSlotOf = new Map(paces.map((pace) => [pace.accountKey, pace.lastSlotAt]))
  // No slot lies on a day that has ended in every time zone.
  const since = new Date(now.getTime() - 2 * DAY_MS).toISOString().slice(0, 10)
  const days = await tx
    .select()
    .from(mailboxDays)
    .where(and(inArray(mailboxDays.accountKey, keys), gte(mailboxDays.day, since)))
  const usedOf = new Map<string, Record<string, number>>()
  for (const { accountKey, day, used } of days)
    usedOf.set(accountKey, { ...usedOf.get(accountKey), [day]: used })
  const sharers = await tx
    .select()
    .from(mailAccounts)
    .where(and(inArray(mailAccounts.accountKey, keys), isOwned))
  const limits = new Map<string, number>()
  for (const sharer of sharers) {
    const limit = limitOf(sharer, now)
    limits.set(sharer.accountKey, Math.min(limit, limits.get(sharer.accountKey) ?? limit))
  }
  return keys.map((key) => {
    const own = sendsOf.get(key)!
    const box = boxes.get(own[0]!.loaded.mailboxId!)!
    const slots = assignSlots(
      {
        now,
        horizon,
        zone: box.timezone,
        limit: limits.get(key) ?? 0,
        used: usedOf.get(key) ?? {},
        lastSlotAt: lastSlotOf.get(key) ?? null,
        intervalSeconds: box.sendIntervalSeconds,
        seed: key,
      },
      own.map((send) => candidateOf(send)),
    )
    return { key, box, slots }
  })
}

function decidedBy(slot: SlotAssignment, { loaded, decision }: DueSend): Decided {
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

/** Stores the last slot of each account. The spacing of its next send counts from there. */
async function saveLastSlots(tx: Db, accounts: AccountSlots[], written: Set<string>): Promise<void> {
  const rows = accounts
    .filter(({ key }) => written.has(key))
    .map(({ key, slots }) => ({ key, at: slots.filter((slot) => slot.ready).at(-1)!.at }))
  if (rows.length === 0) return
  await tx.execute(sql`
    update mailbox_paces p set last_slot_at = v.at
    from ${rowArrays('v', { key: 'text', at: 'timestamptz' }, rows)} where p.account_key = v.key`)
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
function heldBack({ box, slots }: AccountSlots, candidates: Map<string, DueSend>, now: Date): SpentDay[] {
  const bySequence = new Map<string, SpentDay>()
  for (const slot of slots) {
    const { loaded } = candidates.get(slot.id)!
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
