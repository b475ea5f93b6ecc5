import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../../support/server'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  client = server.client()
  await client.signUp()
})
afterAll(() => server?.close())

const DAY = 24 * 60

/** A mailbox on the sandbox's own mail server. */
const sandboxMailbox = (fields: Record<string, unknown> = {}) => ({
  provider: 'smtp',
  email: `${crypto.randomUUID()}@sender.example`,
  smtpHost: '127.0.0.1',
  smtpPort: server.port + 25,
  smtpSecure: false,
  password: 'sandbox',
  sendIntervalSeconds: 0,
  ...fields,
})
const imap = () => ({ imapHost: '127.0.0.1', imapPort: server.port + 143, imapSecure: false })
const add = (fields: Record<string, unknown> = {}) =>
  client.ok('POST', '/api/mail-accounts', sandboxMailbox(fields))

/** A running sequence of two daily emails. @returns the ids of the sequence and its contacts */
async function start(emails: string[], fields: Record<string, unknown> = {}) {
  const list = await client.ok('POST', '/api/personas', {
    name: 'P',
    industry: 'I',
    jobTitle: 'J',
    location: 'L',
  })
  for (const email of emails) await client.ok('POST', '/api/contacts', { email, personaId: list.id })
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'Hello',
    htmlBody: '<p>Hello</p>',
  })
  const sequence = await client.ok('POST', '/api/sequences', { name: 'S' })
  for (const sendHour of [9, 10]) {
    await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
      templateId: template.id,
      delayDays: 1,
      sendHour,
      reactionWindowHours: 1,
    })
  }
  await client.ok('PATCH', `/api/sequences/${sequence.id}`, fields)
  await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId: list.id })
  await client.ok('POST', `/api/sequences/${sequence.id}/activate`)
  return sequence.id as string
}

const someone = () => `${crypto.randomUUID()}@people.example`
const mailsTo = (email: string) => client.ok('GET', `/sandbox/messages?to=${email}`)
const advance = (minutes: number) => client.ok('POST', '/sandbox/clock', { advanceMinutes: minutes })
/** Half an hour after the first emails of a sequence started today. */
async function toFirstMails() {
  const { now } = await client.ok('GET', '/sandbox/clock')
  const tomorrow = new Date(Date.parse(now) + DAY * 60_000).toISOString().slice(0, 10)
  await client.ok('POST', '/sandbox/clock', { advanceTo: `${tomorrow}T09:30:00Z` })
}
const one = async (id: string) =>
  (await client.ok('GET', '/api/mail-accounts')).find((box: { id: string }) => box.id === id)

