import { renderResetMail } from '~/emails/reset-password'
import type { JobContext } from '~/jobs/queue/context'
import { createResetToken } from '~/models/accounts/account.server'
import { paths } from '~/paths'

/** Emails a reset link, if an account has the address. The link starts with APP_URL, whatever the request's headers say. */
export async function runSendResetLink({ email }: { email: string }, { app }: JobContext): Promise<void> {
  const made = await createResetToken(app.db, email, await app.clock.now())
  if (!made) return
  const url = `${app.env.appUrl}${paths.resetPassword()}?token=${made.token}`
  const mail = await renderResetMail({ name: made.user.fullName, url })
  await app.systemMail.send({ to: made.user.email, subject: 'Reset your Coldframe password', ...mail })
}
