import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { z } from 'zod'
import { type EditResponse, LOADED } from '~/models/shared/forms/edits'
import { RESUMED, SAVE_RESUMED } from '~/models/shared/forms/signed-out'
import type { Db } from '../db.server'
import { AppError } from '../errors'
import { type RouteArgs, requireUser, type SignedIn } from './auth.server'
import { readForm } from './body.server'
import { errorHeaders, toAppError } from './errors.server'
import { onlyKnown } from './form-fields.server'
import { type EditOptions, hasAsked, keptWords, type MergedEdit, mergeEdit } from './forms/edits.server'
import { type OnceOptions, runOnce } from './forms/once.server'
import { callOf, type PageCall, respondWith } from './page.server'

/** The response of an action that failed: the form's values and messages, for conform. */
interface FormResponse {
  result: SubmissionResult<string[]>
  /** The model's refusal, for a toast; absent if a field did not parse. */
  refusal?: string
}

export interface FormOptions<I = never> {
  /** Fields that are never sent back to the browser. */
  hide?: string[]
  /** The largest body in bytes; see readBody. */
  limit?: number
  /** The form's message for unexpected failures. Without it the screen's error boundary shows. */
  failure?: string
  /** For the form of a stored object: how to notice that it was changed elsewhere since the form was loaded. */
  edits?: EditOptions
  /** For a form that creates something, and has an OnceField. */
  once?: OnceOptions<I>
}

/** A form that parsed. */
export interface Submitted<T = unknown> {
  /** All of its fields, also those that the schema does not know. */
  form: FormData
  /** A response that shows the form again with what the user typed, and `more` for its screen. */
  again<M extends object>(more: M): Response | ReturnType<typeof data<FormResponse & M>>
  /**
   * For a form with `edits`: locks the stored object and merges the form with what was saved elsewhere since it was loaded.
   * Call it in the transaction that saves; throw what it throws.
   * @returns the input to save
   */
  merged(tx: Db): Promise<T>
  /** For a change that cannot be saved in one transaction: the same without a lock. Call `unchanged` where it is saved. */
  mergedUnlocked(db: Db): Promise<T>
  /** Locks the object that `mergedUnlocked` has read. @throws AppError CONFLICT if it has changed since */
  unchanged(tx: Db): Promise<void>
  /** The fields that the last merge kept as they were saved elsewhere, as a sentence. */
  kept(): string | undefined
}

type Run<S extends z.ZodType, R> = (
  input: z.output<S>,
  call: PageCall,
  submitted: Submitted<z.output<S>>,
) => Promise<R>

/** The schema of a form, or how to make it where users add fields to it. */
type SchemaOf<S extends z.ZodType> = S | ((call: PageCall) => Promise<S>)

/**
 * The action of a form on a signed-in screen: parses, calls `run` (one model function, then a redirect), and returns a refusal to the
 * field that caused it, with everything the user typed.
 */
export const formAction =
  <S extends z.ZodType, R>(schema: SchemaOf<S>, run: Run<S, R>, options: FormOptions<z.output<S>> = {}) =>
  (args: RouteArgs) =>
    respondWith(async () => handle(args, await requireUser(args), schema, run, options))

/** The same for a form that works without a session. */
export const openFormAction =
  <S extends z.ZodType, R>(schema: S, run: Run<S, R>, options: FormOptions<z.output<S>> = {}) =>
  (args: RouteArgs) =>
    respondWith(async () => handle(args, {} as SignedIn, schema, run, options))

