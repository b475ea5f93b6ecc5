import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decisions, notifications, sequenceContacts } from '#drizzle/schema'
import { getContact, updateContact } from '~/models/contacts/contact.server'
import { liftStop, listStopReasons } from '~/models/contacts/lift.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { undoOptOut } from '~/models/inbound/opt-out.server'
import { unsubscribe } from '~/models/tracking/tracking.server'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { addSmtp, sendOf, sendOne } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets, UNKNOWN_ID } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let mailboxId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  mailboxId = await addSmtp(db, userId, NOW)
})
afterAll(() => outreach?.drop())

const DUE = new Date('2026-03-03T08:00:00Z')
const hours = (n: number) => new Date(DUE.getTime() + n * 3_600_000)

let contactId: string
let email: string
let sendId: string
/** A contact that got one email. */
beforeEach(async () => {
  ;({ contactId, email, sendId } = await sendOne(outreach, mailboxId, DUE))
})

/** A received reply without our ids. */
async function reply(text: string, at = hours(1), subject = '[EXTERNAL] AW: Hi', from = email) {
  const raw = `From: Bo <${from.toUpperCase()}>\r\nTo: ann@sender.example\r\nSubject: ${subject}\r\n\r\n${text}\r\n`
  const inbound = await classifyInbound(Buffer.from(raw))
  const received = { mailboxId, providerId: crypto.randomUUID(), receivedAt: at, inbound }
  return processInbound(db, userId, received, at, secrets)
}

const notices = async () => {
  const rows = await db.select().from(notifications).where(eq(notifications.userId, userId))
  return rows.filter(({ metadata }) => (metadata as { contactId?: string }).contactId === contactId)
}
const isUnsubscribed = async () => (await getContact(db, userId, contactId)).unsubscribed

describe('a reply that opts out in words', () => {
  test('unsubscribes its author and notifies', async () => {
    await reply('Hi Ann,\n\nplease take me off your list. Thanks\n\n> Hi')
    expect(await isUnsubscribed()).toBe(true)
    expect(await listStopReasons(db, userId, email, secrets)).toEqual(['unsubscribed'])
    const [enrollment] = await db
      .select()
      .from(sequenceContacts)
      .where(eq(sequenceContacts.contactId, contactId))
    expect(enrollment).toMatchObject({ status: 'stopped', endReason: 'unsubscribed' })
    const [notice, ...more] = await notices()
    expect(more).toEqual([])
    expect(notice).toMatchObject({ type: 'system', title: 'Contact unsubscribed by reply', read: false })
    expect(notice!.message).toContain(email)
  })

  test.each(["Please don't remove me", 'Sounds good. Call me on Monday.'])(
    '"%s" is not an opt-out',
    async (text) => {
      await reply(text)
      expect(await isUnsubscribed()).toBe(false)
      expect((await notices()).map(({ title }) => title)).toEqual(['New reply'])
    },
  )

  test('is a plain reply if the contact had unsubscribed before', async () => {
    await updateContact(db, userId, contactId, { unsubscribed: true }, hours(0), secrets)
    await reply('Please remove me')
    const found = await notices()
    expect(found.map(({ title }) => title)).toEqual(['New reply'])
    expect(found[0]!.metadata).not.toHaveProperty('undo')
    expect(await isUnsubscribed()).toBe(true)
  })
})

describe('undoing the opt-out', () => {
  let noticeId: string
  beforeEach(async () => {
    await reply('Please remove me')
    noticeId = (await notices())[0]!.id
  })
  const undo = (owner = userId, id = noticeId) => refused(undoOptOut(db, owner, id, hours(2), secrets))

  test('resubscribes once and is recorded', async () => {
    expect(await undo()).toBe('accepted')
    expect(await isUnsubscribed()).toBe(false)
    expect(await listStopReasons(db, userId, email, secrets)).toEqual([])
    const lifted = await db
      .select()
      .from(decisions)
      .where(and(eq(decisions.contactId, contactId), eq(decisions.type, 'lifted')))
    expect(lifted.map(({ rule }) => rule)).toEqual(['unsubscription_lifted'])
    expect((await notices())[0]).toMatchObject({ read: true })
    expect(await undo()).toMatch(/^NOT_FOUND/)
    await reply('Please remove me', hours(3))
    expect([await isUnsubscribed(), (await notices()).length]).toEqual([true, 2])
  })

  test('works only for the owner and for such notifications', async () => {
    expect(await undo(outreach.strangerId)).toMatch(/^NOT_FOUND/)
    expect(await undo(userId, UNKNOWN_ID)).toMatch(/^NOT_FOUND/)
    const [other] = await db
      .insert(notifications)
      .values({ userId, type: 'system', title: 'T', message: 'M', metadata: { contactId } })
      .returning()
    expect(await undo(userId, other!.id)).toMatch(/^NOT_FOUND/)
    expect(await isUnsubscribed()).toBe(true)
  })

  test('is refused after the contact used the unsubscribe link', async () => {
    await unsubscribe(db, (await sendOf(db, sendId)).unsubscribeToken, hours(1.5), secrets)
    expect(await undo()).toMatch(/^CONFLICT: The contact has unsubscribed again since/)
    expect(await isUnsubscribed()).toBe(true)
  })

  test('is refused after another opt-out', async () => {
    await liftStop(db, userId, contactId, 'unsubscription', hours(2), secrets)
    expect(await undo()).toMatch(/^CONFLICT: This contact is not unsubscribed/)
    await updateContact(db, userId, contactId, { unsubscribed: true }, hours(3), secrets)
    expect(await undo()).toMatch(/^CONFLICT: The contact has unsubscribed again since/)
    expect(await isUnsubscribed()).toBe(true)
  })
})

describe('a reply without ids', () => {
  const day = (n: number) => new Date(DUE.getTime() + n * 86_400_000)
  const repliedTo = async () => (await sendOf(db, sendId)).id

  test.each(['[EXTERNAL] AW: Hi', '[ILUG] Re: Hi', 'Something else', ''])(
    'with the subject "%s" matches the latest email to its sender',
    async (subject) => {
      expect(await reply('Yes', hours(1), subject)).toBe(true)
      const [row] = await db.select().from(sequenceContacts).where(eq(sequenceContacts.contactId, contactId))
      expect([await repliedTo(), row!.status]).toEqual([sendId, 'completed'])
    },
  )

  test('matches for 60 days', async () => {
    expect(await reply('Yes', day(61))).toBe(false)
    expect(await reply('Yes', day(59))).toBe(true)
  })

  test('needs the exact address', async () => {
    expect(await reply('Yes', hours(1), 'Re: Hi', `x${email}`)).toBe(false)
    expect(await reply('Yes', hours(1), 'Re: Hi', email.replace('@', '+tag@'))).toBe(false)
    expect(await reply('Yes', hours(1), 'Re: Hi')).toBe(true)
  })

  test('to another mailbox does not match', async () => {
    const other = await addSmtp(db, userId, NOW)
    const inbound = await classifyInbound(Buffer.from(`From: ${email}\r\nSubject: Re: Hi\r\n\r\nYes`))
    const received = { mailboxId: other, providerId: 'other', receivedAt: hours(1), inbound }
    expect(await processInbound(db, userId, received, hours(1), secrets)).toBe(false)
  })
})
