import { expect, test } from 'vitest'
import type { ApiHandler, ApiRoute } from '~/http/api/operation'

/** Every PUT and PATCH of the API with the schema of its body. */
const changes = Object.entries(
  import.meta.glob<ApiRoute>('../../app/routes/api/**/*.ts', { eager: true }),
).flatMap(([file, { action }]) => {
  const { operations = {} } = (action ?? {}) as Partial<ApiHandler>
  return (['PUT', 'PATCH'] as const).flatMap((method) => {
    const body = operations[method]?.body
    return body ? [{ call: `${method} ${file.split('/api/')[1]}`, body }] : []
  })
})

/** Calls that change nothing without fields. */
const REQUIRED: Record<string, string[]> = {
  'PATCH sequences/$id.contacts.$contactId.ts': ['action'],
  'PUT conversations/$id.draft.ts': ['text'],
  'PUT settings/apollo.ts': ['apiKey'],
  'PATCH settings/apollo.toggle.ts': ['enabled'],
}

test('finds calls to check', () => {
  expect(changes.length).toBeGreaterThanOrEqual(10)
  expect(changes.map(({ call }) => call)).toEqual(expect.arrayContaining(Object.keys(REQUIRED)))
})

test.each(changes)('$call leaves an absent field unset', ({ call, body }) => {
  const parsed = body.safeParse({})
  if (REQUIRED[call]) expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual(REQUIRED[call])
  else expect(parsed).toEqual({ success: true, data: {} })
})
