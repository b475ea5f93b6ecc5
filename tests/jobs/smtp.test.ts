import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../support/server'
import { until } from '../support/until'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  client = server.client()
  await client.signUp()
})
// A fault hits the next login: no other job may log in.
afterEach(async () => {
  for (const { id } of await client.ok('GET', '/api/mail-accounts'))
    await client.ok('DELETE', `/api/mail-accounts/${id}?force=true`)
})
afterAll(() => server?.close())

const DAY = 24 * 60

const mailbox = (fields: Record<string, unknown> = {}) => ({
  provider: 'smtp',
  email: `${crypto.randomUUID()}@sender.example`,
  smtpHost: '127.0.0.1',
  smtpPort: server.port + 25,
  smtpSecure: false,
  imapHost: '127.0.0.1',
  imapPort: server.port + 143,
  imapSecure: false,
  password: 'sandbox',
  sendIntervalSeconds: 0,
  ...fields,
})
const add = (fields: Record<string, unknown> = {}) => client.ok('POST', '/api/mail-accounts', mailbox(fields))

/** A running sequence of daily emails to these contacts. */
async function start(emails: string[], mails = 2) {
  const list = await client.ok('POST', '/api/personas', {
    name: 'P',
    industry: 'I',
    jobTitle: 'J',
    location: 'L',
  })
  const contacts: string[] = []
  for (const email of emails) {
    contacts.push((await client.ok('POST', '/api/contacts', { email, personaId: list.id })).id)
  }
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'Hello',
    htmlBody: '<p>Hello</p>',
  })
  const sequence = await client.ok('POST', '/api/sequences', { name: 'S' })
  for (let i = 0; i < mails; i++) {
    await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
      templateId: template.id,
      delayDays: 1,
      sendHour: 9 + i,
      reactionWindowHours: 1,
    })
  }
  await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId: list.id })
  await client.ok('POST', `/api/sequences/${sequence.id}/activate`)
  return { sequence: sequence.id as string, contacts }
}

const someone = () => `${crypto.randomUUID()}@people.example`
const mailsTo = (email: string) => client.ok('GET', `/sandbox/messages?to=${email}`)
const advance = (minutes: number) => client.ok('POST', '/sandbox/clock', { advanceMinutes: minutes })
const fault = (kind: string, times = 1) =>
  client.ok('POST', '/sandbox/faults', { service: 'smtp', kind, times })
const boxOf = async (id: string) =>
  (await client.ok('GET', '/api/mail-accounts')).find((box: { id: string }) => box.id === id)
/** Half an hour after the first emails of a sequence started today. */
async function toFirstMails() {
  const { now } = await client.ok('GET', '/sandbox/clock')
  const tomorrow = new Date(Date.parse(now) + DAY * 60_000).toISOString().slice(0, 10)
  await client.ok('POST', '/sandbox/clock', { advanceTo: `${tomorrow}T09:30:00Z` })
}

