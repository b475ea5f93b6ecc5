import { and, eq } from 'drizzle-orm'
import { emailSends, inboundMessages } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { addToConversation } from '~/models/inbox/store.server'
import { type Inbound, UNREADABLE } from '~/providers/mail/inbound/inbound'
import { readOptOut } from '~/providers/mail/inbound/opt-out'
import { readReturnDay } from '~/providers/mail/inbound/return-day'
import type { Secrets } from '~/secrets.server'
import { applyMessage } from './inbound.server'

/** A message that might have been forged is genuine, says the user: it counts as what it claims to be, from when it was received. */
export async function confirmMessage(
  tx: Db,
  userId: string,
  messageId: string,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  const own = and(
    eq(inboundMessages.id, messageId),
    eq(inboundMessages.userId, userId),
    eq(inboundMessages.kind, 'unproven'),
  )
  const [row] = await tx.select().from(inboundMessages).where(own).for('update')
  const [send] = row?.emailSendId
    ? await tx.select().from(emailSends).where(eq(emailSends.id, row.emailSendId))
    : []
  if (!row?.claims || !send) return
  const kind = row.claims as Inbound['kind']
  await tx.update(inboundMessages).set({ kind, claims: null }).where(own)
  const returnsOn = readReturnDay(row.text, row.receivedAt)
  const inbound: Inbound = {
    ...UNREADABLE,
    kind,
    hard: row.hard,
    class: row.hard ? 'hard' : null,
    status: row.status,
    reason: row.reason ?? '',
    from: row.fromEmail,
    fromName: row.fromName,
    subject: row.subject,
    text: row.text,
    stop: kind === 'reply' && readOptOut(row.subject, row.text) === true,
    ...(returnsOn && { returnsOn }),
  }
  const mailboxId = row.mailAccountId ?? ''
  const received = { mailboxId, providerId: row.providerId, receivedAt: row.receivedAt, inbound }
  const optedOut = await applyMessage({ tx, userId, send, received, now, secrets })
  await addToConversation(tx, {
    id: row.id,
    userId,
    mailboxId,
    kind,
    isUnproven: false,
    send,
    fromEmail: row.fromEmail,
    fromName: row.fromName,
    subject: row.subject,
    text: row.text,
    receivedAt: row.receivedAt,
    optedOut,
  })
}
