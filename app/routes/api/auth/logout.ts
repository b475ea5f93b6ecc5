import { api, operation } from '~/http/api.server'
import { signOutHeaders } from '~/http/sign-in.server'
import { endSession } from '~/models/accounts/session.server'
import { Done } from '~/models/api/shared'

const route = api(
  {
    POST: operation({
      summary: 'Ends this session',
      response: Done,
      run: async ({ app, db, userId, sid }) => {
        await endSession(db, userId, sid)
        return Response.json({ ok: true }, { headers: await signOutHeaders(app) })
      },
    }),
  },
  { byKey: false },
)

export const loader = route.loader
export const action = route.action
