import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { conversations, messageEffects, trackingEvents } from '#drizzle/schema'
import { saveContactSettings } from '~/models/accounts/contact-settings.server'
import { getContact } from '~/models/contacts/contact.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { correctMessage } from '~/models/inbound/correct.server'
import { changeConversation } from '~/models/inbox/change.server'
import { activateSequence } from '~/models/sequences/run.server'
import { deleteStep } from '~/models/sequences/step.server'
import { startDue } from '../../support/mailing'
import { NOW, refused, secrets, UNKNOWN_ID } from '../../support/outreach'
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

type Row = Awaited<ReturnType<typeof contact.receive>>
const say = async (message: Row, kind: 'reply' | 'auto_reply', at = hours(2)) =>
  (await correctMessage(db, userId, contact.place(message), kind, at, secrets)).effect
const stats = async () => {
  const [row] = await db.execute<{ replied: number }>(sql`
    select coalesce(sum(replied), 0)::int as replied from sequence_stats
    where sequence_id = ${flow.sequenceId}::uuid and step_id = ${flow.steps.first}::uuid`)
  return row!.replied
}
const AWAY = 'I am out of the office. Your message will be answered when I return on March 20, 2026.'

describe('"This is an automatic answer"', () => {
  test('undoes a reply: state, counters, label and notification', async () => {
    const before = [await contact.enrollmentOf(), await contact.log(), await stats()]
    const message = await contact.receive('Sounds good, tell me more.', hours(1))
    expect(await contact.enrollmentOf()).toMatchObject({
      currentStepId: flow.steps.thanks,
      nextAction: 'send',
    })
    expect([await stats(), (await contact.conversation()).label]).toEqual([
      (before[2] as number) + 1,
      'Interested',
    ])
    expect(await say(message, 'auto_reply')).toBe(
      'It counts as an automatic answer, and the sequence goes on.',
    )
    expect([await contact.enrollmentOf(), await contact.log(), await stats()]).toEqual(before)
    expect((await contact.conversation()).label).toBeNull()
    expect(await contact.notices()).toEqual(['Automatic answer (read)'])
    // The second email of the main line follows as if nothing had come.
    const sent: string[] = []
    for (const n of [1, 2, 3, 4]) sent.push(...(await contact.sendDue(days(n))))
    expect(sent).toHaveLength(1)
    expect(await contact.enrollmentOf()).toMatchObject({ currentStepId: flow.steps.second })
  })

  test('and back again does it all', async () => {
    const message = await contact.receive('Sounds good, tell me more.', hours(1))
    const replied = [await contact.enrollmentOf(), await contact.log(), await stats()]
    await say(message, 'auto_reply')
    expect(await say(message, 'reply', hours(3))).toBe(
      'It counts as a reply, and the sequence takes the branch for replies.',
    )
    expect([await contact.enrollmentOf(), await contact.log(), await stats()]).toEqual(replied)
    expect((await contact.conversation()).label).toBe('Interested')
    expect(await contact.notices()).toEqual(['New reply (read)'])
  })

  test('said again changes nothing', async () => {
    const message = await contact.receive('Sounds good.', hours(1))
    const both = await Promise.all([say(message, 'auto_reply'), say(message, 'auto_reply')])
    expect(both.sort()).toEqual([
      'It already counts as automatic.',
      'It counts as an automatic answer, and the sequence goes on.',
    ])
    expect(await contact.enrollmentOf()).toMatchObject({ nextAction: 'decide', repliedAt: null })
  })

  test('cannot unsend the email that the reply led to, and says so', async () => {
    const message = await contact.receive('Sounds good.', hours(1))
    expect(await contact.sendDue(days(1))).toHaveLength(1)
    expect(await say(message, 'auto_reply', hours(25))).toMatch(
      /cannot be taken back; the sequence goes on from/,
    )
    expect(await contact.enrollmentOf()).toMatchObject({
      status: 'active',
      currentStepId: flow.steps.thanks,
      nextAction: 'decide',
      repliedAt: null,
    })
    expect((await contact.log()).repliedAt).toBeNull()
  })

  test('takes an email that is being sent for sent', async () => {
    const message = await contact.receive('Sounds good.', hours(1))
    expect((await startDue(db, days(1))).length).toBeGreaterThan(0)
    expect(await say(message, 'auto_reply', days(1))).toMatch(/cannot be taken back/)
  })

  test('keeps what another reply did', async () => {
    const message = await contact.receive('Sounds good.', hours(1))
    await contact.receive('Are you there?', hours(2))
    await say(message, 'auto_reply', hours(3))
    expect(await contact.enrollmentOf()).toMatchObject({
      currentStepId: flow.steps.thanks,
      repliedAt: hours(2),
    })
    expect(await contact.log()).toMatchObject({ status: 'reply', repliedAt: hours(2) })
  })

  test('reopens a sequence that the reply ended', async () => {
    const { id } = await flow.makeSequence({ mailboxIds: [flow.mailboxId] })
    await flow.makeStep(id)
    await flow.makeStep(id)
    await activateSequence(db, userId, id, NOW, secrets)
    const other = await openContact({ ...flow, sequenceId: id })
    const before = await other.enrollmentOf()
    const message = await other.receive('No, thank you', hours(1))
    expect(await other.enrollmentOf()).toMatchObject({ status: 'completed', endReason: 'replied' })
    await correctMessage(db, userId, other.place(message), 'auto_reply', hours(2), secrets)
    expect(await other.enrollmentOf()).toEqual(before)
  })

  test('frees the other sequences of the contact, and those of colleagues', async () => {
    await saveContactSettings(db, userId, { companyReply: 'stop' } as never)
    const { id } = await flow.makeSequence({ mailboxIds: [flow.mailboxId] })
    await flow.makeStep(id, { delayDays: 5 })
    await activateSequence(db, userId, id, NOW, secrets)
    const domain = `${crypto.randomUUID()}.example`
    contact = await openContact(flow, `bo@${domain}`)
    const colleague = await openContact(flow, `al@${domain}`)
    await enrollContacts(db, userId, id, [contact.contactId], NOW, secrets)
    const before = [await contact.enrollmentOf(id), await colleague.enrollmentOf()]
    const message = await contact.receive('Sounds good.', hours(1))
    expect([(await contact.enrollmentOf(id)).holdReason, (await colleague.enrollmentOf()).endReason]).toEqual(
      ['replied_elsewhere', 'company_replied'],
    )
    await say(message, 'auto_reply')
    expect([await contact.enrollmentOf(id), await colleague.enrollmentOf()]).toEqual(before)
    await saveContactSettings(db, userId, { companyReply: 'ignore' } as never)
  })

  test('holds until the day of return that the text names', async () => {
    const message = await contact.receive(AWAY, hours(1), { fields: { kind: 'reply' } })
    await say(message, 'auto_reply')
    expect(await contact.enrollmentOf()).toMatchObject({
      holdReason: 'out_of_office',
      heldUntil: new Date('2026-03-19T23:00:00Z'),
      repliedAt: null,
    })
  })

  test('does not lift an unsubscription', async () => {
    const message = await contact.receive('Please remove me from your list', hours(1))
    expect(await say(message, 'auto_reply')).toMatch(/The contact stays unsubscribed/)
    expect((await getContact(db, userId, contact.contactId)).unsubscribed).toBe(true)
    expect(await contact.enrollmentOf()).toMatchObject({ status: 'stopped', endReason: 'unsubscribed' })
  })

  test('leaves a label that the user chose', async () => {
    const message = await contact.receive('Sounds good.', hours(1))
    await changeConversation(db, userId, message!.conversationId!, { label: 'Not now' }, hours(1))
    await say(message, 'auto_reply')
    expect((await contact.conversation()).label).toBe('Not now')
  })

  test('plans with the sequence as it is now', async () => {
    const { id } = await flow.makeSequence({ mailboxIds: [flow.mailboxId] })
    await flow.makeStep(id)
    const second = await flow.makeStep(id)
    await activateSequence(db, userId, id, NOW, secrets)
    const other = await openContact({ ...flow, sequenceId: id })
    const message = await other.receive('No', hours(1))
    await deleteStep(db, userId, second.id)
    await correctMessage(db, userId, other.place(message), 'auto_reply', hours(2), secrets)
    expect(await other.enrollmentOf()).toMatchObject({ status: 'active', nextAction: 'decide' })
  })
})

