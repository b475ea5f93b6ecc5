import { createHash } from 'node:crypto'
import { AppError, invalid } from '~/errors'
import type { ApiOperation, Operations } from './operation'

/** The entity tag of an object as `/api` returns it (RFC 9110, section 8.8.3). */
export const etagOf = (object: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(object)).digest('base64url').slice(0, 27)}"`

/** How the object of an address is read; undefined if no call there changes one. */
export const readerOf = (operations: Operations): ApiOperation['current'] =>
  Object.values(operations).find(({ current }) => current)?.current

/**
 * The condition of a change: the tags of the `If-Match` header; null without one (RFC 9110, section 13.1.1).
 * @throws AppError INVALID where no object has a tag
 */
export function conditionOf({ method, headers }: Request, operations: Operations): string | null {
  const condition = headers.get('if-match')
  if (condition === null || method === 'GET' || method === 'HEAD') return null
  return readerOf(operations) ? condition : invalid('If-Match is not supported by this call')
}

/** @throws AppError PRECONDITION_FAILED if the object has another tag than those of the condition */
export function requireMatch(condition: string, present: unknown): void {
  const tags = condition.split(',').map((tag) => tag.trim())
  if (!tags.includes('*') && !tags.includes(etagOf(present)))
    throw new AppError('PRECONDITION_FAILED', 'The object has changed since it was read. Read it again.')
}
