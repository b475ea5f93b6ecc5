import { consentCallback } from '~/http/consent/callback.server'
import { finishWorkspaceFlow } from '~/models/mailboxes/consent/workspace.server'
import { paths } from '~/paths'

export const loader = consentCallback({
  finish: async (app, signedIn, answer) =>
    finishWorkspaceFlow(app.db, signedIn, answer, await app.clock.now(), app),
  screen: paths.workspace(),
  done: (email) => ({ title: 'Google Workspace connected', text: email }),
})
