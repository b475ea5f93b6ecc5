import { data } from '@remix-run/node'
import { isConflict } from '~/db.server'
import { AppError, isAppError } from '~/errors'
import { fingerprintOf, respondOnce, type StoredResponse } from '~/models/accounts/idempotency.server'
import { ONCE } from '~/models/shared/forms/once'
import type { PageCall } from '../page.server'

export interface OnceOptions<I> {
  /** Whether the creation asks other servers, so that it must not run in one transaction. */
  isApart?: boolean
  /** Whether the response shows what only it has, such as a secret, in place of a redirect. */
  showsResult?: boolean
  /** Whether this input creates something. */
  when?(input: I): boolean
}

const TOKEN = /^\w{16,64}$/

/**
 * Runs the creation of a form once: a second submission of the same page with the same content gets the first one's response. Another
 * content, or a page that was opened again, creates another object.
 * @param run with a call whose database is the transaction
 */
export async function runOnce<R>(
  call: PageCall,
  form: FormData,
  isApart: boolean,
  run: (call: PageCall) => Promise<R>,
): Promise<R> {
  const token = form.get(ONCE)
  if (typeof token !== 'string' || !TOKEN.test(token)) return run(call)
  const { app, db, userId, url } = call
  const key = fingerprintOf([url.pathname, [...form].map(([name, value]) => [name, String(value)])])
  /** What is not kept: the form is shown again, or it failed. */
  let passed: { done: R } | { error: unknown } | undefined
  const { response } = await respondOnce(
    { db, secrets: app.secrets },
    { userId, key: `form ${key}`, fingerprint: key, isApart },
    async (tx) => {
      passed = undefined
      try {
        const done = await run({ ...call, db: tx })
        const kept = answerOf(done)
        if (kept) return kept
        passed = { done }
      } catch (error) {
        // The transaction is retried.
        if (!isApart && isConflict(error)) throw error
        passed = { error }
      }
      return UNKEPT
    },
  ).catch((error: unknown) => {
    // Its words are those of a call.
    throw isAppError(error) && error.code === 'CONFLICT' ? new AppError('CONFLICT', STILL_SAVING) : error
  })
  if (passed && 'error' in passed) throw passed.error
  return passed ? passed.done : (responseOf(response) as R)
}

const STILL_SAVING = 'This was sent before, and may still be saved. Look for it before you send it again.'

/** Rolls back, and is not kept. */
const UNKEPT: StoredResponse = { status: 500, headers: {}, body: '' }

/** The part of a response that is given again; null if the response shows the form again. */
function answerOf(done: unknown): StoredResponse | null {
  if (done instanceof Response) {
    const location = done.headers.get('location')
    if (!location) return null
    return { status: done.status, headers: { location }, body: JSON.stringify(done.headers.getSetCookie()) }
  }
  const made = done as { data?: object }
  return made.data && !('result' in made.data)
    ? { status: 200, headers: {}, body: JSON.stringify(made.data) }
    : null
}

function responseOf({ status, headers, body }: StoredResponse): unknown {
  if (!headers.location) return data(JSON.parse(body), { headers: { 'Cache-Control': 'no-store' } })
  const response = new Response(null, { status, headers: { location: headers.location } })
  for (const cookie of JSON.parse(body) as string[]) response.headers.append('Set-Cookie', cookie)
  return response
}
