import { sql } from 'drizzle-orm'
import { type Db, executePrepared } from '~/db.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import type { SendResult } from '~/providers/mail/types'
import { noteSentManual } from './manual.server'
import { firstOpens, markEmailsOpened } from './opened.server'

export type Accepted = Extract<SendResult, { ok: true }>

interface AcceptedSend {
  sendId: string
  result: Accepted
}

/** A send that became `sent` just now. */
export interface SentSend extends Record<string, unknown> {
  id: string
  enrollmentId: string | null
  stepId: string | null
  visit: number
  isManual: boolean
  mailboxId: string | null
}

const ACCEPTED_TYPES = { id: 'uuid', provider_id: 'text', message_id: 'text', thread_id: 'text' } as const

/**
 * Marks accepted sends as `sent` and writes their log rows. Also records opens that arrived while a send was still `sending` and
 * had no log row. The mailbox's `last_used_at` is updated at most once a minute.
 * @returns the sends that were not settled before
 */
export async function storeSent(tx: Db, accepted: AcceptedSend[], now: Date): Promise<SentSend[]> {
  if (accepted.length === 0) return []
  const at = sql`${now.toISOString()}::timestamptz`
  const rows = accepted.map(({ sendId, result }) => ({
    id: sendId,
    provider_id: result.providerId === result.messageId ? null : result.providerId,
    message_id: result.messageId,
    thread_id: result.threadId ?? null,
  }))
  const settling = executePrepared<SentSend>(
    tx,
    sql`
    with s as (
      update email_sends s set state = 'sent', sent_at = coalesce(s.started_at, ${at}), provider_id = v.provider_id,
        message_id = v.message_id, provider_thread_id = v.thread_id, claimed_by = null, lease_ends_at = null,
        error = null, error_code = null
      from ${rowArrays('v', ACCEPTED_TYPES, rows)}
      where s.id = v.id and s.state in ('sending', 'uncertain')
      returning s.*
    ), logged as (
      insert into email_logs (user_id, email_send_id, sequence_id, contact_id, step_id, template_id,
        sequence_contact_id, recipient_email, recipient_name, sender_email, sequence_name, step_name, subject,
        is_test_email, email_provider, message_id, sent_at, created_at)
      select s.user_id, s.id, s.sequence_id, s.contact_id, s.step_id, s.template_id, s.sequence_contact_id,
        s.recipient_email, s.recipient_name, s.sender_email, s.sequence_name, s.step_name, s.subject,
        s.is_test, a.provider, s.message_id, s.sent_at, s.sent_at
      from s left join mail_accounts a on a.id = s.sender_account_id
      -- An earlier attempt may have been refused.
      on conflict (email_send_id) do update set sent_at = excluded.sent_at, created_at = excluded.created_at,
        failed_at = null, bounced_at = null, detail = null, subject = excluded.subject, sender_email = excluded.sender_email,
        email_provider = excluded.email_provider, message_id = excluded.message_id
      where email_logs.sent_at is null
    ), used as (
      update mail_accounts set last_used_at = ${at}
      where id in (select sender_account_id from s)
        and (last_used_at is null or last_used_at < ${at} - interval '1 minute')
    )
    select id, sequence_contact_id as "enrollmentId", step_id as "stepId", visit, is_manual as "isManual",
      sender_account_id as "mailboxId" from s`,
  )
  const reading = firstOpens(
    tx,
    rows.map((row) => row.id),
  )
  const [sent, opens] = await Promise.all([settling, reading])
  const isSent = new Set(sent.map((row) => row.id))
  await noteSentManual(
    tx,
    sent.flatMap((row) => (row.isManual ? [row.id] : [])),
  )
  for (const [id, openedAt] of [...opens].sort())
    if (isSent.has(id)) await markEmailsOpened(tx, [id], openedAt)
  return sent
}
