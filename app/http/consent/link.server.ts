import { redirect } from '@remix-run/node'
import { paths } from '~/paths'
import type { App } from '../../app'
import { isAppError } from '../../errors'
import { type RouteArgs, requireUser } from '../auth.server'
import { redirectWithToast } from '../flash.server'

/**
 * The loader of a link to a company's consent page. A link, not a form: our content policy lets forms post only to this site.
 * @param start begins the flow. @returns the page's address @throws AppError with a message for the user
 */
export const connectLink =
  (start: (app: App, caller: { sid: string; userId: string }) => Promise<string>) =>
  async (args: RouteArgs): Promise<Response> => {
    const { app } = args.context
    const { sid, userId } = await requireUser(args)
    try {
      return redirect(await start(app, { sid, userId }))
    } catch (error) {
      if (!isAppError(error)) throw error
      return redirectWithToast(app, paths.gmail(), {
        kind: 'error',
        title: 'Connection Failed',
        text: error.message,
      })
    }
  }
