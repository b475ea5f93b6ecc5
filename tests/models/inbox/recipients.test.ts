import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contacts, drafts, emailSends, inboundMessages, suppressions } from '#drizzle/schema'
import type { App } from '~/app'
import type { PageCall } from '~/http/page.server'
import { stopAddresses } from '~/models/contacts/stops.server'
import { answerConversation } from '~/models/inbox/answer/answer.server'
import { AnswerForm } from '~/models/inbox/answer/answer-form'
import { readDraft, saveDraft } from '~/models/inbox/answer/draft.server'
import { sendAnswer } from '~/models/inbox/answer/send.server'
import { undoAnswer } from '~/models/inbox/answer/undo.server'
import { listConversations } from '~/models/inbox/conversations.server'
import { listMessages } from '~/models/inbox/messages.server'
import { listNotifications } from '~/models/notifications/notification.server'
import { prepareSends } from '~/models/outbox/mail-content.server'
import type { Inbound } from '~/providers/mail/inbound/inbound'
import type { MailProvider } from '~/providers/mail/types'
import { answer } from '~/routes/inbox/answer.server'
import {
  ACCEPTED,
  addSmtp,
  fakeServers,
  recordResult,
  sendOf,
  sendOne,
  startDue,
} from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'
import { receiveReply } from './support/received'

const DUE = new Date('2026-03-03T08:00:00Z')
const later = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000)
const ENV = {
  appUrl: 'https://coldframe.example',
  appIsLoopback: false,
  google: null,
  microsoft: null,
} as const

let outreach: Outreach
let db: Outreach['db']
let userId: string
let box: string
let contact: Awaited<ReturnType<typeof sendOne>>
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())
beforeEach(async () => {
  box = await addSmtp(db, userId, NOW)
  contact = await sendOne(outreach, box, DUE)
})

const replied = async (fields: Partial<Inbound> = {}) => {
  await receiveReply(outreach, {
    mailboxId: box,
    sendId: contact.sendId,
    text: 'Tell me more',
    at: later(2),
    fields: { from: contact.email, ...fields },
  })
  const { rows } = await listConversations(db, userId, { mailboxId: box, limit: 10 })
  return rows[0]!.id
}
const write = (id: string, fields: Parameters<typeof answerConversation>[3], at = later(10)) =>
  answerConversation(db, userId, id, { text: 'Hello', ...fields }, at, ENV as never, secrets)
const named = (...addresses: string[]) => addresses.map((address) => ({ name: '', address }))
const envelopeOf = async (sendId: string) => (await prepareSends(db, [sendId], ENV as never))[0]!.envelope
const latest = async () => (await listNotifications(db, userId, { limit: 1 })).rows[0]!

describe('the recipients of an answer', () => {
  test('are stored, and each gets the email in one hand-over', async () => {
    const id = await replied()
    const cc = ['cc@acme.example']
    const { sendId } = await write(id, {
      to: [contact.email, 'two@acme.example'],
      cc,
      bcc: ['b@acme.example'],
    })
    expect(await startDue(db, later(11))).toContain(sendId)
    expect(await envelopeOf(sendId)).toMatchObject({
      to: { address: contact.email },
      moreTo: ['two@acme.example'],
      cc,
      bcc: ['b@acme.example'],
      unsubscribeMail: null,
    })
    await recordResult(db, [sendId], ACCEPTED, later(11))
    const messages = await listMessages(db, userId, { id, enrollmentId: null })
    expect(messages.at(-1)).toMatchObject({
      to: [contact.email, 'two@acme.example'],
      cc,
      bcc: ['b@acme.example'],
    })
  })

  test('are by default whom the last message wants, whatever it claims to be', async () => {
    const id = await replied({ replyTo: named('desk@acme.example') })
    expect(await sendOf(db, (await write(id, {})).sendId)).toMatchObject({
      recipientEmail: 'desk@acme.example',
    })
  })

  test('are never our own mailbox, although Reply-To says so', async () => {
    const [mailbox] = await db.execute<{ email: string }>(
      sql`select email from mail_accounts where id = ${box}::uuid`,
    )
    const id = await replied({ replyTo: named(mailbox!.email.toUpperCase()) })
    expect(await sendOf(db, (await write(id, {})).sendId)).toMatchObject({ recipientEmail: contact.email })
  })

  test.each([
    'x@evil.example\r\nBcc: y@evil.example',
    'x@evil.example, y@evil.example',
    'Ann <x@evil.example>',
    'no address',
  ])('are refused with what could start another header: %j', async (address) => {
    const id = await replied()
    expect(await refused(write(id, { cc: [address] }))).toMatch(/^INVALID: Not an email address/)
  })

  test('are at most twenty', async () => {
    const id = await replied()
    const bcc = Array.from({ length: 20 }, (_, n) => `n${n}@acme.example`)
    expect(await refused(write(id, { bcc }))).toMatch('at most 20 addresses')
    await write(id, { bcc: bcc.slice(1) })
  })
})

