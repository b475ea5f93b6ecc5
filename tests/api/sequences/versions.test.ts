import { afterAll, beforeAll, expect, test } from 'vitest'
import { listVersions } from '~/models/sequences/versions/list.server'
import { type Client, startServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
let userId: string
beforeAll(async () => {
  server = await startServer()
  client = server.client()
  userId = (await client.signUp()).id
})
afterAll(() => server?.close())

test('calls save at once, each with a version', async () => {
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'S',
    htmlBody: '<p>B</p>',
  })
  const { id } = await client.ok('POST', '/api/sequences', { name: 'First contact' })
  const step = { templateId: template.id, delayDays: 1, name: 'Mail' }
  const { id: stepId } = await client.ok('POST', `/api/sequences/${id}/steps`, step)
  const contact = await client.ok('POST', '/api/contacts', { email: 'ann@people.example' })
  await client.ok('POST', `/api/sequences/${id}/activate`)
  await client.ok('POST', `/api/sequences/${id}/contacts`, { contactIds: [contact.id] })
  await client.ok('PATCH', `/api/steps/${stepId}`, { delayDays: 2 })
  await client.ok('POST', `/api/sequences/${id}/steps`, { ...step, name: 'Second' })
  await client.ok('PATCH', `/api/sequences/${id}`, { timezone: 'Asia/Tokyo' })
  await client.ok('DELETE', `/api/steps/${stepId}`)
  const { versions } = await listVersions(server.database.db, userId, id, { limit: 10 })
  expect(versions.map(({ differences }) => differences)).toEqual([
    [{ part: 'Step 1: Mail', changes: ['deleted'] }],
    [{ part: 'Settings', changes: ['Timezone: Asia/Tokyo instead of UTC'] }],
    [{ part: 'Step 2: Second', changes: ['added'] }],
    [{ part: 'Step 1: Mail', changes: ['waits 2 days instead of 1 day'] }],
    null,
  ])
  // A write that changes nothing keeps none.
  await client.ok('PATCH', `/api/sequences/${id}`, { timezone: 'Asia/Tokyo' })
  expect((await listVersions(server.database.db, userId, id, { limit: 10 })).versions).toHaveLength(5)
})