describe('an SMTP mailbox', () => {
  test('is added after a login at both servers, without returning its password', async () => {
    const response = await client.json('POST', '/api/mail-accounts', sandboxMailbox(imap()))
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      provider: 'smtp',
      status: 'connected',
      isDefault: true,
      canRead: true,
    })
    const listed = await client.json('GET', '/api/mail-accounts')
    expect(listed.body).toEqual([response.body])
    expect(JSON.stringify([response.body, listed.body])).not.toMatch(/"password"|sandbox/)
    expect(await client.ok('GET', '/api/gmail/accounts')).toEqual([])
    expect(await client.ok('GET', '/api/senders')).toMatchObject([
      { accountId: response.body.id, isDefault: true },
    ])
  })

  test.each([
    ['a wrong password', { password: 'wrong' }, /^The SMTP server refused the login: .*535/],
    [
      'a host that does not exist',
      { smtpHost: 'mail.invalid' },
      /^The SMTP server cannot be used: .*mail\.invalid/,
    ],
    ['a closed port', { smtpPort: 9 }, /^The SMTP server cannot be used: /],
    ['a closed IMAP port', { imapHost: '127.0.0.1', imapPort: 9 }, /^The IMAP server cannot be used: /],
  ])('with %s is refused with the reason', async (_, fields, message) => {
    const response = await client.json('POST', '/api/mail-accounts', sandboxMailbox(fields))
    expect([response.status, response.body.message]).toEqual([400, expect.stringMatching(message)])
    expect(await client.ok('GET', '/api/mail-accounts')).toEqual([])
  })

  test('accepts any subset, and a refused login changes nothing', async () => {
    const { id } = await add()
    const at = `/api/mail-accounts/${id}`
    expect(await client.ok('PATCH', at, { dailyLimit: 123, displayName: 'Ann' })).toMatchObject({
      dailyLimit: 123,
    })
    const quota = await client.ok('GET', '/api/gmail/quota')
    expect(quota).toMatchObject([{ accountId: id, limit: 123, current: 0 }])
    const refused = await client.json('PATCH', at, { password: 'wrong', displayName: 'Else' })
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/refused the login/)])
    expect(await one(id)).toMatchObject({ displayName: 'Ann' })
    expect(await client.ok('PATCH', at, imap())).toMatchObject({ canRead: true })
    expect(await client.ok('PATCH', at, { smtpPort: server.port + 25 })).toMatchObject({ displayName: 'Ann' })
    await client.ok('DELETE', at)
    expect((await client.json('DELETE', at)).status).toBe(404)
    expect(await client.ok('GET', '/api/mail-accounts')).toEqual([])
  })

  test('sends with name, signature and postal address, and reads the reply', async () => {
    const { id, email } = await add({
      ...imap(),
      displayName: 'Ann of the Company',
      signature: 'Ann <3\nCompany',
      postalAddress: '1 Road\nTown',
    })
    const to = someone()
    await start([to], { mailboxIds: [id] })
    await toFirstMails()
    const [mail] = await mailsTo(to)
    expect(mail.headers.From).toMatch(new RegExp(`Ann of the Company.*${email}`))
    expect(mail.html).toContain('Ann &lt;3<br>Company')
    expect(mail.html).toContain('1 Road<br>Town')
    expect(mail.text.replaceAll('\r\n', '\n')).toMatch(/Ann <3\nCompany\n\n1 Road\nTown/)
    await client.ok('POST', `/sandbox/messages/${mail.id}/reply`, { text: 'Yes please' })
    await advance(3 * DAY)
    expect(await mailsTo(to)).toHaveLength(1)
    expect(await client.ok('GET', '/api/email-sends')).toMatchObject([{ status: 'Reply' }])
  })

  test('with a refused password holds its emails until a new one', async () => {
    const { id } = await add(imap())
    const to = someone()
    await start([to])
    await server.database.sql`update mail_accounts set smtp_port = 9 where id = ${id}`
    await server.database
      .sql`update mail_accounts set status = 'token_expired', status_detail = 'no' where id = ${id}`
    await toFirstMails()
    expect(await mailsTo(to)).toHaveLength(0)
    expect(await one(id)).toMatchObject({ status: 'expired', statusDetail: 'no' })
    const fixed = { password: 'sandbox', smtpPort: server.port + 25 }
    expect(await client.ok('PATCH', `/api/mail-accounts/${id}`, fixed)).toMatchObject({ status: 'connected' })
    await advance(2 * DAY)
    expect((await mailsTo(to)).length).toBeGreaterThan(0)
  })
})

test('a sequence uses several mailboxes, one per contact', async () => {
  // The mailbox depends on the enrollment's id: with this many contacts each of the three is used, and one of them can get more
  // than the ten emails a day of a new mailbox.
  const mailbox = () => add({ ...imap(), dailyLimit: 100 })
  const boxes = [await mailbox(), await mailbox(), await mailbox()]
  const people = Array.from({ length: 30 }, someone)
  await start(people, { mailboxIds: boxes.map((box) => box.id) })
  await advance(4 * DAY)
  const senders = new Set<string>()
  for (const person of people) {
    const mails: { from: string }[] = await mailsTo(person)
    expect(mails).toHaveLength(2)
    const from = new Set(mails.map((mail) => boxes.find((box) => mail.from.includes(box.email))?.email))
    expect(from.size).toBe(1)
    senders.add([...from][0])
  }
  expect(senders.size).toBe(3)
})

