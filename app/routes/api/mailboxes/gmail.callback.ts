import { googleCallback } from '~/http/google-callback.server'
import { finishMailboxFlow } from '~/models/mailboxes/google-connect.server'
import { paths } from '~/paths'

export const loader = googleCallback({
  finish: async (app, caller, answer) =>
    finishMailboxFlow(app.db, caller, answer, await app.clock.now(), app),
  screen: paths.gmail(),
  done: (email) => ({ title: 'Gmail account connected', text: `${email} can now send emails.` }),
})
