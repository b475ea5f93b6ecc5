import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { readForm } from '~/http/body.server'
import { answering } from '~/http/page.server'
import { keepPreference } from '~/http/preferences.server'
import { safePath } from '~/http/safe-path.server'
import { paths } from '~/paths'

/** Nothing to see here. */
export const loader = () => redirect(paths.home())

/**
 * Keeps the theme and the state of the sidebar in cookies; also for the signed-out. A form without scripts names the
 * page to come back to in `redirectTo`.
 */
export const action = ({ request, context }: ActionFunctionArgs) =>
  answering(async () => {
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
  })
