import { and, eq, inArray, sql } from 'drizzle-orm'
import { aliases, type mailAccounts, sequences, steps } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import type { SlotAssignment } from '~/engine/slots'
import type { Decision } from '~/engine/types'
import type { Loaded } from '~/models/enrollments/snapshot.server'
import { newIds } from '~/models/shared/ids.server'
import { messageIdOf } from '~/models/shared/message-id'
import { rowArrays } from '~/models/shared/row-arrays.server'
import { newToken } from '~/secrets.server'

export type Mailbox = typeof mailAccounts.$inferSelect & { shard: number }

/** A due send, decided but without a slot. */
export interface DueSend {
  loaded: Loaded
  decision: Extract<Decision, { type: 'send' }>
}

/** One with its slot, in its own mailbox, and the local day of the account that it counts in. */
export interface PlannedSend extends DueSend {
  slot: SlotAssignment
  box: Mailbox
  /** Null where it takes no place. */
  day: string | null
}

/** What is written of a planned mail. */
const SEND_TYPES = {
  id: 'uuid',
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
  message_id: 'text',
  planned_at: 'timestamptz',
  scheduled_for: 'timestamptz',
  quota_day: 'text',
} as const
const SEND_COLUMNS = sql.raw(Object.keys(SEND_TYPES).join(', '))

/** The rows of mails, with what they take from their sequence, step and mailbox. */
async function rowsOf(tx: Db, chosen: PlannedSend[]) {
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
    .select({ mailboxId: aliases.accountId, email: aliases.sendAsEmail })
    .from(aliases)
    .where(
      and(
        inArray(aliases.accountId, [...new Set(chosen.map(({ box }) => box.id))]),
        eq(aliases.verificationStatus, 'accepted'),
      ),
    )
  const usable = new Set(verified.map(({ mailboxId, email }) => `${mailboxId} ${email.toLowerCase()}`))
  const sequenceOf = new Map(sequenceRows.map((row) => [row.id, row]))
  const stepOf = new Map(stepRows.map((row) => [row.id, row]))
  const ids = await newIds(tx, chosen.length)
  return chosen.map(({ slot, loaded, decision, box, day }, n) => {
    const sequence = sequenceOf.get(loaded.sequenceId)
    const alias =
      sequence?.sendAsEmail && usable.has(`${box.id} ${sequence.sendAsEmail.toLowerCase()}`)
        ? sequence.sendAsEmail
        : null
    const id = ids[n]!
    return {
      id,
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
      // That of its first try, already: what does not change when it starts needs no place in an index then.
      message_id: messageIdOf(id, 1, alias ?? box.email),
      planned_at: slot.plannedAt,
      scheduled_for: slot.at,
      quota_day: day,
    }
  })
}

/**
 * Writes the rows of the outbox and takes their places in the day. A row that was taken back before is used again.
 * @returns the keys of the accounts that got any
 */
export async function writePlanned(tx: Db, chosen: PlannedSend[]): Promise<Set<string>> {
  if (chosen.length === 0) return new Set()
  const planned = await rowsOf(tx, chosen)
  const rows = await executePrepared<{ mailboxId: string; day: string }>(
    tx,
    sql`
    insert into email_sends (${SEND_COLUMNS})
    select ${SEND_COLUMNS} from ${rowArrays('v', SEND_TYPES, planned)}
    on conflict (sequence_contact_id, step_id, visit) do update set
      state = 'scheduled', planned_at = excluded.planned_at, scheduled_for = excluded.scheduled_for,
      quota_day = excluded.quota_day, sender_account_id = excluded.sender_account_id,
      shard = excluded.shard, sender_email = excluded.sender_email, send_as_email = excluded.send_as_email,
      template_id = excluded.template_id, tracked = excluded.tracked, recipient_email = excluded.recipient_email,
      claimed_by = null, lease_ends_at = null
    where email_sends.state = 'cancelled'
    returning sender_account_id as "mailboxId", quota_day as day`,
  )
  const keyOf = new Map(chosen.map(({ box }) => [box.id, box.accountKey]))
  const places = new Map<string, { key: string; day: string; used: number }>()
  for (const { mailboxId, day } of rows) {
    const key = keyOf.get(mailboxId)!
    const place = places.get(`${day} ${key}`) ?? { key, day, used: 0 }
    places.set(`${day} ${key}`, { ...place, used: place.used + 1 })
  }
  await takePlaces(tx, [...places.values()])
  return new Set([...places.values()].map(({ key }) => key))
}

/**
 * Writes rows of mails that may have been sent by an earlier installation, until `sentUntil`: uncertain, for the user to
 * decide. One that was decided about since then is left. @returns the enrollments whose mail is in doubt now
 */
export async function writeDoubtful(
  tx: Db,
  chosen: PlannedSend[],
  sentUntil: Date,
  why: string,
): Promise<Set<string>> {
  if (chosen.length === 0) return new Set()
  const rows = await executePrepared<{ id: string }>(
    tx,
    sql`
    insert into email_sends (${SEND_COLUMNS}, state, started_at, error)
    select ${SEND_COLUMNS}, 'uncertain', planned_at, ${why}::text
    from ${rowArrays('v', SEND_TYPES, await rowsOf(tx, chosen))}
    on conflict (sequence_contact_id, step_id, visit) do update set
      state = 'uncertain', error = excluded.error, started_at = excluded.planned_at, quota_day = null
    where email_sends.state = 'cancelled'
      and coalesce(email_sends.checked_at < ${sentUntil.toISOString()}::timestamptz, true)
    returning sequence_contact_id as id`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Counts places of days as taken. The accounts are locked, so nobody else does it meanwhile. */
async function takePlaces(tx: Db, places: { key: string; day: string; used: number }[]): Promise<void> {
  if (places.length === 0) return
  await tx.execute(sql`
    insert into mailbox_days (account_key, day, used)
    select key, day::date, used from ${rowArrays('v', { key: 'text', day: 'text', used: 'int' }, places)}
    on conflict (account_key, day) do update set used = mailbox_days.used + excluded.used`)
}
