import type { App } from '../app'
import { databaseCode, isConflict, isDatabaseAway } from '../db.server'
import type { Env } from '../env.server'
import { type AnyErrorCode, AppError, isAppError } from '../errors'
import { outageReason } from '../outage.server'

/**
 * Maps a thrown value to a refusal: an AppError as it is; an unreachable database or a deadlock to 503; a lost race for a unique key or
 * against a deletion to 409. Anything else is a defect: null.
 */
export function toAppError(error: unknown): AppError | null {
  if (isAppError(error)) return error
  if (isDatabaseAway(error)) {
    return new AppError(
      'UNAVAILABLE',
      `The database is unavailable: ${outageReason(error)}. Please try again`,
      {
        retryAfter: 5,
      },
    )
  }
  if (isConflict(error)) {
    return new AppError('UNAVAILABLE', 'Another change happened at the same time; please try again', {
      retryAfter: 1,
    })
  }
  const code = databaseCode(error)
  if (code === '23505') return new AppError('CONFLICT', 'That already exists')
  if (code === '23503') return new AppError('CONFLICT', 'The item that this belongs to has just been deleted')
  return null
}

/** The headers of a refusal. */
export function errorHeaders({ options }: AppError): HeadersInit {
  return {
    ...(options.retryAfter === undefined
      ? {}
      : { 'Retry-After': String(Math.max(1, Math.ceil(options.retryAfter))) }),
    ...(options.allow ? { Allow: options.allow.join(', ') } : {}),
  }
}

/** What a call of `/api` is told about an error besides its message: an id that the log has, and where the code is explained. */
export const errorDetails = (
  { appUrl }: Pick<Env, 'appUrl'>,
  code: AnyErrorCode,
  requestId: string,
): { code: AnyErrorCode; requestId: string; docs: string } => ({
  code,
  requestId,
  docs: `${appUrl}/api/docs/errors#${code}`,
})

/** The maximum number of characters of a path in the log: a caller chooses its length. */
const LOGGED = 200

/** Logs a refused request, with the id that its caller gets. */
export const logRefusal = (
  app: App,
  { path, ...refused }: { requestId: string; method: string; path: string; status: number },
): void => app.log.info({ ...refused, path: path.slice(0, LOGGED) }, 'call refused')

/**
 * The JSON response to a thrown value; a defect is logged and its details are hidden.
 * @param call the call of `/api`, which gets the details too
 */
export function errorResponse(app: App, error: unknown, call?: { requestId: string }): Response {
  if (error instanceof Response) return error
  app.outage.takes(error)
  const known = toAppError(error)
  const code = known?.code ?? 'INTERNAL'
  const details = call ? errorDetails(app.env, code, call.requestId) : { code }
  if (!known) {
    app.log.error({ err: error, requestId: call?.requestId }, 'request failed')
    return Response.json({ message: 'Something went wrong on our side', ...details }, { status: 500 })
  }
  const { message, options } = known
  const { field, uses, contactId } = options
  const issues = options.issues ?? (field ? [{ path: field, message }] : undefined)
  return Response.json(
    {
      message,
      ...details,
      ...(issues ? { issues } : {}),
      ...(uses ? { uses } : {}),
      ...(contactId ? { contactId } : {}),
    },
    { status: known.status, headers: errorHeaders(known) },
  )
}
