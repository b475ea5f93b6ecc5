import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
let links: Record<string, string>
beforeAll(async () => {
  server = await startServer()
  client = server.client()
  await client.signUp()
  await client.connectMailbox('sender@coldframe.example')
  const list = await client.ok('POST', '/api/personas', {
    name: 'P',
    industry: 'I',
    jobTitle: 'J',
    location: 'L',
  })
  for (const name of ['ann', 'bob', 'cora'])
    await client.ok('POST', '/api/contacts', { email: `${name}@people.example`, personaId: list.id })
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'Hello',
    htmlBody: '<p>Hello</p>',
  })
  const sequence = await client.ok('POST', '/api/sequences', { name: 'S' })
  await client.ok('POST', `/api/sequences/${sequence.id}/steps`, { templateId: template.id, delayDays: 1 })
  await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId: list.id })
  await client.ok('POST', `/api/sequences/${sequence.id}/activate`)
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 3 * 24 * 60 })
  const mails = await client.sandboxMails()
  links = Object.fromEntries(
    mails.map((mail: { to: string; headers: Record<string, string> }) => [
      mail.to.split('@')[0],
      /<(http[^>]+)>/.exec(mail.headers['List-Unsubscribe']!)![1],
    ]),
  )
})
afterAll(() => server?.close())

const contact = async (name: string) =>
  (await client.ok('GET', '/api/contacts')).contacts.find(
    (one: { email: string }) => one.email === `${name}@people.example`,
  )

test('GET and HEAD show a page and change nothing', async () => {
  const page = await fetch(links.ann!)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<button')
  await fetch(links.ann!, { method: 'HEAD' })
  expect((await contact('ann')).unsubscribed).toBe(false)
})

test('one click unsubscribes without cookie, Origin or redirect, also twice', async () => {
  for (let click = 0; click < 2; click++) {
    const response = await fetch(links.ann!, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      redirect: 'manual',
    })
    expect(response.status).toBe(200)
  }
  expect((await contact('ann')).unsubscribed).toBe(true)
  expect((await contact('bob')).unsubscribed).toBe(false)
  const [{ n }] = (await server.database
    .sql`select count(*)::int as n from tracking_events where type = 'unsubscribe'`) as [{ n: number }]
  expect(n).toBe(1)
})

test('accepts a multipart body, and the address stays suppressed', async () => {
  const body = new FormData()
  body.set('List-Unsubscribe', 'One-Click')
  expect((await fetch(links.bob!, { method: 'POST', body })).status).toBe(200)
  const { id } = await contact('bob')
  await client.ok('DELETE', `/api/contacts/${id}?force=true`)
  await client.ok('POST', '/api/contacts', { email: 'BOB@people.example', unsubscribed: false })
  const [again] = (await client.ok('GET', '/api/contacts')).contacts.filter((one: { email: string }) =>
    /bob/i.test(one.email),
  )
  expect(again.unsubscribed).toBe(true)
})

test('works after the contact and the sequence are deleted', async () => {
  const { id } = await contact('cora')
  await client.ok('DELETE', `/api/contacts/${id}?force=true`)
  const [sequence] = await client.ok('GET', '/api/sequences')
  await client.ok('DELETE', `/api/sequences/${sequence.id}?force=true`)
  expect(
    (
      await fetch(links.cora!, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
    ).status,
  ).toBe(200)
  const made = await client.ok('POST', '/api/contacts', { email: 'cora@people.example' })
  expect(made.unsubscribed).toBe(true)
  expect(await client.ok('GET', '/api/email-sends')).toHaveLength(3)
})

describe.each([
  ['urlencoded', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
])('one click as %s', (_, type, body) => {
  test.each([
    {},
    { origin: 'null' },
    { origin: 'https://mail.google.com' },
    {
      origin: 'https://mail.google.com',
      referer: 'https://mail.google.com/',
      'sec-fetch-site': 'cross-site',
    },
    { origin: 'not an origin', cookie: 'session=nonsense' },
  ])('works with %o', async (headers) => {
    await server.database.sql`update contacts set unsubscribed = false where email = 'cora@people.example'`
    const response = await fetch(links.cora!, {
      method: 'POST',
      headers: { ...(headers as Record<string, string>), 'content-type': type },
      body,
      redirect: 'manual',
    })
    expect(response.status).toBe(200)
    expect((await contact('cora')).unsubscribed).toBe(true)
  })
})
