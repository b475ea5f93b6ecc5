import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts, inboundMessages } from '#drizzle/schema'
import { processInbound } from '~/models/inbound/inbound.server'
import { prepareSends } from '~/models/outbox/mail-content.server'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { composeMail } from '~/providers/mail/message/compose'
import { addSmtp, sendOf, sendOne } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

const DUE = new Date('2026-03-03T08:00:00Z')
const LATER = new Date('2026-03-03T09:00:00Z')

let outreach: Outreach
let db: Outreach['db']
let box: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db } = outreach)
  box = await addSmtp(db, outreach.userId, NOW, { imapHost: 'imap.sender.example' })
})
afterAll(() => outreach?.drop())

let n = 0
/** Receives an email without a text, as programs send them for a mailto link. */
async function receive(subject: string, from: string, references = ''): Promise<void> {
  n += 1
  const raw = `From: ${from}\r\nMessage-ID: <${n}@people.example>\r\n${references && `References: ${references}\r\n`}Subject: ${subject}\r\n\r\n`
  const inbound = await classifyInbound(Buffer.from(raw), LATER)
  const message = { mailboxId: box, providerId: String(n), receivedAt: LATER, inbound }
  await processInbound(db, outreach.userId, message, LATER, secrets)
}
const isOut = async (email: string) =>
  (await db.select().from(contacts).where(eq(contacts.email, email)))[0]!.unsubscribed
const tokenOf = async (sendId: string) => (await sendOf(db, sendId)).unsubscribeToken

test('an email to the mailto link unsubscribes exactly its contact, from any address', async () => {
  const [one, other] = [await sendOne(outreach, box, DUE), await sendOne(outreach, box, DUE)]
  await receive(`unsubscribe ${await tokenOf(one.sendId)}`, 'forwarded@elsewhere.example')
  expect([await isOut(one.email), await isOut(other.email)]).toEqual([true, false])
})

test.each(['-', '_'])('a token that begins with "%s" is read whole', async (first) => {
  const token = first + 'x'.repeat(42)
  const raw = `From: ann@people.example\r\nSubject: unsubscribe ${token}\r\n\r\n`
  expect((await classifyInbound(Buffer.from(raw))).unsubscribe).toEqual({ token })
})

test('an invalid token counts only from the contact’s own address, and is asked about from another', async () => {
  const { sendId, email } = await sendOne(outreach, box, DUE)
  const { messageId } = await sendOf(db, sendId)
  const wrong = 'x'.repeat(43)
  await receive(`unsubscribe ${wrong}`, 'stranger@elsewhere.example')
  await receive(`unsubscribe ${wrong}`, 'stranger@elsewhere.example', messageId!)
  await receive('unsubscribe', 'stranger@elsewhere.example', messageId!)
  expect(await isOut(email)).toBe(false)
  const asked = and(eq(inboundMessages.emailSendId, sendId), eq(inboundMessages.optOut, 'asked'))
  expect(await db.$count(inboundMessages, asked)).toBe(2)
  await receive(`unsubscribe ${wrong}`, email)
  expect(await isOut(email)).toBe(true)
})

test('the token of another user’s email unsubscribes nobody', async () => {
  const foreign = await openOutreach()
  try {
    const theirs = await sendOne(foreign, await addSmtp(foreign.db, foreign.userId, NOW), DUE)
    const { sendId, email } = await sendOne(outreach, box, DUE)
    await receive(
      `unsubscribe ${(await sendOf(foreign.db, theirs.sendId)).unsubscribeToken}`,
      'x@elsewhere.example',
    )
    expect(await isOut(email)).toBe(false)
    expect(sendId).toBeTruthy()
  } finally {
    await foreign.drop()
  }
})

test('the link is in the header where answers can be read, and leads back to its email', async () => {
  const env = {
    appUrl: 'https://coldframe.example',
    appIsLoopback: false,
    google: null,
    microsoft: null,
  } as never
  const { sendId } = await sendOne(outreach, box, DUE)
  const [content] = await prepareSends(db, [sendId], env)
  const { unsubscribeMail } = content!.envelope
  expect(unsubscribeMail).toEqual({ address: expect.stringContaining('@'), token: await tokenOf(sendId) })
  const raw = await composeMail({
    ...{ sendId, messageId: '<a@sender.example>', date: NOW, subject: 'Hi', text: 'Hi' },
    ...{ from: { address: 'a@sender.example' }, to: { address: 'b@acme.example' } },
    ...{ unsubscribeUrl: 'https://coldframe.example/u/a', unsubscribeMail },
  })
  const link = /<(mailto:[^>]*)>/.exec(raw.toString())![1]!
  const subject = new URL(link).searchParams.get('subject')!
  const found = await classifyInbound(Buffer.from(`From: b@acme.example\r\nSubject: ${subject}\r\n\r\n`))
  expect(found).toMatchObject({ stop: true, unsubscribe: { token: await tokenOf(sendId) } })
  const blind = await addSmtp(db, outreach.userId, NOW, {
    email: 'blind@sender.example',
    imapHost: undefined,
  })
  const [unread] = await prepareSends(db, [(await sendOne(outreach, blind, DUE)).sendId], env)
  expect(unread!.envelope.unsubscribeMail).toBeNull()
})