describe('over an SMTP mailbox with IMAP', () => {
  test('refuses a wrong password in the server’s words and saves nothing', async () => {
    const response = await client.json('POST', '/api/mail-accounts', mailbox({ password: 'wrong' }))
    expect(response.status).toBe(400)
    expect(response.body.message).toMatch(/535.*Username and password not accepted/)
    expect(await client.ok('GET', '/api/mail-accounts')).toEqual([])
  })

  test('sends both emails to a contact without a reply, in one thread', async () => {
    await add()
    const to = someone()
    await start([to])
    await advance(4 * DAY)
    const mails = await mailsTo(to)
    expect(mails).toHaveLength(2)
    expect(mails[1].headers['In-Reply-To']).toBe(mails[0].headers['Message-ID'])
    expect(await client.ok('GET', '/api/email-sends')).toHaveLength(2)
  })

  test('a reply ends the sequence, an automatic reply does not', async () => {
    await add()
    const [replier, away] = [someone(), someone()]
    await start([replier, away])
    await toFirstMails()
    await client.ok('POST', `/sandbox/messages/${(await mailsTo(replier))[0].id}/reply`, { text: 'Yes' })
    await client.ok('POST', `/sandbox/messages/${(await mailsTo(away))[0].id}/auto-reply`)
    await advance(4 * DAY)
    expect(await mailsTo(replier)).toHaveLength(1)
    expect(await mailsTo(away)).toHaveLength(2)
    const log = await client.ok('GET', '/api/email-sends')
    expect(log.filter((row: { status: string }) => row.status === 'Reply')).toHaveLength(1)
  })

  test('a hard bounce and an opt-out stop their contacts', async () => {
    await add()
    const [bounces, leaves] = [someone(), someone()]
    const { contacts } = await start([bounces, leaves])
    await toFirstMails()
    await client.ok('POST', `/sandbox/messages/${(await mailsTo(bounces))[0].id}/bounce`)
    await client.ok('POST', `/sandbox/messages/${(await mailsTo(leaves))[0].id}/unsubscribe`)
    await advance(4 * DAY)
    expect(await mailsTo(bounces)).toHaveLength(1)
    expect(await mailsTo(leaves)).toHaveLength(1)
    expect(await client.ok('GET', `/api/contacts/${contacts[0]}`)).toMatchObject({
      hardBounced: true,
      tags: ['blacklist'],
    })
    expect(await client.ok('GET', `/api/contacts/${contacts[1]}`)).toMatchObject({ unsubscribed: true })
  })

  test('retries a deferred email once the server accepts it', async () => {
    // Without an inbox, because a sync would run into the faults.
    await add({ imapHost: null, imapPort: null, imapSecure: null })
    const to = someone()
    await start([to], 1)
    await fault('http429', 2)
    await toFirstMails()
    const mails = await mailsTo(to)
    expect(mails).toHaveLength(1)
    // A minute and then five, each with its jitter.
    expect(mails[0].deliveredAt >= `${mails[0].deliveredAt.slice(0, 10)}T09:06:00`).toBe(true)
    await advance(2 * DAY)
    expect(await mailsTo(to)).toHaveLength(1)
    const [row] = await server.database
      .sql`select attempts, state from email_sends where recipient_email = ${to}`
    expect(row).toEqual({ attempts: 3, state: 'sent' })
  })

  test('an unconfirmed email becomes uncertain after two searches and is never resent', async () => {
    await add()
    const to = someone()
    await start([to], 1)
    await fault('acceptThenDrop')
    await toFirstMails()
    // The server keeps no copies, and we store one only after a confirmation.
    const [uncertain] = await client.ok('GET', '/api/email-sends/uncertain')
    expect(uncertain).toMatchObject({ contactEmail: to })
    const [row] = await server.database.sql`select checks from email_sends where recipient_email = ${to}`
    expect(row).toEqual({ checks: 2 })
    await advance(3 * DAY)
    expect(await mailsTo(to)).toHaveLength(1)
  })

  test('an unconfirmed email counts as sent when its copy is in the Sent folder', async () => {
    const { email } = await add()
    const [to, other] = [someone(), someone()]
    await start([other], 1)
    await toFirstMails()
    await start([to], 1)
    await fault('acceptThenDrop')
    const { now } = await client.ok('GET', '/sandbox/clock')
    const at = new Date(Date.parse(now) + DAY * 60_000).toISOString().slice(0, 10)
    await client.ok('POST', '/sandbox/clock', { advanceTo: `${at}T09:01:00Z` })
    const open = await server.database
      .sql`select id, state, checks from email_sends where recipient_email = ${to}`
    expect(open).toMatchObject([{ state: 'sending', checks: 1 }])
    // Like a server that files accepted messages itself, with a small delay.
    await server.database.sql`
      insert into sandbox.mailbox_entries (owner, mail_id, thread_id, labels, message_id, history_id, internal_date)
      select ${email}, mail_id, thread_id, '{SENT}', message_id, 0, internal_date from sandbox.mailbox_entries
      where owner = ${to}`
    await advance(30)
    expect(await client.ok('GET', '/api/email-sends/uncertain')).toEqual([])
    const after = await server.database
      .sql`select state, checks from email_sends where recipient_email = ${to}`
    expect(after).toEqual([{ state: 'sent', checks: 1 }])
    expect(await mailsTo(to)).toHaveLength(1)
  })

  test('a refused password pauses the mailbox until PATCH sets a new one', async () => {
    const { id } = await add()
    const people = [someone(), someone(), someone()]
    await start(people, 1)
    await fault('invalidGrant', 1)
    await toFirstMails()
    expect(await boxOf(id)).toMatchObject({ status: 'expired' })
    const notices = await client.ok('GET', '/api/notifications')
    const about = (one: { metadata: { mailboxId?: string } }) => one.metadata.mailboxId === id
    expect(notices.filter(about)).toHaveLength(1)
    expect(await client.ok('PATCH', `/api/mail-accounts/${id}`, { password: 'sandbox' })).toMatchObject({
      status: 'connected',
    })
    await advance(2 * DAY)
    for (const to of people) expect(await mailsTo(to)).toHaveLength(1)
  })

  test('reads new mail by IDLE, long before the next poll', async () => {
    const { id, email } = await add()
    const to = someone()
    await start([to])
    await toFirstMails()
    const [mail] = await mailsTo(to)
    const watchers = () => server.database.sql`
      select 1 from pg_locks where locktype = 'advisory' and classid = 4227074
        and objid = (hashtext(${id})::bigint & 4294967295)::oid`
    await until(async () => expect(await watchers()).toHaveLength(1))
    // Put directly into the inbox, without a notification.
    const [entry] = await server.database.sql`select count(*)::int as n from inbound_messages`
    await replyBehindItsBack(email, mail)
    await until(async () => {
      const [now] = await server.database.sql`select count(*)::int as n from inbound_messages`
      expect(now!.n).toBe(entry!.n + 1)
    })
  })
})

/** A reply that another server delivers to the mailbox over SMTP. */
async function replyBehindItsBack(email: string, mail: { to: string; headers: Record<string, string> }) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: '127.0.0.1',
    port: server.port + 25,
    secure: false,
    auth: { user: mail.to, pass: 'sandbox' },
  })
  await transport.sendMail({
    from: mail.to,
    to: email,
    subject: 'Re: Hello',
    text: 'Tell me more',
    inReplyTo: mail.headers['Message-ID'],
    references: mail.headers['Message-ID'],
  })
  transport.close()
}

describe('over an SMTP mailbox without IMAP', () => {
  test('sends follow-ups without waiting for a sync', async () => {
    const { id } = await add({ imapHost: undefined, imapPort: undefined, imapSecure: undefined })
    expect(await boxOf(id)).toMatchObject({ canRead: false })
    const to = someone()
    await start([to])
    await toFirstMails()
    await client.ok('POST', `/sandbox/messages/${(await mailsTo(to))[0].id}/reply`, { text: 'Yes' })
    await advance(3 * DAY)
    expect(await mailsTo(to)).toHaveLength(2)
    expect(await client.ok('GET', '/api/queue/status')).toMatchObject({ held: 0, uncertain: 0 })
  })
})
