import type { z } from 'zod'
import type { RouteArgs } from './auth.server'
import { toAppError } from './errors.server'
import { redirectWithToast } from './flash.server'
import { formAction } from './form.server'
import type { PageCall } from './page.server'

export interface ButtonOptions<I> {
  /** The words when it is refused; a function prefers the refusal's own message. */
  failure: string | ((input: I, reason: string) => string)
  /** The screen that has the button. */
  back: (call: PageCall, input: I) => string
}

/**
 * An action behind a button without fields of its own: a refusal has no field to return to, so it goes back to the
 * button's screen as a toast. Unknown ids stay a 404.
 */
export const buttonAction = <S extends z.ZodType>(
  schema: S,
  { failure, back }: ButtonOptions<z.output<S>>,
  run: (input: z.output<S>, call: PageCall) => Promise<Response>,
): ((args: RouteArgs) => Promise<unknown>) =>
  formAction(schema, async (input, call) => {
    try {
      return await run(input, call)
    } catch (error) {
      const refusal = error instanceof Response ? null : toAppError(error)
      if (!refusal || refusal.code === 'NOT_FOUND') throw error
      const text =
        typeof failure === 'string' ? `${failure}. ${refusal.message}` : failure(input, refusal.message)
      return redirectWithToast(call.app, back(call, input), { kind: 'error', title: 'Error', text })
    }
  })
