import { data } from '@remix-run/node'
import type { z } from 'zod'
import type { RouteArgs } from './auth.server'
import { toAppError } from './errors.server'
import { type Flash, redirectWithToast } from './flash.server'
import { formAction } from './form.server'
import { askAboutUses } from './in-use.server'
import type { PageCall } from './page.server'

export interface ButtonOptions<I> {
  /** The message of a refusal; a function may prefer the refusal's own message. */
  failure: string | ((input: I, reason: string) => string)
  /** The screen with the button. */
  back: (call: PageCall, input: I) => string
}

/** The toast of a refusal. Rethrows defects and unknown ids. */
function toastOf<I>(error: unknown, input: I, { failure }: ButtonOptions<I>): Flash {
  const refusal = error instanceof Response ? null : toAppError(error)
  if (!refusal || refusal.code === 'NOT_FOUND') throw error
  const text =
    typeof failure === 'string' ? `${failure}. ${refusal.message}` : failure(input, refusal.message)
  return { kind: 'error', title: 'Error', text }
}

/**
 * The action of a button without fields of its own: a refusal has no field to show it at, so it becomes a toast on the button's
 * screen. Unknown ids stay a 404.
 */
export const buttonAction = <S extends z.ZodType>(
  schema: S,
  options: ButtonOptions<z.output<S>>,
  run: (input: z.output<S>, call: PageCall) => Promise<Response>,
): ((args: RouteArgs) => Promise<unknown>) =>
  formAction(schema, async (input, call) => {
    try {
      return await run(input, call)
    } catch (error) {
      const question = askAboutUses(call, error)
      if (question) return question
      const toast = toastOf(error, input, options)
      return redirectWithToast(call.app, options.back(call, input), toast)
    }
  })

/** The response to a switch that scripts submitted; see app/components/forms/in-place-client-action.ts. */
export interface InPlaceResponse {
  toast: Flash
}

/**
 * The action of a switch, or of any form that stays on its screen: `run` returns the message. With scripts the response carries the
 * toast and the screen's data is reloaded; without scripts it is a redirect, as for every button. `run` may also redirect elsewhere.
 */
export const inPlaceAction = <S extends z.ZodType>(
  schema: S,
  options: ButtonOptions<z.output<S>>,
  run: (input: z.output<S>, call: PageCall) => Promise<string | Response>,
): ((args: RouteArgs) => Promise<unknown>) =>
  formAction(schema, async (input, call) => {
    const toast = await run(input, call).then(
      (title): Flash | Response => (typeof title === 'string' ? { kind: 'success', title } : title),
      (error) => toastOf(error, input, options),
    )
    if (toast instanceof Response) return toast
    if (call.args.context.byScript) return data<InPlaceResponse>({ toast })
    return redirectWithToast(call.app, options.back(call, input), toast)
  })
