import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contacts, inboundMessages, relatedMessages } from '#drizzle/schema'
import { eraseContact } from '~/models/contacts/erase.server'
import { attachRelated, dismissRelated } from '~/models/inbound/attach.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { listRelated } from '~/models/inbox/related.server'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { addSmtp } from '../../support/mailing'
import { NOW, refused, secrets } from '../../support/outreach'
import { days, type Flow, hours, openContact, openFlow } from './support/flow'

let flow: Flow
let db: Flow['db']
let userId: string
beforeAll(async () => {
  flow = await openFlow()
  ;({ db, userId } = flow)
})
afterAll(() => flow?.drop())

let contact: Awaited<ReturnType<typeof openContact>>
let domain: string
beforeEach(async () => {
  domain = `${crypto.randomUUID()}.example`
  contact = await openContact(flow, `bo@${domain}`)
})

const unknown = (from = `kim@${domain}`, subject = 'Your offer') => ({ from, subject, known: false })
const related = async () => {
  const conversation = await contact.conversation()
  return conversation ? listRelated(db, userId, conversation.id) : []
}

test('a reply from another address is found by its references', async () => {
  const message = await contact.receive('Sounds good.', hours(1), { from: 'kim@elsewhere.example' })
  expect(message).toMatchObject({ kind: 'reply', emailSendId: contact.sendId })
  expect(await contact.enrollmentOf()).toMatchObject({ repliedAt: hours(1) })
})

