import { api, operation } from '~/http/api.server'
import { getCurrentUser } from '~/models/user.server'

const route = api({
  GET: operation({
    summary: 'The signed-in user',
    run: ({ db, userId, app }) => getCurrentUser(db, userId, app.secrets),
  }),
})

export const loader = route.loader
export const action = route.action
