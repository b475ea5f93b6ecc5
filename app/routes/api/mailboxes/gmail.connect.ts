import { api, operation } from '~/http/api.server'
import { ConsentResponse } from '~/models/api/mailboxes'
import { startGoogleFlow } from '~/models/mailboxes/consent/google-connect.server'

const route = api(
  {
    GET: operation({
      summary: "The URL of Google's consent page",
      response: ConsentResponse,
      run: async ({ app, db, sid, userId }) => ({
        authUrl: await startGoogleFlow(db, { sid, userId }, 'mailbox', app),
      }),
    }),
  },
  { byKey: false },
)

export const loader = route.loader
export const action = route.action