describe('a message from the same domain without references', () => {
  test('is possibly related and counts for nothing', async () => {
    const before = await contact.enrollmentOf()
    expect(await contact.receive('Bo gave me this. Price?', hours(1), unknown())).toBeUndefined()
    expect(await related()).toMatchObject([
      { from: `kim@${domain}`, fromName: 'Bo', subject: 'Your offer', text: 'Bo gave me this. Price?' },
    ])
    expect(await contact.enrollmentOf()).toEqual(before)
    expect(await contact.log()).toEqual({ status: 'not_open', repliedAt: null })
    expect(await contact.notices()).toEqual([])
    expect(await contact.conversation()).toMatchObject({ unread: true, label: null })
  })

  test('compares domains as A-labels', async () => {
    const label = crypto.randomUUID().slice(0, 8)
    contact = await openContact(flow, `bo@${new URL(`http://müller${label}.example`).hostname}`)
    await contact.receive('Price?', hours(1), unknown(`kim@müller${label}.example`))
    expect(await related()).toHaveLength(1)
  })

  test.each([
    ['another domain', unknown('kim@elsewhere.example'), hours(1)],
    ['a subdomain', { ...unknown(), from: 'kim@sub.acme.example' }, hours(1)],
    ['an automatic message', { ...unknown(), head: 'Auto-Submitted: auto-generated\r\n' }, hours(1)],
    ['a newsletter', { ...unknown('news@x', 'News'), head: 'List-Id: <news.x>\r\n' }, hours(1)],
  ])('is not: %s', async (_, about, at) => {
    await contact.receive(
      'Price?',
      at,
      about.from === 'news@x' ? { ...about, from: `news@${domain}` } : about,
    )
    expect(await related()).toEqual([])
  })

  test('is not after 60 days, nor in another mailbox, nor from freemail', async () => {
    await contact.receive('Price?', days(61), unknown())
    expect(await related()).toEqual([])
    const inbound = await classifyInbound(Buffer.from(`From: kim@${domain}\r\nSubject: Offer\r\n\r\nPrice?`))
    const other = await addSmtp(db, userId, NOW)
    const received = { mailboxId: other, providerId: 'x', receivedAt: hours(1), inbound }
    await processInbound(db, userId, received, hours(1), secrets)
    expect(await related()).toEqual([])
    contact = await openContact(flow, `${crypto.randomUUID()}@gmail.com`)
    await contact.receive('Price?', hours(1), unknown('kim.other@gmail.com'))
    expect(await related()).toEqual([])
    contact = await openContact(flow, `bo@${domain}x`)
    await contact.receive('Price?', days(59), unknown(`kim@${domain}x`))
    expect(await related()).toHaveLength(1)
  })

  test('is kept once, and only the newest 20', async () => {
    for (let n = 0; n < 22; n += 1) await contact.receive(`Price ${n}?`, hours(1 + n), unknown())
    const found = await related()
    expect([found.length, found[0]!.text, found.at(-1)!.text]).toEqual([20, 'Price 21?', 'Price 2?'])
  })

  test('is kept once, although it is moved to another folder', async () => {
    const original = { ...unknown(), head: 'Message-ID: <moved@kim.example>\r\n' }
    await contact.receive('Price?', hours(1), original)
    await contact.receive('Price?', hours(1), original)
    expect(await related()).toHaveLength(1)
    // Another message with the same id of a broken program.
    await contact.receive('Terms?', hours(2), { ...original, subject: 'Another matter' })
    expect(await related()).toHaveLength(2)
  })

  test('stays although its domain disowns twenty newer ones, and says which these are', async () => {
    await contact.receive('Please stop', hours(1), unknown())
    for (let n = 0; n < 21; n += 1)
      await contact.receive(`Forged ${n}`, hours(2 + n), { ...unknown(), fields: { failsDmarc: true } })
    const found = await related()
    expect(found).toHaveLength(20)
    expect(found[0]).toMatchObject({ text: 'Forged 20', mayBeForged: true })
    expect(found.at(-1)).toMatchObject({ text: 'Please stop', mayBeForged: false })
  })

  test('takes no room from the marks of dismissed ones, so that these do not come back', async () => {
    await contact.receive('Dismissed', hours(30), unknown())
    const [found] = await related()
    const place = { conversationId: (await contact.conversation()).id, relatedId: found!.id }
    await dismissRelated(db, userId, place)
    for (let n = 0; n < 20; n += 1) await contact.receive(`Price ${n}?`, hours(1 + n), unknown())
    expect(await related()).toHaveLength(20)
    // Moved to another folder.
    await contact.receive('Dismissed', hours(30), unknown())
    expect((await related()).map(({ text }) => text)).not.toContain('Dismissed')
  })
})

describe('added by the user', () => {
  const attach = async (relatedId: string, owner = userId) =>
    attachRelated(
      db,
      owner,
      { conversationId: (await contact.conversation()).id, relatedId },
      hours(5),
      secrets,
    )

  test('it is a message and counts as a reply', async () => {
    await contact.receive('Sounds good.', hours(1), { ...unknown(), head: 'Message-ID: <a@kim.example>\r\n' })
    const [found] = await related()
    const id = await attach(found!.id)
    const [message] = await db.select().from(inboundMessages).where(eq(inboundMessages.id, id))
    expect(message).toMatchObject({
      kind: 'reply',
      emailSendId: contact.sendId,
      conversationId: (await contact.conversation()).id,
      receivedAt: hours(1),
    })
    expect(await contact.enrollmentOf()).toMatchObject({
      repliedAt: hours(1),
      currentStepId: flow.steps.thanks,
    })
    expect(await contact.log()).toEqual({ status: 'reply', repliedAt: hours(1) })
    expect(await related()).toEqual([])
    // Moved to another folder.
    const head = `Message-ID: ${message!.messageId}\r\n`
    await contact.receive('Sounds good.', hours(1), { ...unknown(), head })
    expect(await related()).toEqual([])
    // The sync may read the page again.
    const inbound = await classifyInbound(
      Buffer.from(`From: kim@${domain}\r\nSubject: Your offer\r\n\r\nPrice?`),
    )
    const again = {
      mailboxId: flow.mailboxId,
      providerId: message!.providerId,
      receivedAt: hours(1),
      inbound,
    }
    await processInbound(db, userId, again, hours(6), secrets)
    expect(await related()).toEqual([])
  })

  test('it is added once, by its owner', async () => {
    await contact.receive('Sounds good.', hours(1), unknown())
    const [found] = await related()
    expect(await refused(attach(found!.id, flow.strangerId))).toMatch(/^NOT_FOUND/)
    const both = await Promise.all([refused(attach(found!.id)), refused(attach(found!.id))])
    expect(both.sort()).toEqual([
      'NOT_FOUND: Message not found: it was added or dismissed already',
      'accepted',
    ])
  })

  test('dismissed, it does not come back', async () => {
    await contact.receive('Price?', hours(1), unknown())
    const [found] = await related()
    const place = { conversationId: (await contact.conversation()).id, relatedId: found!.id }
    expect(await refused(dismissRelated(db, flow.strangerId, place))).toMatch(/^NOT_FOUND/)
    await dismissRelated(db, userId, place)
    expect(await refused(dismissRelated(db, userId, place))).toMatch(/^NOT_FOUND/)
    expect(await refused(attach(found!.id))).toMatch(/^NOT_FOUND/)
    const [row] = await db.select().from(relatedMessages).where(eq(relatedMessages.id, found!.id))
    const inbound = await classifyInbound(
      Buffer.from(`From: kim@${domain}\r\nSubject: Your offer\r\n\r\nPrice?`),
    )
    const again = { mailboxId: flow.mailboxId, providerId: row!.providerId, receivedAt: hours(1), inbound }
    await processInbound(db, userId, again, hours(6), secrets)
    expect(await related()).toEqual([])
  })
})

test('is erased with the person who wrote it', async () => {
  await contact.receive('Price?', hours(1), unknown())
  const [kim] = await db
    .insert(contacts)
    .values({ userId, email: `kim@${domain}`, name: 'Kim' })
    .returning({ id: contacts.id })
  await eraseContact(db, userId, kim!.id, `kim@${domain}`, hours(2), secrets)
  expect(await related()).toEqual([])
})
