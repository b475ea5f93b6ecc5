import { beforeAll, expect, test } from 'vitest'
import { listVersions } from '~/models/sequences/versions/list.server'
import { type Client, sharedServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
let userId: string
beforeAll(async () => {
  server = await sharedServer()
  client = server.client()
  userId = (await client.signUp()).id
})

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
  await client.ok('DELETE', `/api/steps/${stepId}?force=true`)
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

test('calls can leave contacts in progress on the version that they have', async () => {
  const text = { name: 'Text', subject: 'S', htmlBody: '<p>B</p>' }
  const template = await client.ok('POST', '/api/templates', text)
  const { id } = await client.ok('POST', '/api/sequences', { name: 'Kept' })
  const step = { templateId: template.id, delayDays: 1, name: 'Mail' }
  const { id: stepId } = await client.ok('POST', `/api/sequences/${id}/steps`, step)
  await client.ok('POST', `/api/sequences/${id}/activate`)
  const keep = '?keepInProgress=true'
  let n = 0
  /** Enrolls a contact, then makes a call: the contact stays on the version before it. */
  const kept = async (method: string, path: string, body?: object) => {
    const contact = await client.ok('POST', '/api/contacts', { email: `ann${n++}@kept.example` })
    await client.ok('POST', `/api/sequences/${id}/contacts`, { contactIds: [contact.id] })
    await client.ok(method, path, body)
  }
  await kept('PATCH', `/api/steps/${stepId}${keep}`, { delayDays: 2 })
  await kept('POST', `/api/sequences/${id}/steps${keep}`, { ...step, name: 'Second' })
  await kept('PATCH', `/api/sequences/${id}${keep}`, { timezone: 'Asia/Tokyo' })
  await kept('DELETE', `/api/steps/${stepId}${keep}`)
  await kept('PATCH', `/api/sequences/${id}?keepInProgress=false`, { timezone: 'UTC' })
  const { versions } = await listVersions(server.database.db, userId, id, { limit: 10 })
  expect(versions.map(({ number, staying }) => [number, staying])).toEqual([
    [6, 0],
    [5, 0],
    [4, 1],
    [3, 1],
    [2, 1],
    [1, 1],
  ])
  const refused = await client.json('PATCH', `/api/sequences/${id}?keepInProgress=maybe`, { name: 'X' })
  expect(refused.status).toBe(400)
})
