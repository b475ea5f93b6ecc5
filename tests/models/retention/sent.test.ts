import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { attachments, conversations, emailLogs, emailSends, inboundMessages } from '#drizzle/schema'
import { exportContact } from '~/models/contacts/export.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { getSentEmail } from '~/models/outbox/shown/sent-email.server'
import { recountCounters } from '~/models/reports/recount.server'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { sendOf, sendOne } from '../../support/mailing'
import { type Outreach, openOutreach, secrets } from '../../support/outreach'
import { openThread } from '../../support/replies'
import { day, leaveSequences, leftOf, night, openPast } from './support'

let outreach: Outreach
beforeEach(async () => {
  outreach = await openOutreach()
})
afterEach(() => outreach?.drop())

const preview = async (sendId: string) => {
  const { db, userId } = outreach
  const [log] = await db.select().from(emailLogs).where(eq(emailLogs.emailSendId, sendId))
  return getSentEmail(db, userId, log!.id, 'UTC', 'http://localhost:3000')
}
const hasText = async (id: string) => (await sendOf(outreach.db, id)).htmlBody !== ''

test('removes the text of an email after its days, and says so', async () => {
  const { db, userId } = outreach
  const { mailboxId, sent } = await openPast(outreach)
  const [old] = sent
  const young = await sendOne(outreach, mailboxId, day(2))
  await leaveSequences(db)
  const logs = await db.select().from(emailLogs).orderBy(emailLogs.id)

  await night(db, day(400))
  expect([await hasText(old!.sendId), await hasText(young.sendId)]).toEqual([true, true])
  await night(db, day(401))
  expect([await hasText(old!.sendId), await hasText(young.sendId)]).toEqual([false, true])

  expect(await preview(old!.sendId)).toMatchObject({
    removed: 'The text was removed after 401 days.',
    subject: 'Hi',
  })
  expect((await preview(young.sendId)).removed).toBeNull()
  const exported = await exportContact(db, userId, old!.contactId, day(401), secrets)
  expect(exported.mails[0]).toMatchObject({ text: '', textRemovedAt: day(401) })
  expect(await db.select().from(emailLogs).orderBy(emailLogs.id)).toEqual(logs)
  expect((await recountCounters(db, { fix: false })).filter(({ wrong }) => wrong > 0)).toEqual([])
})

test('keeps for ever what is set to 0', async () => {
  const { db } = outreach
  await openPast(outreach)
  const before = await leftOf(db)
  await night(db, day(5000), { sent: 0, history: 0, received: 0 })
  expect(await leftOf(db)).toEqual(before)
})

test('finds the email that a late reply is about', async () => {
  const { db, userId } = outreach
  const { mailboxId, sent } = await openPast(outreach)
  const { sendId, email } = sent[0]!
  await night(db, day(500))
  const raw = `From: Bo <${email}>\r\nTo: ann@sender.example\r\nSubject: Re: Hi\r\nIn-Reply-To: <${sendId}.1@sender.example>\r\n\r\nLate\r\n`
  const inbound = await classifyInbound(Buffer.from(raw))
  await processInbound(
    db,
    userId,
    { mailboxId, providerId: '1', receivedAt: day(501), inbound },
    day(501),
    secrets,
  )
  const [message] = await db.select().from(inboundMessages)
  expect(message).toMatchObject({ emailSendId: sendId, kind: 'reply', text: 'Late' })
  expect(message!.conversationId).not.toBeNull()
})

