import { and, eq } from 'drizzle-orm'
import { contacts, type emailSends } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { ContactHoldReason } from '~/engine/types'
import { holdContact } from '~/models/contacts/holds/holds.server'
import { notifySystem } from '~/models/notifications/notification.server'
import { withoutLinks } from '~/models/shared/without-links.server'
import type { Inbound } from '~/providers/mail/inbound/inbound'
import { isAnswer } from './answers.server'
import { kindOf } from './kind.server'
import type { FoundSend } from './match.server'

/** Why a message may be forged. */
export type Doubt = ContactHoldReason

/** Emails to the contact wait for the user's decision at most this long. */
const REVIEW_DAYS = 14

/**
 * Why a message has no effect by itself: anybody can write it. Null for one that may be trusted.
 * - A report that was found only by an address, and so names no email of ours. Mail systems return its id or its headers.
 * - A message that answers none of our emails, and whose sender's domain disowns it (`failsDmarc`).
 */
export function doubtOf({ isNamed }: FoundSend, inbound: Inbound): Doubt | null {
  if (isNamed) return null
  const kind = kindOf(inbound)
  if (kind === 'bounce') return 'report_unproven'
  return inbound.failsDmarc && isAnswer(kind) ? 'sender_unproven' : null
}

const NOTICES: Record<Doubt, { title: string; message: (email: string) => string }> = {
  report_unproven: {
    title: 'Is this report genuine?',
    message: (email) =>
      `A report says that an email to ${email} failed, but it names none of your emails, so it may be forged. Emails of sequences to this contact wait until you decide, at most ${REVIEW_DAYS} days.`,
  },
  sender_unproven: {
    title: 'Is this message genuine?',
    message: (email) =>
      `A message in the name of ${email} answers none of your emails, and the mail server could not confirm who sent it. It counts for nothing until you decide; emails of sequences to this contact wait at most ${REVIEW_DAYS} days.`,
  },
}

/**
 * Asks the user about a message that may be forged, and lets the emails to its contact wait meanwhile. A report that the mailbox is only
 * full for now needs no decision: if it were genuine, it would stop nothing.
 */
export async function askAboutUnproven(
  tx: Db,
  userId: string,
  message: { id: string; doubt: Doubt; inbound: Inbound; send: typeof emailSends.$inferSelect },
  now: Date,
): Promise<void> {
  const { id, doubt, inbound, send } = message
  if (!send.contactId || (inbound.kind === 'bounce' && inbound.hard === false && !inbound.isUnexplained))
    return
  const [contact] = await tx
    .select({ email: contacts.email, stopped: contacts.hardBounced })
    .from(contacts)
    .where(and(eq(contacts.id, send.contactId), eq(contacts.userId, userId)))
  if (!contact || contact.stopped) return
  const isNew = await holdContact(
    tx,
    userId,
    send.contactId,
    {
      reason: doubt,
      until: new Date(now.getTime() + REVIEW_DAYS * 86_400_000),
      detail: withoutLinks(inbound.kind === 'bounce' ? inbound.reason : inbound.subject).slice(0, 300),
      messageId: id,
    },
    now,
  )
  if (!isNew) return
  const { title, message: textFor } = NOTICES[doubt]
  await notifySystem(tx, userId, {
    title,
    message: textFor(contact.email),
    dedupeKey: `unproven:${id}`,
    metadata: { contactEmail: contact.email, contactId: send.contactId },
  })
}
