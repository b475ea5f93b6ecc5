import { and, eq, inArray } from 'drizzle-orm'
import { emailSends } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { releaseSends } from '~/models/enrollments/store.server'
import { proveSent } from './record.server'

type Send = typeof emailSends.$inferSelect

/**
 * Marks a send as sent because an open, a reply or a report shows that its email arrived. A pending resend is cancelled: the row counts as
 * being sent until `proveSent` settles it. The caller holds the enrollment's lock.
 */
export async function proveArrived(tx: Db, send: Send, now: Date): Promise<void> {
  const [waiting] = await tx
    .select({ id: emailSends.id })
    .from(emailSends)
    .where(and(eq(emailSends.id, send.id), inArray(emailSends.state, ['scheduled', 'claimed', 'cancelled'])))
    .for('update')
  if (waiting) {
    await releaseSends(tx, [send.id])
    await tx
      .update(emailSends)
      .set({ state: 'sending', claimedBy: null, leaseEndsAt: null })
      .where(eq(emailSends.id, send.id))
  }
  await proveSent(tx, send, now)
}
