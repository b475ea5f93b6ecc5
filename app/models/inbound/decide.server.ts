import { and, eq } from 'drizzle-orm'
import { contactHolds, contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { ContactHoldReason } from '~/engine/types'
import { AppError, notFound } from '~/errors'
import type { HoldChoice } from '~/models/contacts/hold-words'
import { releaseContactHold } from '~/models/contacts/holds.server'
import { stopEmails } from '~/models/contacts/stops.server'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import type { Secrets } from '~/secrets.server'
import { confirmMessage } from './confirm.server'

/** What a `stop` does to the contact; the unproven ones count as what they claim to be (`confirmMessage`). */
const STOPS: Partial<Record<ContactHoldReason, 'unsubscribed' | 'hardBounce'>> = {
  opt_out_asked: 'unsubscribed',
  unreachable: 'hardBounce',
}

/**
 * The user's decision about a contact whose emails wait: `continue` plans them again, `stop` takes what was said as true.
 * @throws AppError NOT_FOUND; CONFLICT if there is no such question, for example because it was answered in another tab
 */
export async function decideContactHold(
  db: Db,
  userId: string,
  contactId: string,
  reason: ContactHoldReason,
  choice: HoldChoice,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockEnrollmentsOf(tx, [contactId])
    const own = and(eq(contacts.id, contactId), eq(contacts.userId, userId))
    const [contact] = await tx.select({ id: contacts.id }).from(contacts).where(own)
    if (!contact) notFound('Contact not found')
    const [held] = await tx
      .select({ messageId: contactHolds.messageId })
      .from(contactHolds)
      .where(and(eq(contactHolds.contactId, contactId), eq(contactHolds.reason, reason)))
      .for('update')
    if (!held) throw new AppError('CONFLICT', 'This was already decided')
    const kind = STOPS[reason]
    if (choice === 'stop' && kind) await stopEmails(tx, userId, contactId, kind, now, secrets)
    else if (choice === 'stop' && held.messageId)
      await confirmMessage(tx, userId, held.messageId, now, secrets)
    await releaseContactHold(tx, userId, contactId, reason, now)
  })
}