describe('a reply that asks for answers elsewhere, and arrives while an answer is sent', () => {
  const html = '<p>Sure</p>'

  /** Answers through the form or the call. The other reply arrives with the first question to the clock, or for an image. */
  async function answerMeanwhile(
    arrivesWith: 'clock' | 'image',
    send: (app: App, id: string) => Promise<unknown>,
  ) {
    box = await addSmtp(db, userId, NOW, { imapHost: 'imap.sender.example' })
    contact = await sendOne(outreach, box, DUE)
    const id = await replied({ html: '<p>Hi</p><img src="cid:logo@x">' })
    const files = [{ part: '2', name: 'logo.png', type: 'image/png', size: 4, cid: 'logo@x' }]
    await db.update(inboundMessages).set({ files }).where(eq(inboundMessages.conversationId, id))
    const arrive = vi.fn(() =>
      receiveReply(outreach, {
        ...{ mailboxId: box, sendId: contact.sendId, text: 'And now here', at: later(3) },
        fields: { from: contact.email, replyTo: named('y@evil.example') },
      }),
    )
    const ask = async (what: 'clock' | 'image') => {
      if (what === arrivesWith) await arrive()
    }
    const attachment = () => ask('image').then(() => ({ ok: false }))
    const smtp = () => ({ attachment, close: async () => {} }) as unknown as MailProvider
    const app = {
      ...{ db, secrets, env: ENV, clock: { now: () => ask('clock').then(() => later(10)) } },
      providers: { ...fakeServers().providers, smtp },
    } as unknown as App
    await send(app, id)
    expect(arrive).toHaveBeenCalledOnce()
    const [sent] = await db.select().from(emailSends).where(eq(emailSends.conversationId, id))
    expect(sent).toMatchObject({ recipientEmail: contact.email, answer: { to: [contact.email], cc: [] } })
  }

  test('does not change the recipients that the form showed', async () => {
    await answerMeanwhile('clock', (app, id) => {
      const url = new URL(`https://coldframe.example/inbox/${id}`)
      const user = { timezone: 'UTC' }
      const call = { app, db, userId, user, params: { id }, url, request: new Request(url) }
      const form = { html, to: contact.email, recipients: 'typed', quote: 'on', quotable: 'on' }
      return answer(AnswerForm.parse(form), call as unknown as PageCall)
    })
  })

  test('does not change the recipients of an answer that names none and quotes', async () => {
    const { signal } = new AbortController()
    await answerMeanwhile('image', (app, id) =>
      sendAnswer(app, userId, id, { html, quote: true }, later(10), signal),
    )
  })
})

describe('an address that must not be contacted', () => {
  const stop = (email: string, kind: 'unsubscribed' | 'doNotContact') =>
    db.transaction((tx) => stopAddresses(tx, userId, [{ email, kind }], NOW, secrets))

  test('is refused by name in every field, also as Reply-To', async () => {
    await stop('gone@acme.example', 'unsubscribed')
    const id = await replied({ replyTo: named('gone@acme.example') })
    expect(await refused(write(id, {}))).toMatch(/^INVALID: gone@acme.example has unsubscribed/)
    for (const field of ['cc', 'bcc'] as const)
      expect(await refused(write(id, { to: [contact.email], [field]: ['Gone@acme.example'] }))).toMatch(
        'has unsubscribed',
      )
    await stop('listed@acme.example', 'doNotContact')
    expect(await refused(write(id, { to: ['listed@acme.example'] }))).toMatch('must not be contacted')
  })

  test('is refused at a domain that must not be contacted', async () => {
    const id = await replied()
    await db.insert(suppressions).values({ userId, domain: 'rival.example', reason: 'domain' })
    expect(await refused(write(id, { cc: ['a@rival.example'] }))).toMatch('is at a domain')
  })

  test.each(['to', 'cc', 'bcc'] as const)(
    'is not sent to if it was stopped after it was written: %s',
    async (field) => {
      const id = await replied()
      const address = `${field}-later@acme.example`
      const { sendId } = await write(id, { to: [contact.email], [field]: [address] })
      await stop(address, 'unsubscribed')
      expect(await startDue(db, later(11))).not.toContain(sendId)
      expect(await sendOf(db, sendId)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining(address),
      })
      expect((await latest()).message).toContain(address)
    },
  )

  test('may be that of the contact, who gets personal answers even after an opt-out', async () => {
    const id = await replied()
    await stop(contact.email, 'unsubscribed')
    const { sendId } = await write(id, {})
    expect(await startDue(db, later(11))).toContain(sendId)
  })
})

