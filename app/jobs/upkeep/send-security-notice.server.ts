import { renderSecurityNotice } from '~/emails/security-notice'
import type { JobContext } from '~/jobs/queue/context'
import { noticeEvents } from '~/models/accounts/keys/security-log.server'
import { paths } from '~/paths'

/** Emails a user what is new in the account. Without a mail server for our own emails it counts as told: once there is one, old news is none. */
export async function runSendSecurityNotice(
  { userId }: { userId: string },
  { app }: JobContext,
): Promise<void> {
  await noticeEvents(app.db, userId, async ({ user, events }) => {
    if (!app.systemMail.available) return
    const url = `${app.env.appUrl}${paths.apiKeys()}`
    const mail = await renderSecurityNotice({ name: user.fullName, url, events })
    await app.systemMail.send({ to: user.email, subject: 'New in your Coldframe account', ...mail })
  })
}
