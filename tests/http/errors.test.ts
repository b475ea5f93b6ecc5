import { expect, test } from 'vitest'
import { errorHeaders, toAppError } from '~/http/errors.server'

/** As the driver throws it, wrapped once by the query builder. */
const failure = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('x'), { name: 'PostgresError', code }) })

test.each([
  ['a deadlock', '40P01', 503],
  ['a row that was deleted meanwhile', '23503', 409],
  ['a serialization failure', '40001', 503],
  ['a database that shuts down', '57P01', 503],
  ['a lost race for a unique key', '23505', 409],
  ['a defect of ours', '42601', undefined],
])('answers %s with its status', (_, code, status) => {
  const refusal = toAppError(failure(code))
  expect(refusal?.status).toBe(status)
  if (status === 503) expect(errorHeaders(refusal!)).toHaveProperty('Retry-After')
})
