import { z } from 'zod'
import type { AnyErrorCode } from '~/errors'
import { UsesResponse } from '~/models/api/shared'
import { errorDetails } from '../../errors.server'
import { readerOf } from '../etag.server'
import type { ApiHandler, ApiOperation, Method } from '../operation'
import { ERROR_TEXTS } from '../reference/errors'
import type { Schema } from './samples'
import type { DescribedResponse } from './types'

/** The format of every error response. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.enum(Object.keys(ERROR_TEXTS) as AnyErrorCode[]),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  uses: UsesResponse.optional(),
  contactId: z.uuid().optional(),
  requestId: z.string(),
  docs: z.string(),
})

/** The headers of responses. */
export const HEADERS = {
  'RateLimit-Limit': { description: 'Calls of this API key in a minute.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Calls that are left in this minute.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the limit resets.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  'Idempotent-Replayed': {
    description: '`true` if this is the first response to this `Idempotency-Key` once more.',
    schema: { type: 'string', enum: ['true'] },
  },
  ETag: {
    description: 'Names this state of the object. Send it as `If-Match` with a change.',
    schema: { type: 'string' },
  },
  'Request-Id': {
    description: 'The id of this request. Errors repeat it, and the log of Coldframe contains it.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-Has-More': {
    description: 'Whether there is a next page.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  Link: {
    description: 'The address of the next page, with `rel="next"` (RFC 8288). Absent on the last page.',
    schema: { type: 'string' },
  },
  'X-Next-Cursor': {
    description: 'What to send as `cursor` for the next page. Absent on the last page.',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'Rows on all pages. A number with a plus sign is a lower bound.',
    schema: { type: 'string' },
  },
} satisfies Record<string, { description: string; schema: Schema }>

/** References to headers. */
export const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers about the limit of an API key. */
export const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

/** The described response of an error code. */
export const errorResponse = (
  appUrl: string,
  code: AnyErrorCode,
  { cause, remedy }: { cause: string; remedy: string },
  schema: Schema,
) => ({
  description: `${cause} ${remedy}`,
  headers: headers(
    'Request-Id',
    ...(code === 'TOO_MANY_REQUESTS' || code === 'UNAVAILABLE' ? (['Retry-After'] as const) : []),
  ),
  content: {
    'application/json': {
      schema,
      example: { message: cause, ...errorDetails({ appUrl }, code, 'f3c1e8a4-6b1d-4c58-9a51-0d6c1d2b7e90') },
    },
  },
})

/** The errors of a call, one for each status. */
export function refusals(
  path: string,
  method: Method,
  { body, upload, query, external }: ApiOperation,
  { signedOut, byKey, operations }: Pick<ApiHandler, 'signedOut' | 'byKey' | 'operations'>,
): Record<string, DescribedResponse> {
  const changes = method !== 'GET'
  const codes: (AnyErrorCode | false | undefined)[] = [
    // A changing call refuses a malformed Idempotency-Key.
    ((body ?? query ?? upload) !== undefined || (changes && !signedOut)) && 'INVALID',
    (!signedOut || path === '/api/auth/login') && 'UNAUTHENTICATED',
    byKey && 'FORBIDDEN',
    (path.includes('{') || (body !== undefined && !signedOut)) && 'NOT_FOUND',
    changes && 'CONFLICT',
    changes && readerOf(operations) !== undefined && 'PRECONDITION_FAILED',
    (body ?? upload) !== undefined && 'TOO_LARGE',
    (body ?? upload) !== undefined && 'UNSUPPORTED_TYPE',
    changes && !signedOut && 'IDEMPOTENCY_KEY_REUSED',
    (byKey || (signedOut && changes) || path === '/api/auth/change-password') && 'TOO_MANY_REQUESTS',
    external && 'UPSTREAM_FAILED',
    'INTERNAL',
    'UNAVAILABLE',
  ]
  return Object.fromEntries(
    codes.flatMap((code) =>
      code ? [[ERROR_TEXTS[code].status, { $ref: `#/components/responses/${code}` }] as const] : [],
    ),
  )
}