describe('a refusal or a report about another recipient', () => {
  const flags = async () =>
    (await db.select().from(contacts).where(eq(contacts.email, contact.email)))[0]!.hardBounced

  test('says nothing about the contact', async () => {
    const id = await replied()
    const { sendId } = await write(id, { to: [contact.email], cc: ['cc@acme.example'] })
    await startDue(db, later(11))
    await recordResult(
      db,
      [sendId],
      { ...ACCEPTED, rejected: [{ address: 'cc@acme.example', said: '550 No such user' }] } as never,
      later(11),
    )
    expect(await sendOf(db, sendId)).toMatchObject({ state: 'sent' })
    expect((await latest()).message).toBe(
      'The mail server refused cc@acme.example (550 No such user). The other recipients got the email.',
    )
    await receiveReply(outreach, {
      mailboxId: box,
      sendId,
      text: '',
      at: later(12),
      fields: { kind: 'bounce', hard: true, class: 'hard', recipients: ['cc@acme.example'], reason: 'gone' },
    })
    expect(await flags()).toBe(false)
    expect((await latest()).message).toContain('Your email to cc@acme.example came back')
  })
})

describe('a draft', () => {
  test('keeps recipients that are not those of an answer anyway', async () => {
    const id = await replied()
    const recipients = { to: ['ann@'], cc: ['x@acme.example'], bcc: [] }
    await saveDraft(db, id, { text: '', recipients, quote: true })
    expect(await readDraft(db, id)).toEqual({ text: '', recipients, quote: true })
    await saveDraft(db, id, { text: '' })
    expect(await db.select().from(drafts).where(eq(drafts.conversationId, id))).toEqual([])
  })

  test('is what was written, with its recipients, after sending was undone', async () => {
    const id = await replied()
    const cc = ['cc@acme.example']
    const { sendId } = await write(id, { text: 'Dear {{ first_name | default: "you" }}', cc })
    await undoAnswer(db, userId, id, sendId)
    expect(await readDraft(db, id)).toEqual({
      text: 'Dear {{ first_name | default: "you" }}',
      recipients: { to: [contact.email], cc, bcc: [] },
    })
    await saveDraft(db, id, { text: '' })
    await undoAnswer(db, userId, id, (await write(id, { text: 'Only this' })).sendId)
    expect(await readDraft(db, id)).toEqual({ text: 'Only this' })
  })
})

describe('the notification about a reply', () => {
  test('names the address that wrote, and the one that wants answers', async () => {
    await replied({ from: 'x@evil.example', fromName: contact.email, replyTo: named('y@evil.example') })
    const { message } = await latest()
    expect(message).toContain(`x@evil.example replied in place of ${contact.email} to`)
    expect(message).toContain('Answers are wanted at y@evil.example.')
  })

  test('names nobody else if the contact wrote', async () => {
    await replied({ replyTo: named(contact.email) })
    expect((await latest()).message).toMatch(/^\S+ replied to the sequence "[^"]*"\.$/)
  })
})

test('a message that was moved to another folder counts once', async () => {
  const id = await replied()
  const before = await listMessages(db, userId, { id, enrollmentId: null })
  const again = { mailboxId: box, sendId: contact.sendId, text: 'Tell me more', at: later(2) }
  const [known] = await db
    .select({ id: inboundMessages.messageId })
    .from(inboundMessages)
    .where(eq(inboundMessages.conversationId, id))
  const messageId = known!.id
  const moved = await receiveReply(outreach, { ...again, fields: { from: contact.email, messageId } })
  expect(moved.processed).toBe(false)
  expect(await listMessages(db, userId, { id, enrollmentId: null })).toHaveLength(before.length)
  // Another message with the same id of a broken program.
  const other = await receiveReply(outreach, {
    ...again,
    fields: { from: contact.email, messageId, subject: 'Another matter' },
  })
  expect(other.processed).toBe(true)
})
