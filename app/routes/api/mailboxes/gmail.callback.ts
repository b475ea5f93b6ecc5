import { consentCallback } from '~/http/consent/callback.server'
import { finishMailboxFlow } from '~/models/mailboxes/consent/google-connect.server'
import { paths } from '~/paths'

export const loader = consentCallback({
  finish: async (app, caller, answer) =>
    finishMailboxFlow(app.db, caller, answer, await app.clock.now(), app),
  screen: paths.gmail(),
  done: (email) => ({ title: 'Gmail account connected', text: `${email} can now send emails.` }),
})
