import { redirect } from '@remix-run/node'
import { charge } from '~/http/budget.server'
import { formAction } from '~/http/form.server'
import { LiveCheck } from '~/models/templates/live-check'
import { checkLive } from '~/models/templates/live-check.server'
import { paths } from '~/paths'

export const loader = () => redirect(paths.templates())

/** Shows and checks an email while it is written, for scripts. */
export const action = formAction(LiveCheck, async (input, { app, db, userId }) => {
  await charge(app, userId, 'check')
  return Response.json(await checkLive(db, userId, input, app.env.appUrl))
})