test.each(['active', 'uncertain'])('keeps the text while the enrollment is %s', async (state) => {
  const { db } = outreach
  const { sent } = await openPast(outreach, 2)
  const [first, second] = sent.map(({ sendId }) => sendId) as [string, string]
  if (state === 'active')
    await db.execute(sql`update sequence_contacts set status = 'active', completed_at = null, end_reason = null, hold_reason = 'paused'
      where id = (select sequence_contact_id from email_sends where id = ${first}::uuid)`)
  else
    await db.execute(
      sql`update email_sends set state = 'uncertain', sent_at = null where id = ${first}::uuid`,
    )
  const decided = async () =>
    (
      await db.execute<{ id: string }>(sql`select distinct s.id from decisions d
        join email_sends s on s.sequence_contact_id = d.sequence_contact_id`)
    ).map(({ id }) => id)
  await night(db, day(1000))
  expect([await hasText(first), await hasText(second)]).toEqual([true, false])
  expect(await decided()).toEqual([first])
  // Once it needs nothing any more, the next night removes it.
  await leaveSequences(db)
  await db.execute(sql`update email_sends set state = 'sent', sent_at = started_at where id = ${first}::uuid`)
  await night(db, day(1001))
  expect(await hasText(first)).toBe(false)
  expect(await decided()).toEqual([])
})

test('keeps the whole of a conversation that is not over', async () => {
  const { db } = outreach
  const mailboxId = (await openPast(outreach, 0)).mailboxId
  const { sendId, reply, conversation } = await openThread(outreach, mailboxId, day(0))
  await reply('A question?', day(3))
  await leaveSequences(db)
  const { id } = await conversation()
  const set = (fields: Partial<typeof conversations.$inferInsert>) =>
    db.update(conversations).set(fields).where(eq(conversations.id, id))
  const both = async () => [await hasText(sendId), (await leftOf(db)).received]

  await night(db, day(2000))
  expect(await both()).toEqual([true, 1])
  await set({ state: 'snoozed', snoozedUntil: day(3000) })
  await night(db, day(2000))
  expect(await both()).toEqual([true, 1])
  await set({ state: 'done', snoozedUntil: null, lastMessageAt: day(1999) })
  await night(db, day(2000))
  expect(await both()).toEqual([true, 1])
  await set({ lastMessageAt: day(3) })
  await db.update(inboundMessages).set({ optOut: 'asked' })
  await night(db, day(2000))
  expect(await both()).toEqual([true, 1])
  await db.update(inboundMessages).set({ optOut: 'kept' })
  await night(db, day(2000))
  expect(await both()).toEqual([false, 0])
})

test('removes the files and the typed text of an answer that was sent, and no unsent one', async () => {
  const { db, userId } = outreach
  const mailboxId = (await openPast(outreach, 0)).mailboxId
  const { sendId, reply, conversation } = await openThread(outreach, mailboxId, day(0))
  await reply('A question?', day(3))
  await leaveSequences(db)
  const { id } = await conversation()
  const { contactId } = await sendOf(db, sendId)
  const answer = {
    to: ['bo@people.example'],
    cc: [],
    bcc: [],
    hashes: ['h'],
    text: 'Secret',
    html: null,
    quote: false,
  }
  const write = async (state: 'sent' | 'failed') => {
    const [row] = await db
      .insert(emailSends)
      .values({
        ...{ userId, contactId, conversationId: id, isManual: true, answer, state, plainTextBody: 'Secret' },
        ...{ recipientEmail: 'bo@people.example', senderEmail: 'a@sender.example', trackingToken: state },
        ...{
          unsubscribeToken: state,
          plannedAt: day(4),
          scheduledFor: day(4),
          sentAt: state === 'sent' ? day(4) : null,
        },
      })
      .returning()
    await db.insert(attachments).values({
      ...{ userId, conversationId: id, emailSendId: row!.id, name: 'a.txt', contentType: 'text/plain' },
      ...{ size: 3, content: Buffer.from('abc') },
    })
    return row!.id
  }
  const [gone, failed] = [await write('sent'), await write('failed')]
  await db.update(conversations).set({ state: 'done' }).where(eq(conversations.id, id))
  await night(db, day(500))
  expect((await sendOf(db, gone)).answer).toEqual({ ...answer, text: null })
  expect((await sendOf(db, failed)).answer).toEqual(answer)
  expect((await db.select().from(attachments)).map(({ emailSendId }) => emailSendId)).toEqual([failed])
})
