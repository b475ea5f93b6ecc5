import { googleCallback } from '~/http/google-callback.server'
import { finishWorkspaceFlow } from '~/models/mailboxes/workspace.server'
import { paths } from '~/paths'

export const loader = googleCallback({
  finish: async (app, signedIn, answer) =>
    finishWorkspaceFlow(app.db, signedIn, answer, await app.clock.now(), app),
  screen: paths.workspace(),
  done: (email) => ({ title: 'Google Workspace connected', text: email }),
})
