import type { ClientActionFunctionArgs } from '@remix-run/react'
import { showToast } from '~/components/ui/toast-viewer'
import type { StayingAnswer } from '~/http/button.server'
import { failing, type Words } from './failing'

/** By action URL: the pending requests, and the last turn that was sent. */
const lines = new Map<string, Promise<unknown>>()
const lastTurns = new Map<string, number>()

/**
 * With scripts: an action that stays on its screen, such as a switch, submitted by a form that does not navigate to a `stayingAction`.
 * It is no redirect, because after two redirects at once the router does not reload for the second one. Failures are reported as by
 * `failing`.
 *
 * Requests to one URL are sent one at a time, so that the last one wins. A form submitted by a script has a `turn`, a growing number:
 * the router may have to load its route first, and forms waiting for that are sent in any order, so one that was overtaken is not sent
 * at all.
 */
export const staying = (text: Words) => {
  const act = failing(text)
  return async (args: ClientActionFunctionArgs): Promise<null> => {
    const { pathname } = new URL(args.request.url)
    const turn = Number((await args.request.clone().formData()).get('turn') ?? Number.POSITIVE_INFINITY)
    if (turn < (lastTurns.get(pathname) ?? 0)) return null
    if (Number.isFinite(turn)) lastTurns.set(pathname, turn)
    const before = lines.get(pathname)
    const done = (async () => {
      await before
      const answer = (await act(args)) as Partial<StayingAnswer> | null
      if (answer?.toast) showToast(answer.toast)
      return null
    })()
    const ended = done.catch(() => {}).finally(() => lines.get(pathname) === ended && lines.delete(pathname))
    lines.set(pathname, ended)
    return done
  }
}
