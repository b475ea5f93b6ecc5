import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer({ WORKER: 'off' })
  client = server.client()
  await client.signUp()
})
afterAll(() => server?.close())

const KINDS: [string, string][] = [
  ['html', 'HTML body is required'],
  ['builder', 'Email body is required'],
]
const EMPTY = ['', '  ', '<script>alert(1)</script>']

test.each(KINDS)('a template of type %s needs a body: %s', async (templateType, message) => {
  const refusal = { status: 400, body: { message, issues: [{ path: 'htmlBody', message }] } }
  const fields = { name: 'T', subject: 'S', templateType }
  for (const htmlBody of [undefined, ...EMPTY])
    expect(await client.json('POST', '/api/templates', { ...fields, htmlBody })).toMatchObject(refusal)
  const { id } = await client.ok('POST', '/api/templates', { ...fields, htmlBody: '<p>B</p>' })
  for (const htmlBody of EMPTY)
    expect(await client.json('PATCH', `/api/templates/${id}`, { htmlBody })).toMatchObject(refusal)
  expect(await client.ok('GET', `/api/templates/${id}`)).toMatchObject({ htmlBody: '<p>B</p>' })
})

test('a stored template without a body can be renamed but not change its type', async () => {
  const fields = { name: 'T', subject: 'S', templateType: 'builder', htmlBody: '<p>B</p>' }
  const { id } = await client.ok('POST', '/api/templates', fields)
  await server.database.sql`update templates set html_body = '' where id = ${id}`
  expect(await client.ok('PATCH', `/api/templates/${id}`, { name: 'New' })).toMatchObject({ name: 'New' })
  expect(await client.json('PATCH', `/api/templates/${id}`, { templateType: 'html' })).toMatchObject({
    status: 400,
    body: { message: 'HTML body is required' },
  })
})
