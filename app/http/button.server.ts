import { data } from '@remix-run/node'
import type { z } from 'zod'
import type { RouteArgs } from './auth.server'
import { toAppError } from './errors.server'
import { redirectWithToast, type Toast } from './flash.server'
import { formAction } from './form.server'
import type { PageCall } from './page.server'

export interface ButtonOptions<I> {
  /** The words when it is refused; a function prefers the refusal's own message. */
  failure: string | ((input: I, reason: string) => string)
  /** The screen that has the button. */
  back: (call: PageCall, input: I) => string
}

/** The toast of a refusal. Defects and unknown ids go their way. */
function toastOf<I>(error: unknown, input: I, { failure }: ButtonOptions<I>): Toast {
  const refusal = error instanceof Response ? null : toAppError(error)
  if (!refusal || refusal.code === 'NOT_FOUND') throw error
  const text =
    typeof failure === 'string' ? `${failure}. ${refusal.message}` : failure(input, refusal.message)
  return { kind: 'error', title: 'Error', text }
}

/**
 * An action behind a button without fields of its own: a refusal has no field to return to, so it goes back to the
 * button's screen as a toast. Unknown ids stay a 404.
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
      const toast = toastOf(error, input, options)
      return redirectWithToast(call.app, options.back(call, input), toast)
    }
  })

/** What a switch is answered when scripts sent it; see app/components/forms/staying.ts. */
export interface StayingAnswer {
  toast: Toast
}

/**
 * An action behind a switch, or whatever leaves its screen where it is: `run` answers with what to say. Scripts are given the
 * toast and load the screen's data anew; without them it is a redirect, as from every button.
 */
export const stayingAction = <S extends z.ZodType>(
  schema: S,
  options: ButtonOptions<z.output<S>>,
  run: (input: z.output<S>, call: PageCall) => Promise<string>,
): ((args: RouteArgs) => Promise<unknown>) =>
  formAction(schema, async (input, call) => {
    const toast = await run(input, call).then(
      (title): Toast => ({ kind: 'success', title }),
      (error) => toastOf(error, input, options),
    )
    if (call.args.context.byScript) return data<StayingAnswer>({ toast })
    return redirectWithToast(call.app, options.back(call, input), toast)
  })
