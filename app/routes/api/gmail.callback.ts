import { isAppError } from '~/errors'
import { type RouteArgs, requireUser } from '~/http/auth.server'
import { redirectWithToast } from '~/http/flash.server'
import { finishMailboxFlow } from '~/models/google-connect.server'
import { paths } from '~/paths'

/** Where Google's consent page sends the browser back to. */
export async function loader(args: RouteArgs) {
  const { app } = args.context
  const signedIn = await requireUser(args)
  const query = new URL(args.request.url).searchParams
  const answer = { state: query.get('state'), code: query.get('code'), error: query.get('error') }
  try {
    const email = await finishMailboxFlow(app.db, signedIn, answer, await app.clock.now(), app)
    return redirectWithToast(app, `${paths.gmail()}?connected=true`, {
      kind: 'success',
      title: 'Gmail account connected',
      text: `${email} can send now.`,
    })
  } catch (error) {
    if (!isAppError(error)) throw error
    return redirectWithToast(app, `${paths.gmail()}?error=${encodeURIComponent(error.message)}`, {
      kind: 'error',
      title: 'Connection Failed',
      text: error.message,
    })
  }
}
