import { beforeAll, expect, test } from 'vitest'
import { type Client, sharedServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await sharedServer({ worker: false })
  client = server.client()
  await client.signUp()
})

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

test('lists of templates leave out the emails of steps', async () => {
  const other = server.client()
  await other.signUp()
  const fields = { name: 'T', subject: 'S', htmlBody: '<p>B</p>' }
  const shared = await other.ok('POST', '/api/templates', fields)
  const own = await other.ok('POST', '/api/templates', { ...fields, shared: false })
  expect([shared.shared, own.shared]).toEqual([true, false])
  const listed = async () => {
    const { body } = await other.json('GET', '/api/templates')
    return body.map(({ id }: { id: string }) => id)
  }
  expect(await listed()).toEqual([shared.id])
  expect(await other.ok('GET', `/api/templates/${own.id}`)).toMatchObject({ shared: false })
  await other.ok('PATCH', `/api/templates/${own.id}`, { shared: true })
  expect(await listed()).toEqual([own.id, shared.id])
  expect(await other.json('PATCH', `/api/templates/${own.id}`, { shared: 'perhaps' })).toMatchObject({
    status: 400,
  })
})

test('a cloned sequence gets its own copies of the emails of its steps', async () => {
  const fields = { subject: 'S', htmlBody: '<p>B</p>' }
  const shared = await client.ok('POST', '/api/templates', { name: 'Shared', ...fields })
  const own = await client.ok('POST', '/api/templates', { name: 'Own', ...fields, shared: false })
  const sequence = await client.ok('POST', '/api/sequences', { name: 'First' })
  const add = (variants: { templateId: string; weight: number }[]) =>
    client.ok('POST', `/api/sequences/${sequence.id}/steps`, { delayDays: 1, variants })
  await add([{ templateId: own.id, weight: 1 }])
  await add([
    { templateId: shared.id, weight: 1 },
    { templateId: own.id, weight: 2 },
  ])
  const clone = await client.ok('POST', `/api/sequences/${sequence.id}/clone`)
  const [first, second] = await client.ok('GET', `/api/sequences/${clone.id}/steps`)
  expect(first.templateId).not.toBe(own.id)
  expect(second.variants.map((one: { templateId: string }) => one.templateId)).toEqual([
    shared.id,
    first.templateId,
  ])
  await client.ok('PATCH', `/api/templates/${own.id}`, { subject: 'Changed' })
  expect(await client.ok('GET', `/api/templates/${first.templateId}`)).toMatchObject({
    name: 'Own',
    subject: 'S',
    shared: false,
  })
})
