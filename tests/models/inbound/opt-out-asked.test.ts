import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inboundMessages, sequenceContacts } from '#drizzle/schema'
import { getContact, updateContact } from '~/models/contacts/contact.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { correctMessage } from '~/models/inbound/correct.server'
import { decideOptOut } from '~/models/inbound/decide.server'
import { showConversation } from '~/models/inbox/show.server'
import { actOnEnrollments } from '~/models/sequences/members/person-acts.server'
import { activateSequence, pauseSequence } from '~/models/sequences/run.server'
import { refused, secrets, UNKNOWN_ID } from '../../support/outreach'
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
beforeEach(async () => {
  contact = await openContact(flow)
})
const isUnsubscribed = async () => (await getContact(db, userId, contact.contactId)).unsubscribed

const enrollmentId = async () => {
  const [row] = await db
    .select({ id: sequenceContacts.id })
    .from(sequenceContacts)
    .where(eq(sequenceContacts.contactId, contact.contactId))
  return row!.id
}

const REQUEST = 'Please take me off your list.'
const der = (tag: number, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, content.length]), content])
}
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
/** CMS SignedData around a text, without its certificates and signatures. */
const SIGNED = der(
  0x30,
  oid('2a864886f70d010702'),
  der(
    0xa0,
    der(
      0x30,
      der(0x02, Buffer.from([1])),
      der(0x31),
      der(
        0x30,
        oid('2a864886f70d010701'),
        der(0xa0, der(0x04, Buffer.from(`Content-Type: text/plain\r\n\r\n${REQUEST}\r\n`))),
      ),
    ),
  ),
)
/** A TNEF file with a text body. */
const WINMAIL = Buffer.concat([
  Buffer.from('223e9f78', 'hex').reverse(),
  Buffer.from([1, 0, 1]),
  Buffer.from('0002800c', 'hex').reverse(),
  Buffer.from([REQUEST.length + 1, 0, 0, 0]),
  Buffer.from(`${REQUEST}\0`),
  Buffer.from([0, 0]),
])

describe('a certain opt-out', () => {
  test.each([
    ['in the text', '', 'Please take me off your list.', 'Re: Hi'],
    ['in a changed subject', '', 'Thanks, Bo', 'Please remove me from your list'],
    ['in a subject over an empty text', '', '', 'Unsubscribe'],
    ['of a mail client (List-Unsubscribe with mailto)', '', 'Sent from my iPhone', 'unsubscribe'],
    ['in polite words', '', 'We would prefer not to receive further emails from you.', 'Re: Hi'],
  ])('%s unsubscribes', async (_, head, text, subject) => {
    await contact.receive(text, hours(1), { head, subject })
    expect(await isUnsubscribed()).toBe(true)
    expect(await contact.enrollmentOf()).toMatchObject({ status: 'stopped', endReason: 'unsubscribed' })
    expect(await contact.notices()).toEqual(['Contact unsubscribed by reply'])
    expect((await contact.conversation()).label).toBe('Opted out')
  })

  test.each([
    [
      'opaque S/MIME',
      'Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"',
      SIGNED,
    ],
    ['winmail.dat', 'Content-Type: application/ms-tnef; name="winmail.dat"', WINMAIL],
  ])('hidden in %s unsubscribes', async (_, type, content) => {
    const head = `From: ${contact.email}\r\nTo: ann@sender.example\r\nSubject: Re: Hi\r\n`
    const encoding = 'Content-Transfer-Encoding: base64\r\n'
    const raw = `${head}${type}\r\n${encoding}\r\n${content.toString('base64')}\r\n`
    expect(await contact.receiveRaw(Buffer.from(raw), hours(1))).toMatchObject({ text: REQUEST })
    expect(await isUnsubscribed()).toBe(true)
  })
})