async function handle<S extends z.ZodType, R>(
  args: RouteArgs,
  signedIn: SignedIn,
  schemaOf: SchemaOf<S>,
  run: Run<S, R>,
  options: FormOptions<z.output<S>>,
) {
  const call = callOf(args, signedIn)
  const schema = typeof schemaOf === 'function' ? await schemaOf(call) : schemaOf
  const whole = await readForm(args.request, options.limit)
  const form = onlyKnown(whole, schema)
  const submission = parseWithZod(form, { schema })
  const merging = options.edits && createMerging(options.edits, whole, call, schema)
  const reply = (given = submission, more: Parameters<typeof submission.reply>[0] = {}) =>
    given.reply({ hideFields: options.hide, ...more })
  const answer = async <M extends object>(body: M, status: number, headers: HeadersInit = {}) =>
    data({ ...body, ...(await merging?.answer()) }, { status, headers })
  if (submission.status !== 'success')
    return answer<FormResponse>({ result: reply() }, submission.status === 'error' ? 400 : 200)
  if (whole.has(RESUMED) && !(whole.get(RESUMED) === SAVE_RESUMED && isResumable(whole, options)))
    return answer<FormResponse>({ result: reply(submission, { formErrors: [BACK] }) }, 200)
  try {
    const input = submission.value as z.output<S>
    const { once } = options
    const act = (within: PageCall) =>
      run(input, within, {
        form: whole,
        again: (more) => data({ result: reply(), ...more }),
        ...(merging ?? NOT_MERGING),
      })
    const isOnce = once && (once.when?.(input) ?? true)
    const done = await (isOnce ? runOnce(call, whole, once.isApart ?? false, act) : act(call))
    if (merging && isAnswer(done)) Object.assign(done.data, await merging.answer())
    return done
  } catch (error) {
    if (error instanceof Unmerged) {
      // The values are those that were typed, also if a merged one is wrong.
      const errors = error.wrong ? (error.wrong.error ?? {}) : { '': [ASK] }
      const result = { ...reply(), status: 'error' as const, error: errors }
      return answer<FormResponse>({ result }, error.wrong ? 400 : 409)
    }
    const refusal = error instanceof Response ? null : toAppError(error)
    const { failure } = options
    if (!refusal && failure && !(error instanceof Response)) {
      call.app.log.error({ err: error }, 'request failed')
      const result = reply(submission, { formErrors: [failure] })
      return answer<FormResponse>({ result, refusal: failure }, 500)
    }
    if (!refusal || refusal.code === 'NOT_FOUND') throw error
    const { field } = refusal.options
    const messages =
      field && form.has(field)
        ? { fieldErrors: { [field]: [refusal.message] } }
        : { formErrors: [refusal.message] }
    const result = reply(submission, messages)
    return answer<FormResponse>({ result, refusal: refusal.message }, refusal.status, errorHeaders(refusal))
  }
}

/**
 * Whether a form may be saved by itself after a log-in: it saves, and answers with a redirect. What another one returns (a new key, the
 * result of a test) could not be shown then.
 */
const isResumable = (form: FormData, { edits, once }: Pick<FormOptions, 'edits' | 'once'>): boolean =>
  (edits !== undefined || (once !== undefined && !once.showsResult)) &&
  (form.get('intent') ?? 'save') === 'save'

const BACK = 'You are logged in again. Check the form, then save.'
const ASK =
  'This was also changed somewhere else since you opened it. Choose which values to keep, then save again.'

/** Thrown to roll back a save: the user must choose, or the merged form is wrong. */
class Unmerged extends Error {
  constructor(readonly wrong: Pick<SubmissionResult<string[]>, 'error'> | null) {
    super('The form cannot be merged')
  }
}

/** The comparisons of one request with the stored object. */
function createMerging<S extends z.ZodType>(edits: EditOptions, form: FormData, call: PageCall, schema: S) {
  let last: MergedEdit | undefined
  const compare = async (db: Db) => {
    const parts = typeof edits.parts === 'function' ? await edits.parts(db, call) : edits.parts
    return mergeEdit(parts, form, await edits.read(db, call))
  }
  const merge = async (db: Db): Promise<z.output<S>> => {
    last = await compare(db)
    if (last.isConflict) throw new Unmerged(null)
    const parsed = parseWithZod(onlyKnown(last.form, schema), { schema })
    if (parsed.status !== 'success') throw new Unmerged(parsed.reply())
    return parsed.value as z.output<S>
  }
  return {
    merged: async (tx: Db) => {
      await edits.lock(tx, call)
      return merge(tx)
    },
    mergedUnlocked: merge,
    unchanged: async (tx: Db) => {
      await edits.lock(tx, call)
      const { answer } = await compare(tx)
      if (JSON.stringify(answer) !== JSON.stringify(last?.answer))
        throw new AppError('CONFLICT', 'This was saved somewhere else at the same moment. Please save again.')
    },
    kept: () => last && keptWords(last.answer),
    /** What a response carries that shows the form again. */
    answer: async (): Promise<{ edit: EditResponse }> => {
      const loaded = form.get(LOADED)
      if (!last && hasAsked(form)) last = await compare(call.db)
      const unasked = { loaded: typeof loaded === 'string' ? loaded : '', asked: [], kept: [] }
      return { edit: last?.answer ?? unasked }
    },
  }
}

const unmergeable = (): never => {
  throw new Error('This form has no edits')
}
const NOT_MERGING = {
  merged: unmergeable,
  mergedUnlocked: unmergeable,
  unchanged: unmergeable,
  kept: () => undefined,
}

/** Whether an action returned data with a status, and not a response. */
const isAnswer = (value: unknown): value is { data: object } =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  value.type === 'DataWithResponseInit' &&
  'data' in value &&
  typeof value.data === 'object' &&
  value.data !== null
