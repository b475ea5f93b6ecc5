import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { safeRedirect } from 'remix-utils/safe-redirect'
import { readForm } from '~/http/body.server'
import { keepPreference } from '~/http/preferences.server'
import { paths } from '~/paths'

/** Nothing to see here. */
export const loader = () => redirect(paths.home())

/**
 * Keeps the theme and the state of the sidebar in cookies; also for the signed-out. A form without scripts names the
 * page to come back to in `redirectTo`.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  const headers = new Headers()
  for (const name of ['theme', 'sidebar'] as const) {
    const cookie = keepPreference(context.app, name, form.get(name))
    if (cookie) headers.append('Set-Cookie', cookie)
  }
  const back = form.get('redirectTo')
  return back === null
    ? data({ ok: true }, { headers })
    : redirect(safeRedirect(back, paths.home()), { headers })
}
