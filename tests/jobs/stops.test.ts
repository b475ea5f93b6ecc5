import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../support/server'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = server.client()
  await client.signUp()
  await client.connectMailbox('sender@coldframe.example')
})
afterAll(() => server?.close())

const DAY = 24 * 60

/** A running sequence of two daily emails to one contact. @param fields further ones of the sequence */
async function start(email: string, fields: Record<string, unknown> = {}) {
  const list = await client.ok('POST', '/api/personas', {
    name: 'P',
    industry: 'I',
    jobTitle: 'J',
    location: 'L',
  })
  const contact = await client.ok('POST', '/api/contacts', { email, firstName: 'Ann', personaId: list.id })
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'Hello',
    htmlBody: '<p>Hello {{first_name}}</p>',
  })
  const sequence = await client.ok('POST', '/api/sequences', { name: `For ${email}`, ...fields })
  for (const sendHour of [9, 10]) {
    await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
      templateId: template.id,
      delayDays: 1,
      sendHour,
      reactionWindowHours: 1,
    })
  }
  await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId: list.id })
  await client.ok('POST', `/api/sequences/${sequence.id}/activate`)
  return { contact: contact.id as string, sequence: sequence.id as string, template: template.id as string }
}

const mailsTo = (email: string) => client.ok('GET', `/sandbox/messages?to=${email}`)
const advance = (minutes: number) => client.ok('POST', '/sandbox/clock', { advanceMinutes: minutes })
const contactOf = (id: string) => client.ok('GET', `/api/contacts/${id}`)

test('a hard bounce flags and tags the contact and ends its emails', async () => {
  const { contact } = await start('bounces@people.example')
  await advance(2 * DAY)
  const [mail] = await mailsTo('bounces@people.example')
  await client.ok('POST', `/sandbox/messages/${mail.id}/bounce`)
  await advance(5 * DAY)
  expect(await mailsTo('bounces@people.example')).toHaveLength(1)
  expect(await contactOf(contact)).toMatchObject({ hardBounced: true, tags: ['blacklist'] })
  const [row] = await client.ok('GET', '/api/email-sends')
  expect(row.bouncedAt).toBeTruthy()
})

test('a complaint suppresses the contact and ends its emails', async () => {
  const { contact } = await start('complains@people.example')
  await advance(2 * DAY)
  const [mail] = await mailsTo('complains@people.example')
  await client.ok('POST', `/sandbox/messages/${mail.id}/complain`)
  await advance(5 * DAY)
  expect(await mailsTo('complains@people.example')).toHaveLength(1)
  expect(await contactOf(contact)).toMatchObject({ suppressed: true })
})

test('an automatic reply is not a reply, and its return date holds the contact', async () => {
  await start('away@people.example')
  await advance(2 * DAY)
  const [mail] = await mailsTo('away@people.example')
  const { now } = await client.ok('GET', '/sandbox/clock')
  const returnsOn = new Date(Date.parse(now) + 10 * 86_400_000).toISOString().slice(0, 10)
  await client.ok('POST', `/sandbox/messages/${mail.id}/auto-reply`, { returnsOn })
  await advance(8 * DAY)
  expect(await mailsTo('away@people.example')).toHaveLength(1)
  await advance(6 * DAY)
  const mails = await mailsTo('away@people.example')
  expect(mails).toHaveLength(2)
  expect(mails[1].deliveredAt.slice(0, 10) >= returnsOn).toBe(true)
})

test('a reply that only says "stop" unsubscribes', async () => {
  const { contact } = await start('stops@people.example')
  await advance(2 * DAY)
  const [mail] = await mailsTo('stops@people.example')
  await client.ok('POST', `/sandbox/messages/${mail.id}/reply`, { text: 'Unsubscribe' })
  await advance(5 * DAY)
  expect(await mailsTo('stops@people.example')).toHaveLength(1)
  expect(await contactOf(contact)).toMatchObject({ unsubscribed: true })
})

test('machine hits are not opens', async () => {
  const { sequence } = await start('machine@people.example')
  await advance(2 * DAY)
  const [mail] = await mailsTo('machine@people.example')
  await client.ok('POST', `/sandbox/messages/${mail.id}/prefetch`)
  await client.ok('POST', `/sandbox/messages/${mail.id}/scan`)
  expect(await client.ok('GET', `/api/sequences/${sequence}/analytics`)).toMatchObject({ totalOpened: 0 })
  await client.ok('POST', `/sandbox/messages/${mail.id}/open`)
  expect(await client.ok('GET', `/api/sequences/${sequence}/analytics`)).toMatchObject({ totalOpened: 1 })
})

