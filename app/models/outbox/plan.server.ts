import { and, eq, inArray, sql } from 'drizzle-orm'
import { aliases, type mailAccounts, sequences, steps } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import type { SlotAssignment } from '~/engine/slots'
import { newIds } from '~/models/shared/ids.server'
import { messageIdOf } from '~/models/shared/mail/message-id'
import { rowArrays } from '~/models/shared/row-arrays.server'
import { newToken } from '~/secrets.server'
import { chooseTemplates } from './balance.server'
import type { DueSend } from './due-send'

/** A send with its slot, its mailbox and the local day whose limit it counts toward. */
export interface PlannedSend extends DueSend {
  slot: SlotAssignment
  box: typeof mailAccounts.$inferSelect
  /** Null if it does not count toward a limit. */
  day: string | null
}

/** The columns of a planned send. */
const SEND_TYPES = {
  id: 'uuid',
  user_id: 'uuid',
  sequence_contact_id: 'uuid',
  sequence_id: 'uuid',
  step_id: 'uuid',
  contact_id: 'uuid',
  template_id: 'uuid',
  sender_account_id: 'uuid',
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

/** Builds the rows of planned sends from their sequences, steps and mailboxes. */
async function rowsOf(tx: Db, chosen: PlannedSend[]) {
  const sequenceRows = await tx
    .select({
      id: sequences.id,
      name: sequences.name,
      sendAsEmail: sequences.sendAsEmail,
    })
    .from(sequences)
    .where(inArray(sequences.id, [...new Set(chosen.map(({ loaded }) => loaded.sequenceId))]))
  const stepIds = [...new Set(chosen.map(({ decision }) => decision.stepId))]
  const stepRows = await tx
    .select({ id: steps.id, name: steps.name })
    .from(steps)
    .where(inArray(steps.id, stepIds))
  const templates = await chooseTemplates(tx, chosen)
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
    const { stepId, visit } = decision
    return {
      id,
      user_id: loaded.userId,
      sequence_contact_id: loaded.snapshot.enrollment.id,
      sequence_id: loaded.sequenceId,
      step_id: stepId,
      contact_id: loaded.contactId,
      template_id: templates[n]!,
      sender_account_id: box.id,
      send_as_email: alias,
      sender_email: alias ?? box.email,
      visit,
      recipient_email: loaded.email!,
      sequence_name: sequence?.name ?? null,
      step_name: stepOf.get(stepId)?.name ?? null,
      tracked: loaded.snapshot.plan.trackingEnabled,
      tracking_token: newToken(),
      unsubscribe_token: newToken(),
      // The Message-ID of the first attempt. A value that does not change when the send starts needs no index update then.
      message_id: messageIdOf(id, 1, alias ?? box.email),
      planned_at: slot.plannedAt,
      scheduled_for: slot.at,
      quota_day: day,
    }
  })
}

/**
 * Writes send rows of one mailbox and counts them toward its daily limits. A cancelled row of the same visit is reused.
 * @returns the number of rows that were written
 */
export async function writePlanned(tx: Db, chosen: PlannedSend[]): Promise<number> {
  if (chosen.length === 0) return 0
  const planned = await rowsOf(tx, chosen)
  const rows = await executePrepared<{ day: string }>(
    tx,
    sql`
    insert into email_sends (${SEND_COLUMNS})
    select ${SEND_COLUMNS} from ${rowArrays('v', SEND_TYPES, planned)}
    on conflict (sequence_contact_id, step_id, visit) do update set
      state = 'scheduled', planned_at = excluded.planned_at, scheduled_for = excluded.scheduled_for,
      quota_day = excluded.quota_day, sender_account_id = excluded.sender_account_id,
      sender_email = excluded.sender_email, send_as_email = excluded.send_as_email,
      template_id = excluded.template_id, tracked = excluded.tracked, recipient_email = excluded.recipient_email,
      claimed_by = null, lease_ends_at = null
    where email_sends.state = 'cancelled'
    returning quota_day as day`,
  )
  const usedOf = new Map<string, number>()
  for (const { day } of rows) usedOf.set(day, (usedOf.get(day) ?? 0) + 1)
  const key = chosen[0]!.box.accountKey
  await addToDailyCounts(
    tx,
    [...usedOf].map(([day, used]) => ({ key, day, used })),
  )
  return rows.length
}

/**
 * Writes sends that an earlier installation may have made before `sentUntil`. They become uncertain, for the user to decide.
 * Sends that the user has resolved since do not change. @returns the enrollments with an uncertain send
 */
export async function writeUncertain(
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

/** Adds to the counts of the daily limits. The caller has locked the account. */
async function addToDailyCounts(tx: Db, counts: { key: string; day: string; used: number }[]): Promise<void> {
  if (counts.length === 0) return
  await tx.execute(sql`
    insert into mailbox_days (account_key, day, used)
    select key, day::date, used from ${rowArrays('v', { key: 'text', day: 'text', used: 'int' }, counts)}
    on conflict (account_key, day) do update set used = mailbox_days.used + excluded.used`)
}
