import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { readForm } from '~/http/body.server'
import { errorResponse } from '~/http/errors.server'
import { keepPreference } from '~/http/preferences.server'
import { safePath } from '~/http/safe-path.server'
import { paths } from '~/paths'

/** There is no page here. */
export const loader = () => redirect(paths.home())

/**
 * Stores the theme and the state of the sidebar in cookies, with or without a session. A form without scripts names the page to return
 * to in `redirectTo`.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const form = await readForm(request)
    const headers = new Headers()
    for (const name of ['theme', 'sidebar'] as const) {
      const cookie = keepPreference(context.app, name, form.get(name))
      if (cookie) headers.append('Set-Cookie', cookie)
    }
    const back = form.get('redirectTo')
    return back === null
      ? data({ ok: true }, { headers })
      : redirect(safePath(back, paths.home()), { headers })
  } catch (error) {
    // Returned, not thrown: there is no screen here, and a thrown refusal would lose its message.
    return errorResponse(context.app, error)
  }
}