describe('"This was a person"', () => {
  test('makes an automatic answer a reply', async () => {
    const message = await contact.receive(AWAY, hours(1), { head: 'Auto-Submitted: auto-replied\r\n' })
    expect(message!.kind).toBe('auto_reply')
    expect(await contact.enrollmentOf()).toMatchObject({ holdReason: 'out_of_office' })
    await say(message, 'reply')
    expect(await contact.enrollmentOf()).toMatchObject({
      holdReason: null,
      currentStepId: flow.steps.thanks,
      repliedAt: hours(1),
    })
    expect(await contact.log()).toEqual({ status: 'reply', repliedAt: hours(1) })
    expect(await contact.notices()).toEqual(['New reply (read)'])
  })

  test('unsubscribes or asks if the message says so', async () => {
    const auto = { head: 'Auto-Submitted: auto-replied\r\n' }
    const message = await contact.receive('Please remove me from your list', hours(1), auto)
    expect(await say(message, 'reply')).toMatch(/the contact is unsubscribed/)
    expect((await getContact(db, userId, contact.contactId)).unsubscribed).toBe(true)
    contact = await openContact(flow)
    const other = await contact.receive('No need to follow up again, thanks.', hours(1), auto)
    expect(await say(other, 'reply')).toMatch(/Decide whether it asks/)
    expect(await contact.enrollmentOf()).toMatchObject({ holdReason: 'opt_out_asked' })
  })
})

