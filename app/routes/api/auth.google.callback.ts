import { isAppError } from '~/errors'
import { type RouteArgs, requireUser } from '~/http/auth.server'
import { redirectWithToast } from '~/http/flash.server'
import { finishWorkspaceFlow } from '~/models/workspace.server'
import { paths } from '~/paths'

/** Where Google's consent page sends the browser back to. */
export async function loader(args: RouteArgs) {
  const { app } = args.context
  const signedIn = await requireUser(args)
  const query = new URL(args.request.url).searchParams
  const answer = { state: query.get('state'), code: query.get('code'), error: query.get('error') }
  try {
    const email = await finishWorkspaceFlow(app.db, signedIn, answer, await app.clock.now(), app)
    return redirectWithToast(app, `${paths.workspace()}?connected=true`, {
      kind: 'success',
      title: 'Google Workspace connected',
      text: email,
    })
  } catch (error) {
    if (!isAppError(error)) throw error
    return redirectWithToast(app, `${paths.workspace()}?error=${encodeURIComponent(error.message)}`, {
      kind: 'error',
      title: 'Connection Failed',
      text: error.message,
    })
  }
}
