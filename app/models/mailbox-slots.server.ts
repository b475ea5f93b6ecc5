import { eq, inArray, sql } from 'drizzle-orm'
import { aliases, mailAccounts, mailboxDays, mailboxPaces, sequences, steps } from '#drizzle/schema'
import { type Db, executePrepared } from '../db.server'
import { localDay } from '../engine/calendar'
import { moveToSlot } from '../engine/events'
import { assignSlots, dailyLimit, type SlotAssignment, type SlotCandidate } from '../engine/slots'
import type { Decision } from '../engine/types'
import { enqueue } from '../jobs/enqueue.server'
import { newToken } from '../secrets.server'
import type { Loaded } from './enrollment-snapshot.server'
import { type Decided, saveDecisions } from './enrollment-store.server'
import { notifyQuotaExceeded } from './notification.server'
import { rowArrays } from './row-arrays.server'

/** Tasks that send: mailboxes are spread over them, and one mailbox is always in the same one. */
export const SHARDS = 16

/** The shard of a mailbox, in SQL: the same for whoever asks. */
export const shardOf = sql<number>`(abs(hashtext(${mailAccounts.accountKey})::bigint) % ${sql.raw(String(SHARDS))})::int`

/** While a mail is under way its enrollment is looked at again after this long, in case its worker died. */
export const WATCH_MS = 15 * 60_000

/** A due send, decided but without a slot. */
export interface DueSend {
  loaded: Loaded
  decision: Extract<Decision, { type: 'send' }>
}

type Mailbox = typeof mailAccounts.$inferSelect & { shard: number }

const DAY_MS = 86_400_000
/** Messages a day that Google itself lets through (reference: support.google.com/a/answer/166852). */
const GMAIL_LIMIT = 500
const WORKSPACE_LIMIT = 2_000

/** Google's own cap for a mailbox; SMTP mailboxes have none that we know of. */
export function providerLimit({ provider, email }: Pick<Mailbox, 'provider' | 'email'>): number | null {
  if (provider !== 'gmail') return null
  return /@(gmail|googlemail)\.com$/i.test(email) ? GMAIL_LIMIT : WORKSPACE_LIMIT
}

/** Mails that a mailbox may send in one of its local days. */
export function limitOf(
  mailbox: Pick<Mailbox, 'provider' | 'email' | 'dailyLimit' | 'createdAt'>,
  now: Date,
): number {
  const age = Math.floor((now.getTime() - mailbox.createdAt.getTime()) / DAY_MS)
  return dailyLimit(age, mailbox.dailyLimit, providerLimit(mailbox))
}

/**
 * Gives each due send its slot. Those before `horizon` become send rows with a place in the mailbox's day, and a job
 * that sends them; the others wait for their slot. The account's row is locked: planners of one account take turns.
 */
export async function giveSlots(tx: Db, sends: DueSend[], now: Date, horizon: Date): Promise<void> {
  if (sends.length === 0) return
  const mailboxIds = [...new Set(sends.map((send) => send.loaded.mailboxId!))]
  const boxes: Mailbox[] = (
    await tx
      .select({ box: mailAccounts, shard: shardOf })
      .from(mailAccounts)
      .where(inArray(mailAccounts.id, mailboxIds))
  ).map(({ box, shard }) => ({ ...box, shard }))
  const byId = new Map(boxes.map((box) => [box.id, box]))
  const keys = [...new Set(boxes.map((box) => box.accountKey))].sort()
  const shards = new Set<number>()
  for (const key of keys) {
    const own = sends.filter((send) => byId.get(send.loaded.mailboxId!)?.accountKey === key)
    const written = await giveAccountSlots(tx, key, own, byId, now, horizon)
    if (written > 0) shards.add(byId.get(own[0]!.loaded.mailboxId!)!.shard)
  }
  // Once for each and in one order: two scans that ask for the same tasks wait for each other, and never in a circle.
  for (const shard of [...shards].sort((a, b) => a - b)) await enqueue(tx, 'send-step', { shard })
}

