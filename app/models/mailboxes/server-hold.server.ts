import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { emailSends, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notifySystem } from '~/models/notifications/notification.server'
import { isOwned } from '~/models/shared/mailboxes/owner.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { withoutLinks } from '~/models/shared/without-links'

const HOUR_MS = 3_600_000
/** The longest time without another try. */
const MAX_HOLD_MS = 24 * HOUR_MS

/** A mailbox whose server refuses to take more of its emails. */
export interface ServerHold {
  mailboxId: string
  email: string
  /** Mail time of the next try. */
  until: Date
  /** What the server said. */
  detail: string
  /** Whether it was not held before: the user is told once, not at each try. */
  isNew: boolean
}

/**
 * Holds a mailbox because its server refused an email for a reason of the sender (a limit, a policy, a suspension). Its emails wait until the
 * next try: when the server said, or else after an hour, then two, four and so on, at most a day. The first email that the server takes again
 * ends the hold (`endServerHolds`).
 * @param saidUntil when the server takes emails again, if it said so
 * @returns the hold; null for a mailbox that was disconnected meanwhile
 */
export async function holdForServer(
  tx: Db,
  mailboxId: string,
  detail: string,
  now: Date,
  saidUntil?: Date,
): Promise<ServerHold | null> {
  const [box] = await tx
    .select()
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, mailboxId), isOwned))
    .for('no key update')
  if (!box?.userId) return null
  const hold = {
    mailboxId,
    email: box.email,
    detail: withoutLinks(detail.slice(0, 500)),
    isNew: box.holds === 0,
  }
  // Emails that were in flight together fail together: that is one refusal.
  if (box.heldUntil && box.heldUntil > now) return { ...hold, until: box.heldUntil }
  const own = Math.min(HOUR_MS * 2 ** Math.min(box.holds, 10), MAX_HOLD_MS)
  const said = saidUntil && saidUntil > now ? saidUntil.getTime() - now.getTime() : own
  const until = new Date(now.getTime() + Math.min(said, MAX_HOLD_MS))
  await tx
    .update(mailAccounts)
    .set({ heldUntil: until, holds: box.holds + 1, heldDetail: hold.detail })
    .where(eq(mailAccounts.id, mailboxId))
  if (hold.isNew)
    await notifySystem(tx, box.userId, {
      title: 'Mailbox waits for its server',
      message: `The mail server of ${box.email} does not take more emails for now. It said: “${hold.detail}”. Its emails wait, and are tried again by themselves.`,
      metadata: { accountEmail: box.email, mailboxId, heldUntil: until.toISOString() },
    })
  return { ...hold, until }
}

/** Ends the holds of mailboxes whose servers took an email that started after the hold. @param sendIds emails that were sent */
export async function endServerHolds(tx: Db, sendIds: string[]): Promise<void> {
  const taken = tx
    .select({ id: emailSends.senderAccountId })
    .from(emailSends)
    .where(and(isAmong(emailSends.id, sendIds), sql`${emailSends.startedAt} >= ${mailAccounts.heldUntil}`))
  const ended = await tx
    .update(mailAccounts)
    .set({ heldUntil: null, holds: 0, heldDetail: null })
    .where(and(isNotNull(mailAccounts.heldUntil), inArray(mailAccounts.id, taken)))
    .returning({ id: mailAccounts.id, email: mailAccounts.email, userId: mailAccounts.userId })
  for (const { id, email, userId } of ended)
    if (userId)
      await notifySystem(tx, userId, {
        title: 'Mailbox sends again',
        message: `The mail server of ${email} takes emails again.`,
        metadata: { accountEmail: email, mailboxId: id },
      })
}
