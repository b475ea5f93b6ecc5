import type { AuthorizationResponse } from '~/models/mailboxes/consent/oauth-flow.server'
import type { App } from '../../app'
import { type AppError, isAppError } from '../../errors'
import { type RouteArgs, requireUser } from '../auth.server'
import { type Flash, redirectWithToast } from '../flash.server'

type SignedIn = Awaited<ReturnType<typeof requireUser>>

interface Callback {
  /** Completes the flow. @returns the connected address @throws AppError with a message for the user */
  finish(app: App, caller: SignedIn & { address: string }, response: AuthorizationResponse): Promise<string>
  /** The screen to return to. */
  screen: string
  /** Where a refusal is explained, if not there. */
  explain?(error: AppError): string | null
  done(email: string): Pick<Flash, 'title' | 'text'>
}

/** The loader of a company's redirect after consent: completes the flow, then redirects to the screen with a toast. */
export const consentCallback =
  ({ finish, screen, done, explain }: Callback) =>
  async (args: RouteArgs): Promise<Response> => {
    const { app, address } = args.context
    const signedIn = await requireUser(args)
    const query = new URL(args.request.url).searchParams
    const response = {
      ...{ state: query.get('state'), code: query.get('code'), error: query.get('error') },
      description: query.get('error_description'),
    }
    try {
      const email = await finish(app, { ...signedIn, address }, response)
      return await redirectWithToast(app, `${screen}?connected=true`, { kind: 'success', ...done(email) })
    } catch (error) {
      if (!isAppError(error)) throw error
      const page = explain?.(error) ?? `${screen}?error=${encodeURIComponent(error.message)}`
      return redirectWithToast(app, page, {
        kind: 'error',
        title: 'Connection Failed',
        text: error.message,
      })
    }
  }
