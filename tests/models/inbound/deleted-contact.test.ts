import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { conversations, emailSends, inboundMessages, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact, deleteContacts, getContact } from '~/models/contacts/contact.server'
import { listStopReasons } from '~/models/contacts/lift.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { correctMessage } from '~/models/inbound/correct.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { activateSequence } from '~/models/sequences/run.server'
import { unsubscribe } from '~/models/tracking/tracking.server'
import { type Inbound, UNREADABLE } from '~/providers/mail/inbound/inbound'
import { interleave } from '../../support/interleave'
import { addSmtp, sendOne } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

/** Emails whose contact was deleted: what their recipients answer counts for the address. */

let outreach: Outreach
let db: Outreach['db']
let userId: string
let mailboxId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

const DUE = new Date('2026-03-03T08:00:00Z')
const AT = new Date('2026-03-03T09:00:00Z')

let email: string
let sendId: string
beforeEach(async () => {
  // Its own mailbox, because bounces pause one.
  mailboxId = await addSmtp(db, userId, NOW)
  let contactId: string
  ;({ contactId, email, sendId } = await sendOne(outreach, mailboxId, DUE))
  await deleteContacts(db, userId, [contactId], AT, secrets)
})

const receive = (fields: Partial<Inbound>, within = db) => {
  const about = { ...UNREADABLE, sendId, from: email, recipients: [email], subject: 'Re: Hi' }
  const received = {
    mailboxId,
    providerId: crypto.randomUUID(),
    receivedAt: AT,
    inbound: { ...about, ...fields },
  }
  return processInbound(within, userId, received, AT, secrets)
}
const REPLY: Partial<Inbound> = { kind: 'reply', text: 'Yes', recipients: [] }
const OPT_OUT: Partial<Inbound> = { kind: 'reply', text: 'Unsubscribe', stop: true, recipients: [] }
const BOUNCE: Partial<Inbound> = {
  kind: 'bounce',
  hard: true,
  class: 'hard',
  status: '5.1.1',
  reason: 'No such user',
}
const COMPLAINT: Partial<Inbound> = { kind: 'complaint' }

const add = async () => (await createContact(db, userId, NewContact.parse({ email }), AT, secrets)).id
/** The contact with the address again, in a running sequence. */
async function addEnrolled() {
  const contactId = await add()
  const { id } = await outreach.makeSequence({ mailboxIds: [mailboxId] })
  await outreach.makeStep(id)
  await activateSequence(db, userId, id, AT, secrets)
  await enrollContacts(db, userId, id, [contactId], AT, secrets)
  const enrollment = async () => {
    const [row] = await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, id))
    const { status, endReason, holdReason } = row!
    return { status, endReason, holdReason }
  }
  return { contactId, enrollment }
}

const ORDERS = ['it is added first', 'it is added last'] as const
/** Adds the contact again while another transaction stops the address. @returns its id */
async function addBeside(stop: (tx: Db) => Promise<unknown>, order: (typeof ORDERS)[number]) {
  let contactId = ''
  const add = async (tx: Db) => {
    contactId = (await createContact(tx, userId, NewContact.parse({ email }), AT, secrets)).id
  }
  const [first, second] = order === 'it is added first' ? [add, stop] : [stop, add]
  expect(await interleave(db, first, second)).toEqual(['accepted', 'accepted'])
  return contactId
}

describe.each([
  ['an opt-out in words', OPT_OUT, 'unsubscribed', 'unsubscribed'],
  ['a hard bounce', BOUNCE, 'hard_bounce', 'hardBounced'],
  ['a complaint', COMPLAINT, 'complaint', 'suppressed'],
] as const)('%s', (_, fields, reason, flag) => {
  test('stops the address, and so a contact who is added with it later', async () => {
    expect(await receive(fields)).toBe(true)
    expect(await listStopReasons(db, userId, email, secrets)).toEqual([reason])
    expect((await getContact(db, userId, await add()))[flag]).toBe(true)
  })

  test('stops the contact who has the address again', async () => {
    const { contactId, enrollment } = await addEnrolled()
    await receive(fields)
    expect((await getContact(db, userId, contactId))[flag]).toBe(true)
    expect(await enrollment()).toMatchObject({ status: 'stopped', endReason: reason })
  })

  test.each(ORDERS)('stops a contact who is added at that moment: %s', async (order) => {
    const contactId = await addBeside((tx) => receive(fields, tx), order)
    expect((await getContact(db, userId, contactId))[flag]).toBe(true)
  })

  test('changes nothing if the email was a test', async () => {
    await db.update(emailSends).set({ isTest: true }).where(eq(emailSends.id, sendId))
    const { enrollment } = await addEnrolled()
    await receive(fields)
    expect(await listStopReasons(db, userId, email, secrets)).toEqual([])
    expect(await enrollment()).toMatchObject({ status: 'active', holdReason: null })
  })
})

test('a reply holds the sequences of the contact who has the address again, and is in its conversation', async () => {
  const { contactId, enrollment } = await addEnrolled()
  await receive(REPLY)
  expect(await enrollment()).toMatchObject({ status: 'active', holdReason: 'replied_elsewhere' })
  const [row] = await db.select().from(conversations).where(eq(conversations.contactId, contactId))
  const [message] = await db.select().from(inboundMessages).where(eq(inboundMessages.conversationId, row!.id))
  expect(message).toMatchObject({ kind: 'reply', text: 'Yes', contactId })
})

test('the user may say that such a reply was automatic', async () => {
  const { contactId, enrollment } = await addEnrolled()
  await receive({ ...REPLY, text: 'I am out of the office until March 20, 2026.' })
  const [message] = await db.select().from(inboundMessages).where(eq(inboundMessages.contactId, contactId))
  const place = { conversationId: message!.conversationId!, messageId: message!.id }
  await correctMessage(db, userId, place, 'auto_reply', AT, secrets)
  expect(await enrollment()).toMatchObject({ holdReason: 'out_of_office' })
})

test.each(ORDERS)('the unsubscribe link stops a contact who is added at that moment: %s', async (order) => {
  const [send] = await db.select().from(emailSends).where(eq(emailSends.id, sendId))
  const contactId = await addBeside((tx) => unsubscribe(tx, send!.unsubscribeToken, AT, secrets), order)
  expect((await getContact(db, userId, contactId)).unsubscribed).toBe(true)
})

test('of an erased person nothing is stopped or kept', async () => {
  await db.update(emailSends).set({ recipientEmail: 'erased' }).where(eq(emailSends.id, sendId))
  await receive(OPT_OUT)
  expect(await listStopReasons(db, userId, 'erased', secrets)).toEqual([])
})
