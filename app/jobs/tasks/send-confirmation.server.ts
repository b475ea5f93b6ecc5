import { renderConfirmation } from '~/emails/confirm-address'
import type { JobContext } from '~/jobs/queue/context'
import { createConfirmation } from '~/models/accounts/confirm.server'
import { paths } from '~/paths'

/** Emails the link that confirms the address of an account, if that is still to be done. */
export async function runSendConfirmation(
  { userId }: { userId: string },
  { app }: JobContext,
): Promise<void> {
  const made = await createConfirmation(app.db, userId)
  if (!made) return
  const url = `${app.env.appUrl}${paths.confirmAddress()}?token=${made.token}`
  const mail = await renderConfirmation({ name: made.fullName, url })
  await app.systemMail.send({ to: made.email, subject: 'Confirm your email address for Coldframe', ...mail })
}