/** @returns how many mails were written into the outbox */
async function giveAccountSlots(
  tx: Db,
  accountKey: string,
  sends: DueSend[],
  boxes: Map<string, Mailbox>,
  now: Date,
  horizon: Date,
): Promise<number> {
  const box = boxes.get(sends[0]!.loaded.mailboxId!)!
  await tx.insert(mailboxPaces).values({ accountKey }).onConflictDoNothing()
  const [pace] = await tx
    .select()
    .from(mailboxPaces)
    .where(eq(mailboxPaces.accountKey, accountKey))
    .for('update')
  const days = await tx.select().from(mailboxDays).where(eq(mailboxDays.accountKey, accountKey))
  const sharers = await tx.select().from(mailAccounts).where(eq(mailAccounts.accountKey, accountKey))
  const candidates = new Map(sends.map((send) => [candidateId(send), send]))
  const assignments = assignSlots(
    {
      now,
      horizon,
      zone: box.timezone,
      limit: Math.min(...sharers.map((sharer) => limitOf(sharer, now))),
      used: Object.fromEntries(days.map(({ day, used }) => [day, used])),
      lastSlotAt: pace?.lastSlotAt ?? null,
      intervalSeconds: box.sendIntervalSeconds,
      seed: accountKey,
    },
    sends.map((send) => candidateOf(send)),
  )
  const ready = assignments.filter((slot) => slot.ready)
  const decided: Decided[] = assignments.map((slot) => {
    const { loaded, decision } = candidates.get(slot.id)!
    const stays = slot.ready && slot.at.getTime() === decision.enrollment.action!.at.getTime()
    const snapshot = { ...loaded.snapshot, enrollment: decision.enrollment }
    return {
      loaded,
      decision: stays
        ? decision
        : moveToSlot(snapshot, { at: slot.at, plannedAt: slot.plannedAt, reason: slot.reason }),
      ...(slot.ready ? { lookAt: new Date(slot.at.getTime() + WATCH_MS) } : {}),
    }
  })
  await saveDecisions(tx, decided, now)
  await notifyMoved(tx, box, assignments, candidates, now)
  if (ready.length === 0) return 0
  const written = await writeSends(tx, box, ready, candidates)
  if (written === 0) return 0
  const last = ready.at(-1)!.at
  await tx.update(mailboxPaces).set({ lastSlotAt: last }).where(eq(mailboxPaces.accountKey, accountKey))
  return written
}

const candidateId = ({ loaded, decision }: DueSend) =>
  `${loaded.snapshot.enrollment.id}:${decision.stepId}:${decision.visit}`

function candidateOf(send: DueSend): SlotCandidate {
  const { loaded, decision } = send
  const { plan, facts } = loaded.snapshot
  const step = plan.steps.find(({ id }) => id === decision.stepId)
  if (step?.type !== 'send_email') throw new Error('a send was decided for a step that sends nothing')
  return {
    id: candidateId(send),
    dueAt: decision.enrollment.action!.at,
    plannedAt: decision.plannedAt,
    followUp: facts.lastSend !== null,
    skipWeekends: step.skipWeekends,
    timezone: plan.timezone,
    sendHour: step.sendHour,
    sendMinute: step.sendMinute,
  }
}

/** What is written of a planned mail. */
const SEND_TYPES = {
  user_id: 'uuid',
  sequence_contact_id: 'uuid',
  sequence_id: 'uuid',
  step_id: 'uuid',
  contact_id: 'uuid',
  template_id: 'uuid',
  sender_account_id: 'uuid',
  shard: 'smallint',
  send_as_email: 'text',
  sender_email: 'text',
  visit: 'int',
  recipient_email: 'text',
  sequence_name: 'text',
  step_name: 'text',
  tracked: 'boolean',
  tracking_token: 'text',
  unsubscribe_token: 'text',
  planned_at: 'timestamptz',
  scheduled_for: 'timestamptz',
  quota_day: 'text',
} as const
const SEND_COLUMNS = sql.raw(Object.keys(SEND_TYPES).join(', '))

