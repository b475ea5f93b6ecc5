import { and, eq, inArray } from 'drizzle-orm'
import { mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notifySystem } from '~/models/notifications/notification.server'

/** Mailboxes that are read: a paused one too, as opt-outs, complaints and replies to what it sent still count at once. */
export const isRead = inArray(mailAccounts.status, ['connected', 'error'])

/** The provider no longer accepts a mailbox's grant: its sends wait, the user is told once. */
export async function expireMailbox(tx: Db, mailboxId: string, detail: string): Promise<void> {
  const [box] = await tx
    .update(mailAccounts)
    .set({ status: 'token_expired', statusDetail: detail.slice(0, 500) })
    .where(and(eq(mailAccounts.id, mailboxId), eq(mailAccounts.status, 'connected')))
    .returning({ userId: mailAccounts.userId, email: mailAccounts.email })
  if (!box?.userId) return
  await notifySystem(tx, box.userId, {
    title: 'Mail account needs to be reconnected',
    message: `${box.email} no longer accepts our access. Its mails wait until you connect it again.`,
    metadata: { accountEmail: box.email, mailboxId },
  })
}
