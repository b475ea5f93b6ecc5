import type { ClientActionFunctionArgs } from '@remix-run/react'
import { showToast } from '~/components/ui/toast-viewer'
import type { InPlaceResponse } from '~/http/button.server'
import { type ToastText, toastOnFailure } from './toast-on-failure'

/** By action URL: the pending requests, and the last submission that was sent. */
const pending = new Map<string, Promise<unknown>>()
const lastSubmissions = new Map<string, number>()

/**
 * With scripts: an action that stays on its screen, such as a switch, submitted by a form that does not navigate to a `inPlaceAction`.
 * It is no redirect, because after two redirects at once the router does not reload for the second one. Failures are reported as by
 * `toastOnFailure`.
 *
 * Requests to one URL are sent one at a time, so that the last one wins. A form submitted by a script has a `submission`, a growing number:
 * the router may have to load its route first, and forms waiting for that are sent in any order, so one that was overtaken is not sent
 * at all.
 */
export const inPlaceClientAction = (text: ToastText) => {
  const act = toastOnFailure(text)
  return async (args: ClientActionFunctionArgs): Promise<null> => {
    const { pathname } = new URL(args.request.url)
    const submission = Number(
      (await args.request.clone().formData()).get('submission') ?? Number.POSITIVE_INFINITY,
    )
    if (submission < (lastSubmissions.get(pathname) ?? 0)) return null
    if (Number.isFinite(submission)) lastSubmissions.set(pathname, submission)
    const before = pending.get(pathname)
    const done = (async () => {
      await before
      const response = (await act(args)) as Partial<InPlaceResponse> | null
      if (response?.toast) showToast(response.toast)
      return null
    })()
    const ended = done
      .catch(() => {})
      .finally(() => pending.get(pathname) === ended && pending.delete(pathname))
    pending.set(pathname, ended)
    return done
  }
}
