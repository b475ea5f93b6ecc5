import { expect, test } from 'vitest'
import type { ApiHandler } from '~/http/api/operation'
import { routeTable } from '../support/route-table'
import { SENDS } from '../support/sending-calls'

const modules = import.meta.glob<{ loader: Partial<ApiHandler> }>('../../app/routes/api/**/*.ts', {
  eager: true,
})

test('every changing call is classified as sending or not', () => {
  const found: typeof SENDS = { always: [], sometimes: [], never: [] }
  for (const { path, file } of routeTable()) {
    const handler = modules[`../../app/${file}`]?.loader
    if (!handler?.operations || !handler.byKey) continue
    for (const [method, { sends }] of Object.entries(handler.operations)) {
      if (method === 'GET') continue
      const kind = sends === 'always' ? 'always' : sends ? 'sometimes' : 'never'
      found[kind].push(`${method} ${path}`)
    }
  }
  expect({
    always: found.always.sort(),
    sometimes: found.sometimes.sort(),
    never: found.never.sort(),
  }).toEqual(SENDS)
})