test('sends nothing while paused, and resumes at a valid time', async () => {
  const { sequence } = await start('paused@people.example')
  await client.ok('POST', `/api/sequences/${sequence}/pause`)
  await advance(4 * DAY)
  expect(await mailsTo('paused@people.example')).toHaveLength(0)
  await client.ok('POST', `/api/sequences/${sequence}/activate`)
  await advance(2 * DAY)
  const [mail] = await mailsTo('paused@people.example')
  expect(mail.deliveredAt).toMatch(/T09:/)
})

test('a missing variable holds the email until it is set', async () => {
  const { contact } = await start('nameless@people.example')
  await server.database.sql`update contacts set first_name = null where id = ${contact}`
  await advance(2 * DAY)
  expect(await mailsTo('nameless@people.example')).toHaveLength(0)
  expect((await client.ok('GET', '/api/queue/status')).held).toBeGreaterThan(0)
  await client.ok('PATCH', `/api/contacts/${contact}`, { firstName: 'Ann' })
  await advance(2 * DAY)
  expect((await mailsTo('nameless@people.example')).length).toBeGreaterThan(0)
})

test('finds an unconfirmed Gmail send in the Sent folder and does not resend it', async () => {
  await start('dropped@people.example')
  await client.ok('POST', '/sandbox/faults', { service: 'gmail', kind: 'acceptThenDrop', times: 1 })
  await advance(6 * DAY)
  const mails = await mailsTo('dropped@people.example')
  expect(mails).toHaveLength(2)
  expect(await client.ok('GET', '/api/queue/status')).toMatchObject({ uncertain: 0, sending: 0 })
})

test.each([
  ['gmail', () => client.connectMailbox('sender@coldframe.example')],
  ['microsoft', () => client.connectMicrosoft('sender@org.example')],
])(
  'a grant revoked at %s pauses the mailbox until it reconnects, and loses no email',
  async (service, connect) => {
    const id = await connect()
    const to = `waits-${service}@people.example`
    await start(to, { mailboxIds: [id] })
    await client.ok('POST', '/sandbox/faults', { service, kind: 'invalidGrant', times: 1 })
    await advance(2 * DAY)
    const accounts = await client.ok('GET', '/api/mail-accounts')
    expect(accounts.find((account: { id: string }) => account.id === id).status).toBe('expired')
    expect(await mailsTo(to)).toHaveLength(0)
    const notices = await client.ok('GET', '/api/notifications')
    const about = (notice: { metadata: { mailboxId?: string } }) => notice.metadata.mailboxId === id
    expect(notices.filter(about)).toHaveLength(1)
    expect(await connect()).toBe(id)
    await advance(4 * DAY)
    const mails = await mailsTo(to)
    expect(mails).toHaveLength(2)
    expect(new Set(mails.map((mail: { deliveredAt: string }) => mail.deliveredAt)).size).toBe(2)
  },
)

test('Exchange’s report of an unknown address is read, although the position in the inbox was lost', async () => {
  const to = 'unknown@people.example'
  const id = await client.connectMicrosoft('reads@org.example')
  const { contact } = await start(to, { mailboxIds: [id] })
  await advance(2 * DAY)
  const [mail] = await mailsTo(to)
  await client.ok('POST', `/sandbox/messages/${mail.id}/bounce`)
  await client.ok('POST', '/sandbox/faults', { service: 'microsoft', kind: 'deltaExpired', times: 1 })
  await advance(5 * DAY)
  expect(await mailsTo(to)).toHaveLength(1)
  expect(await contactOf(contact)).toMatchObject({ hardBounced: true, tags: ['blacklist'] })
})

test('emails of a disconnected mailbox leave once from the next one', async () => {
  await start('moves@people.example')
  for (const { id } of await client.ok('GET', '/api/mail-accounts'))
    await client.ok('DELETE', `/api/mail-accounts/${id}?force=true`)
  await advance(2 * DAY)
  expect(await mailsTo('moves@people.example')).toHaveLength(0)
  await client.connectMailbox('second@coldframe.example')
  await advance(2 * DAY)
  const mails = await mailsTo('moves@people.example')
  expect(mails.length).toBeGreaterThan(0)
  expect(mails[0].from).toContain('second@coldframe.example')
  expect(new Set(mails.map((mail: { deliveredAt: string }) => mail.deliveredAt)).size).toBe(mails.length)
})
