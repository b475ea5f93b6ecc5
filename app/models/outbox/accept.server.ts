import { sql } from 'drizzle-orm'
import { type Db, executePrepared } from '~/db.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import type { Accepted } from './sent.server'

/** A send that its provider has accepted. */
export interface AcceptedSend {
  sendId: string
  /** The Message-ID of the attempt. */
  messageId: string
  result: Accepted
}

const TYPES = {
  id: 'uuid',
  attempt_id: 'text',
  provider_id: 'text',
  message_id: 'text',
  thread_id: 'text',
} as const

/**
 * Stores that sends were accepted, until their outcome is recorded: if the worker dies in between, recovery knows that they were sent.
 * Only for attempts that `worker` still owns.
 */
export async function storeAccepted(
  db: Db,
  accepted: AcceptedSend[],
  worker: string,
  now: Date,
): Promise<void> {
  if (accepted.length === 0) return
  const rows = accepted.map(({ sendId, messageId, result }) => ({
    id: sendId,
    attempt_id: messageId,
    provider_id: result.providerId,
    message_id: result.messageId,
    thread_id: result.threadId ?? null,
  }))
  await executePrepared(
    db,
    sql`
    update email_sends s set provider_id = a.provider_id, message_id = a.message_id, provider_thread_id = a.thread_id,
      accepted_at = ${now.toISOString()}::timestamptz
    from ${rowArrays('a', TYPES, rows)}
    where s.id = a.id and s.state = 'sending' and s.claimed_by = ${worker} and s.message_id = a.attempt_id`,
  )
}
