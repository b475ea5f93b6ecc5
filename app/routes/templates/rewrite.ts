import { redirect } from '@remix-run/node'
import { charge } from '~/http/budget.server'
import { formAction } from '~/http/form.server'
import { RewriteRequest } from '~/models/templates/rewrite'
import { rewriteEmail } from '~/models/templates/rewrite.server'
import { paths } from '~/paths'

export const loader = () => redirect(paths.templates())

/** Suggests another wording or subjects for an email while it is written, for scripts. */
export const action = formAction(RewriteRequest, async (input, { app, userId, request }) => {
  await charge(app, userId, 'ai')
  return Response.json(await rewriteEmail(app, userId, input, request.signal))
})
