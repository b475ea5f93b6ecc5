import { type SQL, sql } from 'drizzle-orm'
import { type Db, executePrepared } from '~/db.server'
import { onSent } from '~/engine/events'
import { stateVersion } from '~/models/enrollments/snapshot.server'
import {
  DECISION_TYPES,
  type Decided,
  decisionColumns,
  decisionRow,
  STATE_TYPES,
  stateAssignments,
  stateRow,
} from '~/models/enrollments/store.server'
import { arrayColumns, rowArrays, tableOf } from '~/models/shared/row-arrays.server'
import type { SendResult } from '~/providers/mail/types'
import { firstOpens, markOpened } from './opened.server'
import type { Known } from './start.server'

export type Accepted = Extract<SendResult, { ok: true }>

interface AcceptedMail {
  sendId: string
  result: Accepted
}

/** A mail that was settled just now. */
export interface Settled extends Record<string, unknown> {
  id: string
  enrollmentId: string | null
  stepId: string | null
  visit: number
}

const ACCEPTED_TYPES = { id: 'uuid', provider_id: 'text', message_id: 'text', thread_id: 'text' } as const

const acceptedRow = ({ sendId, result }: AcceptedMail) => ({
  id: sendId,
  provider_id: result.providerId,
  message_id: result.messageId,
  thread_id: result.threadId ?? null,
})

/**
 * Parts of a `with`: `s` settles the mails of `from` (which has `v`) that are not settled yet, `logged` writes their log
 * rows, `used` dates the use of their mailboxes (to the minute: a busy mailbox is not written for each batch).
 */
const settle = (from: SQL, now: Date, more = sql``) => sql`
  s as (
    update email_sends s set state = 'sent', sent_at = coalesce(s.started_at, ${now.toISOString()}::timestamptz),
      provider_id = v.provider_id, message_id = v.message_id, provider_thread_id = v.thread_id,
      claimed_by = null, lease_ends_at = null, error = null, error_code = null
    from ${from}
    where s.id = v.id and s.state in ('sending', 'uncertain')
    -- Not the content, which would be carried through all that follows.
    returning s.id, s.user_id, s.sequence_id, s.contact_id, s.step_id, s.template_id, s.sequence_contact_id, s.visit,
      s.recipient_email, s.recipient_name, s.sender_email, s.sequence_name, s.step_name, s.subject, s.tracking_token,
      s.unsubscribe_token, s.is_test, s.message_id, s.sent_at, s.sender_account_id${more}
  ), logged as (
    insert into email_logs (user_id, email_send_id, sequence_id, contact_id, step_id, template_id,
      sequence_contact_id, recipient_email, recipient_name, sender_email, sequence_name, step_name, subject,
      tracking_token, unsubscribe_token, is_test_email, email_provider, message_id, sent_at, created_at)
    select s.user_id, s.id, s.sequence_id, s.contact_id, s.step_id, s.template_id, s.sequence_contact_id,
      s.recipient_email, s.recipient_name, s.sender_email, s.sequence_name, s.step_name, s.subject,
      s.tracking_token, s.unsubscribe_token, s.is_test, a.provider, s.message_id, s.sent_at, s.sent_at
    from s left join mail_accounts a on a.id = s.sender_account_id
    on conflict do nothing
  ), used as (
    update mail_accounts set last_used_at = ${now.toISOString()}::timestamptz
    where id in (select sender_account_id from s)
      and (last_used_at is null or last_used_at < ${now.toISOString()}::timestamptz - interval '1 minute')
  )`

/**
 * Settles accepted mails and writes their log rows. Who opened one while it was `sending` is found here: there was no log row to
 * mark yet. @returns those that were not settled before
 */
export async function storeSent(tx: Db, accepted: AcceptedMail[], now: Date): Promise<Settled[]> {
  if (accepted.length === 0) return []
  const rows = await executePrepared<Settled>(
    tx,
    sql`
    with ${settle(rowArrays('v', ACCEPTED_TYPES, accepted.map(acceptedRow)), now)}
    select id, sequence_contact_id as "enrollmentId", step_id as "stepId", visit from s`,
  )
  const opens = await firstOpens(
    tx,
    rows.map((row) => row.id),
  )
  for (const [id, at] of [...opens].sort()) await markOpened(tx, [id], at)
  return rows
}

const UNCHANGED_TYPES = { ...ACCEPTED_TYPES, enrollment_id: 'uuid', version: 'text' } as const
/** The columns of what follows from a mail, after their prefixes. */
const FOLLOWING = sql.raw(
  [
    ...Object.keys(STATE_TYPES).map((name) => `, v.to_${name}`),
    ...Object.keys(DECISION_TYPES).map((name) => `, v.why_${name}`),
  ].join(''),
)
const WHY = sql.raw(
  Object.keys(DECISION_TYPES)
    .map((name) => `s.why_${name}`)
    .join(', '),
)

/**
 * Records accepted mails whose enrollments are as they were when the mails started: what follows was decided by then, as a
 * decision is a pure function. The versions are compared under the enrollments' locks: what stops or holds somebody writes the
 * enrollment, and nothing else matters once the mail is out. One statement, one transaction.
 * @returns the ids that were recorded; the others have to be read again
 */
export async function recordUnchanged(
  db: Db,
  accepted: (AcceptedMail & { known: Known })[],
  now: Date,
): Promise<Set<string>> {
  const decided: Decided[] = []
  const mails = accepted.flatMap((mail) => {
    const { loaded, stepId, visit } = mail.known
    const decision = onSent({ ...loaded.snapshot, now }, { stepId, visit })
    if (decision.type !== 'plan') return []
    decided.push({ loaded, decision })
    return [
      { ...acceptedRow(mail), enrollment_id: loaded.snapshot.enrollment.id, version: stateVersion(loaded) },
    ]
  })
  if (mails.length === 0) return new Set()
  // What is known of a mail and what follows lie in one row, so that nothing has to be brought together again.
  const rows = tableOf(
    'v',
    arrayColumns(UNCHANGED_TYPES, mails),
    arrayColumns(STATE_TYPES, decided.map(stateRow), 'to_'),
    arrayColumns(DECISION_TYPES, decided.map(decisionRow), 'why_'),
  )
  const same = sql`${rows} join locked e on e.id = v.enrollment_id and e.version = v.version`
  const recorded = await executePrepared<{ id: string }>(
    db,
    sql`
    with locked as materialized (
      select id, xmin::text as version from sequence_contacts
      where id = any(${sql.param(mails.map((mail) => mail.enrollment_id))}::uuid[]) order by id for update
    ),
    ${settle(same, now, FOLLOWING)},
    moved as (
      update sequence_contacts sc set ${stateAssignments('s.to_')} from s where sc.id = s.to_id
    ), explained as (
      insert into decisions ${decisionColumns} select ${WHY}, ${now.toISOString()}::timestamptz from s
    )
    select id from s`,
  )
  return new Set(recorded.map((row) => row.id))
}
