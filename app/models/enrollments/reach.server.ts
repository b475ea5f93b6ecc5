import { and, eq, ne } from 'drizzle-orm'
import { sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onReachable, onUnreachable } from '~/engine/events'
import { notifyHeld } from '~/models/notifications/notification.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { applyToEnrollments } from './events.server'

/** An email that did not reach its contact. */
interface Unreached {
  userId: string
  contactId: string
  contactEmail: string
  sequenceId: string | null
  /** The server's words. */
  detail: string
}

/**
 * Holds the active enrollments of a contact whose address could not be reached, although no server says that it does not exist, and tells the
 * user. @param except an enrollment that is decided elsewhere
 */
export async function holdUnreachable(
  tx: Db,
  { userId, contactId, contactEmail, sequenceId, detail }: Unreached,
  now: Date,
  except?: string | null,
): Promise<void> {
  await applyToEnrollments(
    tx,
    and(
      eq(sequenceContacts.contactId, contactId),
      eq(sequenceContacts.status, 'active'),
      except ? ne(sequenceContacts.id, except) : undefined,
    ),
    (s) => onUnreachable(s, { detail: detail.slice(0, 500) }),
    now,
  )
  if (sequenceId)
    await notifyHeld(tx, [{ userId, sequenceId, contactEmail, reason: 'address_unreachable', detail }], now)
}

/** Goes on with the enrollments that were held so: the contacts opened or answered an email, or the refusal was about our mailbox. */
export async function releaseReachable(tx: Db, contactIds: string[], now: Date): Promise<void> {
  if (contactIds.length === 0) return
  await applyToEnrollments(
    tx,
    and(
      isAmong(sequenceContacts.contactId, contactIds),
      eq(sequenceContacts.status, 'active'),
      eq(sequenceContacts.holdReason, 'address_unreachable'),
    ),
    onReachable,
    now,
  )
}
