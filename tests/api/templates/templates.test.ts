import { beforeAll, expect, test } from 'vitest'
import { type Client, sharedServer, type TestServer } from '../../support/server'
import { Visitor } from '../../support/visitor'

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

test('a misspelt variable is refused, by call and by form alike', async () => {
  const message = '{{first_nam}}: did you mean first_name?'
  const fields = { name: 'T', subject: 'S', htmlBody: '<p>{{ first_nam | default: "there" }}</p>' }
  const refusal = { status: 400, body: { message, issues: [{ path: 'htmlBody', message }] } }
  expect(await client.json('POST', '/api/templates', fields)).toMatchObject(refusal)
  const saved = await client.ok('POST', '/api/templates', { ...fields, htmlBody: '<p>Hi</p>' })
  const at = `/api/templates/${saved.id}`
  expect(await client.json('PATCH', at, { htmlBody: fields.htmlBody })).toMatchObject(refusal)
  for (const path of [
    '/campaign-builder/email-sending/templates/new',
    `/templates/${saved.id}/preview/edit`,
  ]) {
    const visitor = new Visitor(client)
    await visitor.open(path)
    visitor.fill('Template Name', fields.name)
    visitor.fill('Subject', fields.subject)
    visitor.fill('HTML Body', fields.htmlBody)
    await visitor.press('Save Template')
    expect(visitor.status).toBe(400)
    expect(visitor.text).toContain(message)
    // What was typed stays.
    expect(visitor.field('HTML Body').value).toBe(fields.htmlBody)
  }
  expect(await client.ok('GET', at)).toMatchObject({ htmlBody: '<p>Hi</p>' })
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

test('HTML that the design of the visual builder does not have is refused, as it would be replaced', async () => {
  const fields = { name: 'T', subject: 'S', templateType: 'builder', htmlBody: '<p>A</p>\n<p>B</p>' }
  const { id } = await client.ok('POST', '/api/templates', { ...fields, builderJson: { pages: [1] } })
  const at = `/api/templates/${id}`
  expect(await client.json('PATCH', at, { htmlBody: '<p>C</p>' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('but not the design of the Visual Builder') },
  })
  // Without scripts the form sends the design that it was loaded with, and other line breaks.
  const send = async (change: Record<string, string>) => {
    const visitor = new Visitor(client)
    await visitor.open(`/templates/${id}/preview/edit`)
    const { action, body } = visitor.submission('Save Template')
    for (const [name, value] of Object.entries(change)) body.set(name, value)
    await visitor.show('POST', action, body)
    return visitor
  }
  const refused = await send({ htmlBody: '<p>C</p>' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Choose HTML Editor to save it')
  expect(refused.field('HTML Body').value).toBe('<p>C</p>')
  await send({ name: 'Renamed', htmlBody: '<p>A</p>\r\n<p>B</p>' })
  expect(await client.ok('GET', at)).toMatchObject({ name: 'Renamed', builderJson: { pages: [1] } })
  await send({ htmlBody: '<p>C</p>', builderJson: '{"pages":[2]}' })
  expect(await client.ok('GET', at)).toMatchObject({ htmlBody: '<p>C</p>', builderJson: { pages: [2] } })
  await send({ htmlBody: '<p>D</p>', builderJson: '{"pages":[2]}', templateType: 'html' })
  expect(await client.ok('GET', at)).toMatchObject({ htmlBody: '<p>D</p>', templateType: 'html' })
})
