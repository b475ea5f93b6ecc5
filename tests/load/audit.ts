import type { TestDatabase } from '../support/clone'
import type { SinkReport } from './sink'

/** What the receiving end and the outbox say of each other. */
export interface Audit {
  /** Messages that the receiving server accepted more than once. */
  twice: string[]
  /** Enrollments whose email was neither sent, failed nor uncertain. */
  lost: string[]
  /** Emails that count as sent but never arrived, or arrived but do not count. */
  unexplained: string[]
  sent: number
  failed: number
  uncertain: number
  enrolled: number
}

/** Compares every received message (by the send id in its Message-ID) with every outbox row. */
export async function audit({ sql }: TestDatabase, { ids }: SinkReport): Promise<Audit> {
  const received = new Map<string, number>()
  for (const [messageId, times] of Object.entries(ids)) {
    const id = messageId.slice(1, 37)
    received.set(id, (received.get(id) ?? 0) + times)
  }
  const rows = await sql<{ id: string; state: string; enrollment: string }[]>`
    select id, state, sequence_contact_id as enrollment from email_sends`
  const stateOf = new Map(rows.map((row) => [row.id, row.state]))
  // Emails that are not due yet are not missing.
  const enrollments = await sql<{ id: string }[]>`
    select id from sequence_contacts
    where next_action is distinct from 'send' or next_action_at is null or next_action_at <= now() + interval '1 day'`
  const settled = new Set(
    rows.filter((row) => ['sent', 'failed', 'uncertain'].includes(row.state)).map((row) => row.enrollment),
  )
  const count = (state: string) => rows.filter((row) => row.state === state).length
  return {
    twice: [...received].filter(([, times]) => times > 1).map(([id]) => id),
    lost: enrollments.map(({ id }) => id).filter((id) => !settled.has(id)),
    unexplained: [
      ...rows.filter((row) => row.state === 'sent' && !received.has(row.id)).map((row) => row.id),
      ...[...received.keys()].filter((id) => !['sent', 'uncertain'].includes(stateOf.get(id) ?? '')),
    ],
    sent: count('sent'),
    failed: count('failed'),
    uncertain: count('uncertain'),
    enrolled: enrollments.length,
  }
}

/** Resolves when no email is due, claimed or in flight. @param meanwhile is called before each check */
export async function settled({ sql }: TestDatabase, meanwhile?: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await meanwhile?.()
    const [row] = await sql<{ open: boolean }[]>`
      select exists (select 1 from email_sends where state in ('scheduled', 'claimed', 'sending'))
        or exists (select 1 from sequence_contacts
          where status = 'active' and next_action = 'send' and next_action_at <= now()) as open`
    if (!row!.open) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
