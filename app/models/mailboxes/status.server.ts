import { and, eq, inArray } from 'drizzle-orm'
import { mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notifyIncident } from '~/models/notifications/notification.server'
import { withoutLinks } from '~/models/shared/without-links.server'
import { noteOutage, outageKey } from './outage.server'

/** Mailboxes whose inbox is synced. Includes paused ones: opt-outs, complaints and replies still count. */
export const isSynced = inArray(mailAccounts.status, ['connected', 'error'])

/** Marks a mailbox as expired after its provider refused the grant. Its sends wait, and the user is notified once. @param now mail time */
export async function expireMailbox(tx: Db, mailboxId: string, detail: string, now: Date): Promise<void> {
  const [box] = await tx
    .update(mailAccounts)
    .set({ status: 'token_expired', statusDetail: withoutLinks(detail.slice(0, 500)) })
    .where(and(eq(mailAccounts.id, mailboxId), eq(mailAccounts.status, 'connected')))
    .returning({ userId: mailAccounts.userId, email: mailAccounts.email })
  if (!box?.userId) return
  const since = await noteOutage(tx, mailboxId, { direction: 'send', kind: 'login', detail }, now)
  await notifyIncident(tx, box.userId, outageKey(mailboxId, 'send', since), {
    title: 'Mailbox needs to be reconnected',
    message: `${box.email} no longer accepts Coldframe's access. Its emails wait until you reconnect it.`,
    metadata: { accountEmail: box.email, mailboxId },
  })
}