describe('a probable opt-out', () => {
  const WORDS = 'No need to follow up again, thanks.'
  const ask = async (at = hours(1), text = WORDS) => (await contact.receive(text, at))!
  const decide = (
    message: typeof inboundMessages.$inferSelect,
    decision: 'unsubscribe' | 'keep',
    at = hours(2),
  ) => refused(decideOptOut(db, userId, contact.place(message), decision, at, secrets))
  const held = { status: 'active', holdReason: 'opt_out_asked', heldUntil: null }

  test('counts as a reply, holds the sequence, and asks', async () => {
    const message = await ask()
    expect(message).toMatchObject({ kind: 'reply', optOut: 'asked' })
    expect(await isUnsubscribed()).toBe(false)
    expect(await contact.enrollmentOf()).toMatchObject({
      ...held,
      currentStepId: flow.steps.thanks,
      repliedAt: hours(1),
    })
    expect((await contact.log()).status).toBe('reply')
    expect(await contact.notices()).toEqual(['Unsubscribe?'])
    const { messages } = await showConversation(db, userId, message.conversationId!, 'UTC', hours(1))
    expect(messages.at(-1)!.asks).toMatch(/^No need to follow up again/)
    expect(await contact.sendDue(days(3))).toEqual([])
  })

  test('is not lifted by a pause, a resume or a change of the sequence', async () => {
    await ask()
    const enrollmentIds = [await enrollmentId()]
    const act = (act: 'pause' | 'resume') =>
      refused(actOnEnrollments(db, userId, { sequenceId: flow.sequenceId, enrollmentIds, act }, hours(2)))
    expect(await act('pause')).toMatch(/^CONFLICT: Decide in the conversation first/)
    expect(await act('resume')).toMatch(/^CONFLICT: Decide in the conversation first/)
    await pauseSequence(db, userId, flow.sequenceId)
    await activateSequence(db, userId, flow.sequenceId, hours(4), secrets)
    expect(await contact.enrollmentOf()).toMatchObject(held)
    expect(await contact.sendDue(days(3))).toEqual([])
  })

  test('kept, goes on as after any reply', async () => {
    const message = await ask()
    expect(await decide(message, 'keep')).toBe('accepted')
    expect(await contact.enrollmentOf()).toMatchObject({
      status: 'active',
      holdReason: null,
      currentStepId: flow.steps.thanks,
    })
    expect(await contact.notices()).toEqual(['Unsubscribe? (read)'])
    expect(await contact.sendDue(days(1))).toHaveLength(1)
  })

  test('agreed to, unsubscribes', async () => {
    const message = await ask()
    expect(await decide(message, 'unsubscribe')).toBe('accepted')
    expect(await isUnsubscribed()).toBe(true)
    expect(await contact.enrollmentOf()).toMatchObject({ status: 'stopped', endReason: 'unsubscribed' })
    expect((await contact.conversation()).label).toBe('Opted out')
  })

  test('decided twice says what happened', async () => {
    const message = await ask()
    const both = await Promise.all([decide(message, 'keep'), decide(message, 'keep')])
    expect(both).toEqual(['accepted', 'accepted'])
    expect(await decide(message, 'unsubscribe')).toBe(
      'CONFLICT: You decided already that the contact stays subscribed',
    )
    expect(await isUnsubscribed()).toBe(false)
  })

  test('is decided one way when two tabs differ', async () => {
    const message = await ask()
    const both = await Promise.all([decide(message, 'keep'), decide(message, 'unsubscribe')])
    expect(both.filter((one) => one === 'accepted')).toHaveLength(1)
    expect(await isUnsubscribed()).toBe(both[1] === 'accepted')
  })

  test('asked in two messages, is held until both are decided', async () => {
    const [one, other] = [await ask(), await ask(hours(1.5))]
    await decide(one, 'keep')
    expect(await contact.enrollmentOf()).toMatchObject(held)
    await decide(other, 'keep')
    expect(await contact.enrollmentOf()).toMatchObject({ status: 'active', holdReason: null })
  })

  test('also holds a sequence that the contact enters later', async () => {
    const message = await ask()
    const { id } = await flow.makeSequence({ mailboxIds: [flow.mailboxId] })
    await flow.makeStep(id)
    await activateSequence(db, userId, id, hours(1), secrets)
    await enrollContacts(db, userId, id, [contact.contactId], hours(2), secrets)
    expect(await contact.sendDue(days(1))).toEqual([])
    expect(await contact.enrollmentOf(id)).toMatchObject({ holdReason: 'opt_out_asked' })
    await decide(message, 'keep', days(1))
    expect(await contact.enrollmentOf(id)).toMatchObject({ status: 'active', holdReason: null })
  })

  test('that is automatic after all asks no more', async () => {
    const message = await ask()
    await correctMessage(db, userId, contact.place(message), 'auto_reply', hours(2), secrets)
    expect(await contact.enrollmentOf()).toMatchObject({ holdReason: null, repliedAt: null })
    expect(await decide(message, 'keep')).toMatch(/^CONFLICT: This message does not ask/)
  })

  test('gives back the pause that it replaced', async () => {
    const enrollmentIds = [await enrollmentId()]
    const about = { sequenceId: flow.sequenceId, enrollmentIds, act: 'pause' as const }
    await actOnEnrollments(db, userId, about, hours(0.5))
    const message = await ask()
    expect(await contact.enrollmentOf()).toMatchObject(held)
    await decide(message, 'keep')
    expect(await contact.enrollmentOf()).toMatchObject({ holdReason: 'paused_by_user' })
  })

  test('is not asked about a contact who has unsubscribed', async () => {
    await updateContact(db, userId, contact.contactId, { unsubscribed: true }, hours(0), secrets)
    expect(await ask()).toMatchObject({ kind: 'reply', optOut: null })
    expect(await contact.notices()).toEqual(['New reply'])
  })

  test('belongs to its owner', async () => {
    const message = await ask()
    const place = contact.place(message)
    const foreign = decideOptOut(db, flow.strangerId, place, 'keep', hours(2), secrets)
    expect(await refused(foreign)).toMatch(/^NOT_FOUND/)
    const unknown = decideOptOut(db, userId, { ...place, messageId: UNKNOWN_ID }, 'keep', hours(2), secrets)
    expect(await refused(unknown)).toMatch(/^NOT_FOUND/)
    const plain = (await contact.receive('Sounds good.', hours(3)))!
    expect(await decide(plain, 'keep')).toMatch(/^CONFLICT: This message does not ask/)
    expect(
      (await db.select().from(inboundMessages).where(eq(inboundMessages.id, message.id)))[0]!.optOut,
    ).toBe('asked')
  })
})
