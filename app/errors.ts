import type { Uses } from './models/shared/uses/uses'

/** The kinds of refusals, in the product's terms. Each code has one HTTP status (see STATUS). */
export type ErrorCode =
  | 'INVALID'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'DUPLICATE_EMAIL'
  | 'STALE'
  | 'IN_USE'
  | 'PRECONDITION_FAILED'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_TYPE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'TOO_MANY_REQUESTS'
  | 'UPSTREAM_FAILED'
  | 'UNAVAILABLE'

/** The codes of `/api`: the refusals, and a defect (500). */
export type AnyErrorCode = ErrorCode | 'INTERNAL'

const STATUS: Record<ErrorCode, number> = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  DUPLICATE_EMAIL: 409,
  STALE: 409,
  IN_USE: 409,
  PRECONDITION_FAILED: 412,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  UPSTREAM_FAILED: 502,
  UNAVAILABLE: 503,
}

export interface AppErrorOptions {
  /** The form field that caused the refusal, so that a form can show the message beside it. */
  field?: string
  /** Seconds after which a retry makes sense (429 and 503). */
  retryAfter?: number
  /** Methods that the path supports (405). */
  allow?: string[]
  issues?: { path: string; message: string }[]
  /** What the refused deletion would affect (IN_USE). */
  uses?: Uses
  /** The contact that has the address already (DUPLICATE_EMAIL). */
  contactId?: string
  cause?: unknown
}

/** A refusal by the product, safe to show to the user. Any other thrown value is a defect: a 500. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly status: number
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly options: AppErrorOptions = {},
  ) {
    super(message, { cause: options.cause })
    this.status = STATUS[code]
  }
}

/** Checked by name, not by class: the same module can be loaded twice (development server). */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError'
}

/** Throws the 404 for an unknown or malformed id and for another user's id. */
export function notFound(what = 'Not found'): never {
  throw new AppError('NOT_FOUND', what)
}

/** Throws a 400, at `field` if given. */
export function invalid(message: string, field?: string): never {
  throw new AppError('INVALID', message, { field })
}