describe('a correction', () => {
  test('is remembered for the sender', async () => {
    const message = await contact.receive('Ticket 12 is with our team.', hours(1))
    await say(message, 'auto_reply')
    const later = await contact.receive('Ticket 13 is with our team.', hours(3))
    expect(later).toMatchObject({ kind: 'auto_reply', kindBy: 'sender' })
    expect((await contact.conversation()).unread).toBe(true)
    await say(later, 'reply', hours(4))
    expect(await contact.receive('Hello?', hours(5))).toMatchObject({ kind: 'reply', kindBy: null })
  })

  test.each([
    ['a mail program', 'X-Mailer: Microsoft Outlook 16.0\r\n', 'Sounds good.'],
    ['Auto-Submitted: no', 'Auto-Submitted: no\r\n', 'Sounds good.'],
    ['a certain opt-out', '', 'Please remove me from your list'],
  ])('is not followed against %s', async (_, head, text) => {
    await say(await contact.receive('Ticket 12 is with our team.', hours(1)), 'auto_reply')
    expect(await contact.receive(text, hours(3), { head })).toMatchObject({ kind: 'reply', kindBy: null })
  })

  test('is not followed against a probable opt-out, and is told otherwise', async () => {
    await say(await contact.receive('Ticket 12 is with our team.', hours(1)), 'auto_reply')
    await contact.receive('Ticket 13 is with our team.', hours(2))
    expect(await contact.notices()).toContain('Automatic answer')
    const asked = await contact.receive('No need to follow up again, thanks.', hours(3))
    expect(asked).toMatchObject({ kind: 'reply', optOut: 'asked' })
  })

  test('to a person is not followed against headers, but against words', async () => {
    await say(await contact.receive(AWAY, hours(1)), 'reply')
    expect(await contact.receive(AWAY, hours(3))).toMatchObject({ kind: 'reply', kindBy: 'sender' })
    const head = 'Auto-Submitted: auto-replied\r\n'
    expect(await contact.receive(AWAY, hours(4), { head })).toMatchObject({
      kind: 'auto_reply',
      kindBy: null,
    })
  })

  test('belongs to the owner, and is refused for reports', async () => {
    const message = await contact.receive('Sounds good.', hours(1))
    const place = contact.place(message)
    const foreign = correctMessage(db, flow.strangerId, place, 'auto_reply', hours(2), secrets)
    expect(await refused(foreign)).toMatch(/^NOT_FOUND/)
    const unknown = { ...place, messageId: UNKNOWN_ID }
    expect(await refused(correctMessage(db, userId, unknown, 'reply', hours(2), secrets))).toMatch(
      /^NOT_FOUND/,
    )
    const bounce = await contact.receive('x', hours(2), {
      fields: { kind: 'bounce', recipients: [contact.email] },
    })
    const report = correctMessage(db, userId, contact.place(bounce), 'reply', hours(3), secrets)
    expect(await refused(report)).toMatch(/^CONFLICT: Only what a person/)
  })

  test('leaves nothing of what it undid', async () => {
    const message = await contact.receive('Sounds good.', hours(1))
    await say(message, 'auto_reply')
    const left = await db.select().from(messageEffects).where(eq(messageEffects.messageId, message!.id))
    expect(left).toEqual([])
    const events = await db
      .select()
      .from(trackingEvents)
      .where(eq(trackingEvents.emailSendId, contact.sendId))
    expect(events.filter(({ type }) => type === 'reply')).toHaveLength(1)
    expect(await db.$count(conversations, eq(conversations.contactId, contact.contactId))).toBe(1)
  })
})
