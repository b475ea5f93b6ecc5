import type { App } from '../app.server'
import { databaseCode, isConflict, isDatabaseAway } from '../db.server'
import { AppError, isAppError } from '../errors'

/**
 * Maps a thrown value to a refusal: an AppError as it is; an unreachable database or a deadlock to 503; a lost race for a unique key or
 * against a deletion to 409. Anything else is a defect: null.
 */
export function toAppError(error: unknown): AppError | null {
  if (isAppError(error)) return error
  if (isDatabaseAway(error)) {
    return new AppError('UNAVAILABLE', 'The database is unavailable; please try again', {
      retryAfter: 5,
    })
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

/** The JSON response to a thrown value; a defect is logged and its details are hidden. */
export function errorResponse(app: App, error: unknown): Response {
  if (error instanceof Response) return error
  const known = toAppError(error)
  if (!known) {
    app.log.error({ err: error }, 'request failed')
    return Response.json({ message: 'Something went wrong on our side' }, { status: 500 })
  }
  const { message, code, options } = known
  const { field } = options
  const issues = options.issues ?? (field ? [{ path: field, message }] : undefined)
  return Response.json(
    { message, code, ...(issues ? { issues } : {}) },
    { status: known.status, headers: errorHeaders(known) },
  )
}
