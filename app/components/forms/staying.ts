import type { ClientActionFunctionArgs } from '@remix-run/react'
import { showToast } from '~/components/ui/toast-viewer'
import type { StayingAnswer } from '~/http/button.server'
import { failing, type Words } from './failing'

/** By the address of an act: what is under way, and the last turn that was sent. */
const lines = new Map<string, Promise<unknown>>()
const lastTurns = new Map<string, number>()

/**
 * With scripts: an act that leaves the screen where it is, such as a switch, sent by a form that does not navigate to a
 * `stayingAction`. It is no redirect, as of two that redirect at once the router forgets to load anew for the second; what
 * fails on the way is said as by `failing`.
 *
 * What goes to one address goes one at a time, so that the last one holds. A form that is sent by a script has its `turn`, a
 * growing number: the router may first have to learn of its route, and forms that wait for that leave in any order, so one
 * that is overtaken does not leave at all.
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
