import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { findSignedIn } from '~/http/auth.server'
import { signOutHeaders } from '~/http/sign-in.server'
import { endSession } from '~/models/accounts/session.server'
import { paths } from '~/paths'

/** A GET must not sign out. */
export const loader = () => redirect(paths.home())

/** Ends the session, if there is one, and redirects to the login screen. */
export async function action(args: ActionFunctionArgs) {
  const { app } = args.context
  try {
    const signedIn = await findSignedIn(args)
    if (signedIn) await endSession(app.db, signedIn.userId, signedIn.sid)
  } catch (error) {
    // The browser drops the session anyway; the failure is only logged (specification document 1, section 8).
    app.log.error({ err: error }, 'Logout failed')
  }
  return redirect(paths.login(), { headers: await signOutHeaders(app) })
}