test('an unconfirmed SMTP send becomes uncertain', async () => {
  const { id } = await add()
  const [again, counted] = [someone(), someone()]
  await start([again, counted], { mailboxIds: [id] })
  await client.ok('POST', '/sandbox/faults', { service: 'smtp', kind: 'acceptThenDrop', times: 2 })
  await toFirstMails()
  const uncertain = await client.ok('GET', '/api/email-sends/uncertain')
  expect(uncertain).toHaveLength(2)
  expect(await client.ok('GET', '/api/queue/status')).toMatchObject({ uncertain: 2 })
  const idOf = (email: string) =>
    uncertain.find((send: { contactEmail: string }) => send.contactEmail === email).id
  await client.ok('POST', `/api/email-sends/${idOf(again)}/resend`)
  await client.ok('POST', `/api/email-sends/${idOf(counted)}/count-as-sent`)
  const second = await client.json('POST', `/api/email-sends/${idOf(counted)}/resend`)
  expect([second.status, second.body.message]).toEqual([
    409,
    expect.stringMatching(/known to have been sent/),
  ])
  await advance(3 * DAY)
  // The first attempt did arrive both times; choosing "resend" accepts that.
  expect(await mailsTo(again)).toHaveLength(3)
  expect(await mailsTo(counted)).toHaveLength(2)
  expect(await client.ok('GET', '/api/email-sends/uncertain')).toEqual([])
})

test('a Gmail mailbox accepts settings but no servers', async () => {
  const id = await client.connectMailbox(`${crypto.randomUUID()}@gmail.com`)
  const at = `/api/mail-accounts/${id}`
  expect(await client.ok('PATCH', at, { dailyLimit: 5, signature: 'Ann' })).toMatchObject({ dailyLimit: 5 })
  expect((await client.json('PATCH', at, { dailyLimit: 501 })).status).toBe(400)
  expect((await client.json('PATCH', at, { smtpHost: 'smtp.gmail.com' })).status).toBe(400)
  expect((await client.json('POST', '/api/mail-accounts', { provider: 'gmail' })).status).toBe(400)
})

test('contact settings keep absent fields', async () => {
  const at = '/api/settings/contacts'
  expect(await client.ok('GET', at)).toEqual({
    maxContinuousNotOpens: 3,
    otherReplies: 'hold',
    maxEmailsPerContactPerWeek: null,
    oneSequencePerContact: false,
    companyReply: 'ignore',
  })
  expect(await client.ok('PUT', at, { maxContinuousNotOpens: 4, otherReplies: 'stop' })).toMatchObject({
    otherReplies: 'stop',
  })
  const pressure = { oneSequencePerContact: true, companyReply: 'hold' }
  expect(await client.ok('PUT', at, pressure)).toMatchObject({ maxContinuousNotOpens: 4, ...pressure })
  expect(await client.ok('PUT', at, { maxContinuousNotOpens: 5 })).toEqual({
    maxContinuousNotOpens: 5,
    otherReplies: 'stop',
    maxEmailsPerContactPerWeek: null,
    ...pressure,
  })
  for (const wrong of [{ otherReplies: 'x' }, { companyReply: 'x' }, { oneSequencePerContact: 'x' }])
    expect((await client.json('PUT', at, { maxContinuousNotOpens: 5, ...wrong })).status).toBe(400)
})

test('accepts a weekly limit from 1 to 100, for all sequences and for one', async () => {
  const at = '/api/settings/contacts'
  const { id } = await client.ok('POST', '/api/sequences', { name: 'S', maxEmailsPerContactPerWeek: 3 })
  const own = `/api/sequences/${id}`
  expect(await client.ok('GET', own)).toMatchObject({ maxEmailsPerContactPerWeek: 3 })
  expect(await client.ok('POST', '/api/sequences', { name: 'S' })).toMatchObject({
    maxEmailsPerContactPerWeek: null,
  })
  for (const [method, path] of [
    ['PUT', at],
    ['PATCH', own],
  ] as const) {
    for (const value of [1, 100, null]) {
      const change = { maxEmailsPerContactPerWeek: value }
      expect(await client.ok(method, path, change)).toMatchObject(change)
      expect(await client.ok(method, path, {})).toMatchObject(change)
    }
    for (const value of [0, 101, 1.5, 'x', true])
      expect((await client.json(method, path, { maxEmailsPerContactPerWeek: value })).status).toBe(400)
  }
  await client.ok('PATCH', own, { maxEmailsPerContactPerWeek: 4 })
  expect(await client.ok('POST', `${own}/clone`)).toMatchObject({ maxEmailsPerContactPerWeek: 4 })
})