/** Writes the rows of the outbox and takes their places in the day. A row that was taken back before is used again. */
async function writeSends(
  tx: Db,
  box: Mailbox,
  ready: SlotAssignment[],
  candidates: Map<string, DueSend>,
): Promise<number> {
  const chosen = ready.map((slot) => ({ slot, ...candidates.get(slot.id)! }))
  const sequenceRows = await tx
    .select({
      id: sequences.id,
      name: sequences.name,
      sendAsEmail: sequences.sendAsEmail,
      tracked: sequences.trackingEnabled,
    })
    .from(sequences)
    .where(inArray(sequences.id, [...new Set(chosen.map(({ loaded }) => loaded.sequenceId))]))
  const stepRows = await tx
    .select({ id: steps.id, name: steps.name, templateId: steps.templateId })
    .from(steps)
    .where(inArray(steps.id, [...new Set(chosen.map(({ decision }) => decision.stepId))]))
  const verified = await tx
    .select({ email: aliases.sendAsEmail, status: aliases.verificationStatus })
    .from(aliases)
    .where(eq(aliases.accountId, box.id))
  const usable = new Set(
    verified.filter(({ status }) => status === 'accepted').map(({ email }) => email.toLowerCase()),
  )
  const sequenceOf = new Map(sequenceRows.map((row) => [row.id, row]))
  const stepOf = new Map(stepRows.map((row) => [row.id, row]))
  const planned = chosen.map(({ slot, loaded, decision }) => {
    const sequence = sequenceOf.get(loaded.sequenceId)
    const alias =
      sequence?.sendAsEmail && usable.has(sequence.sendAsEmail.toLowerCase()) ? sequence.sendAsEmail : null
    return {
      user_id: loaded.userId,
      sequence_contact_id: loaded.snapshot.enrollment.id,
      sequence_id: loaded.sequenceId,
      step_id: decision.stepId,
      contact_id: loaded.contactId,
      template_id: stepOf.get(decision.stepId)?.templateId ?? null,
      sender_account_id: box.id,
      shard: box.shard,
      send_as_email: alias,
      sender_email: alias ?? box.email,
      visit: decision.visit,
      recipient_email: loaded.email!,
      sequence_name: sequence?.name ?? null,
      step_name: stepOf.get(decision.stepId)?.name ?? null,
      tracked: sequence?.tracked ?? true,
      tracking_token: newToken(),
      unsubscribe_token: newToken(),
      planned_at: slot.plannedAt,
      scheduled_for: slot.at,
      quota_day: localDay(slot.at, box.timezone),
    }
  })
  const rows = await executePrepared<{ day: string | null }>(
    tx,
    sql`
    insert into email_sends (${SEND_COLUMNS})
    select ${SEND_COLUMNS} from ${rowArrays('v', SEND_TYPES, planned)}
    on conflict (sequence_contact_id, step_id, visit) do update set
      state = 'scheduled', planned_at = excluded.planned_at, scheduled_for = excluded.scheduled_for,
      quota_day = excluded.quota_day, sender_account_id = excluded.sender_account_id,
      shard = excluded.shard,      sender_email = excluded.sender_email, send_as_email = excluded.send_as_email,
      template_id = excluded.template_id, tracked = excluded.tracked, recipient_email = excluded.recipient_email,
      claimed_by = null, lease_ends_at = null
    where email_sends.state = 'cancelled'
    returning quota_day as day`,
  )
  const places = new Map<string, number>()
  for (const { day } of rows) if (day) places.set(day, (places.get(day) ?? 0) + 1)
  for (const [day, used] of places) {
    await tx
      .insert(mailboxDays)
      .values({ accountKey: box.accountKey, day, used })
      .onConflictDoUpdate({
        target: [mailboxDays.accountKey, mailboxDays.day],
        set: { used: sql`${mailboxDays.used} + excluded.used` },
      })
  }
  return rows.length
}

/** One notice per sequence, mailbox and day, naming the first person who has to wait. */
async function notifyMoved(
  tx: Db,
  box: Mailbox,
  slots: SlotAssignment[],
  candidates: Map<string, DueSend>,
  now: Date,
) {
  const told = new Set<string>()
  for (const slot of slots) {
    const { loaded } = candidates.get(slot.id)!
    if (slot.reason !== 'quota' || told.has(loaded.sequenceId)) continue
    told.add(loaded.sequenceId)
    await notifyQuotaExceeded(tx, loaded.userId, {
      sequenceId: loaded.sequenceId,
      mailboxId: box.id,
      day: localDay(now, box.timezone),
      contactEmail: loaded.email!,
      accountEmail: box.email,
    })
  }
}
