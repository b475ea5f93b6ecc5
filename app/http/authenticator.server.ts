import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { Login } from '~/models/accounts/account'
import type { SessionUser } from '~/models/accounts/session.server'
import type { App } from '../app'
import { logIn } from './sign-in.server'
import { validate } from './validate'

/**
 * Signs in with the fields of a form, as the strategy `login`. The request must be unread.
 * @throws AppError whatever logIn throws
 */
export function createAuthenticator(app: App, address: string): Authenticator<SessionUser> {
  const login = new FormStrategy<SessionUser>(async ({ form, request }) =>
    logIn(app, validate(Login, Object.fromEntries(form)), request, address),
  )
  return new Authenticator<SessionUser>().use(login, 'login')
}
