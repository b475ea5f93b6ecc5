import { renderSecurityNotice } from '~/emails/security-notice'
import type { JobContext } from '~/jobs/queue/context'
import { noticeEvents } from '~/models/accounts/keys/security-log.server'
import { paths } from '~/paths'

/** Emails a user what is new in the account. Nothing if no mail server is set for our own emails. */
export async function runSendSecurityNotice(
  { userId }: { userId: string },
  { app }: JobContext,
): Promise<void> {
  if (!app.systemMail.available) return
  await noticeEvents(app.db, userId, async ({ user, events }) => {
    const url = `${app.env.appUrl}${paths.apiKeys()}`
    const mail = await renderSecurityNotice({ name: user.fullName, url, events })
    await app.systemMail.send({ to: user.email, subject: 'New in your Coldframe account', ...mail })
  })
}
