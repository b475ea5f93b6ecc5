import { api, operation } from '~/http/api.server'
import { ConsentResponse } from '~/models/api/mailboxes'
import { startMicrosoftFlow } from '~/models/mailboxes/consent/microsoft-connect.server'

const route = api(
  {
    GET: operation({
      summary: "The URL of Microsoft's consent page",
      response: ConsentResponse,
      run: async ({ app, db, sid, userId }) => ({
        authUrl: await startMicrosoftFlow(db, { sid, userId }, app),
      }),
    }),
  },
  { byKey: false },
)

export const loader = route.loader
export const action = route.action
