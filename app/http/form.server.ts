import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { z } from 'zod'
import { type RouteArgs, requireUser, type SignedIn } from './auth.server'
import { readForm } from './body.server'
import { errorHeaders, toAppError } from './errors.server'
import { onlyKnown } from './form-fields.server'
import { answering, callOf, type PageCall } from './page.server'

/** The response of an action that failed: the form's values and messages, for conform. */
interface FormAnswer {
  result: SubmissionResult<string[]>
  /** The model's refusal, for a toast; absent if a field did not parse. */
  refusal?: string
}

export interface FormOptions {
  /** Fields that are never sent back to the browser. */
  hide?: string[]
  /** The largest body in bytes; see readBody. */
  limit?: number
  /** The form's message for unexpected failures. Without it the screen's error boundary shows. */
  failure?: string
}

/** A form that parsed. */
export interface Submitted {
  /** All of its fields, also those that the schema does not know. */
  form: FormData
  /** A response that shows the form again with what the user typed, and `more` for its screen. */
  again<T extends object>(more: T): Response | ReturnType<typeof data<FormAnswer & T>>
}

type Run<S extends z.ZodType, R> = (input: z.output<S>, call: PageCall, submitted: Submitted) => Promise<R>

/**
 * The action of a form on a signed-in screen: parses, calls `run` (one model function, then a redirect), and returns a refusal to the
 * field that caused it, with everything the user typed.
 */
export const formAction =
  <S extends z.ZodType, R>(schema: S, run: Run<S, R>, options: FormOptions = {}) =>
  (args: RouteArgs) =>
    answering(async () => handle(args, await requireUser(args), schema, run, options))

/** The same for a form that works without a session. */
export const openFormAction =
  <S extends z.ZodType, R>(schema: S, run: Run<S, R>, options: FormOptions = {}) =>
  (args: RouteArgs) =>
    answering(async () => handle(args, {} as SignedIn, schema, run, options))

async function handle<S extends z.ZodType, R>(
  args: RouteArgs,
  signedIn: SignedIn,
  schema: S,
  run: Run<S, R>,
  options: FormOptions,
) {
  const call = callOf(args, signedIn)
  const whole = await readForm(args.request, options.limit)
  const form = onlyKnown(whole, schema)
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success') {
    const status = submission.status === 'error' ? 400 : 200
    return data<FormAnswer>({ result: submission.reply({ hideFields: options.hide }) }, { status })
  }
  try {
    return await run(submission.value as z.output<S>, call, {
      form: whole,
      again: (more) => data({ result: submission.reply({ hideFields: options.hide }), ...more }),
    })
  } catch (error) {
    const refusal = error instanceof Response ? null : toAppError(error)
    const { failure } = options
    if (!refusal && failure && !(error instanceof Response)) {
      call.app.log.error({ err: error }, 'request failed')
      const result = submission.reply({ formErrors: [failure], hideFields: options.hide })
      return data<FormAnswer>({ result, refusal: failure }, { status: 500 })
    }
    if (!refusal || refusal.code === 'NOT_FOUND') throw error
    const { field } = refusal.options
    const messages =
      field && form.has(field)
        ? { fieldErrors: { [field]: [refusal.message] } }
        : { formErrors: [refusal.message] }
    const result = submission.reply({ ...messages, hideFields: options.hide })
    return data<FormAnswer>(
      { result, refusal: refusal.message },
      { status: refusal.status, headers: errorHeaders(refusal) },
    )
  }
}
