import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attachments, conversations, emailLogs, emailSends, mailAccounts, mailboxDays } from '#drizzle/schema'
import { deleteContact } from '~/models/contacts/contact.server'
import { eraseContact } from '~/models/contacts/erase.server'
import { answerConversation } from '~/models/inbox/answer/answer.server'
import { readDraft, saveDraft } from '~/models/inbox/answer/draft.server'
import {
  addDraftFiles,
  listDraftFiles,
  readOwnFile,
  removeDraftFile,
} from '~/models/inbox/answer/files.server'
import { undoAnswer } from '~/models/inbox/answer/undo.server'
import { listConversations } from '~/models/inbox/conversations.server'
import { listMessages } from '~/models/inbox/messages.server'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import { listNotifications } from '~/models/notifications/notification.server'
import { claimSends } from '~/models/outbox/claim.server'
import { prepareSends } from '~/models/outbox/mail-content.server'
import { resumeManual } from '~/models/outbox/manual.server'
import { countAsSent, listUncertain, resendUncertain } from '~/models/outbox/shown/uncertain.server'
import { ACCEPTED, addSmtp, loseTrack, recordResult, sendOf, sendOne, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'
import { receiveReply } from './support/received'

/** The first email of a sequence is due on Tuesday at 9:00 in Paris. */
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
let conversationId: string
let contact: Awaited<ReturnType<typeof sendOne>>
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())
beforeEach(async () => {
  box = await addSmtp(db, userId, NOW, { signature: 'Ann Lee' })
  contact = await sendOne(outreach, box, DUE)
  await receiveReply(outreach, { mailboxId: box, sendId: contact.sendId, text: 'Tell me more', at: later(2) })
  const { rows } = await listConversations(db, userId, { mailboxId: box, limit: 10 })
  conversationId = rows[0]!.id
})

const write = (fields: Parameters<typeof answerConversation>[3], at = later(10)) =>
  answerConversation(db, userId, conversationId, fields, at, ENV as never, secrets)
const conversation = async () =>
  (await db.select().from(conversations).where(eq(conversations.id, conversationId)))[0]!
const usedOf = async () => {
  const [row] = await db.select().from(mailAccounts).where(eq(mailAccounts.id, box))
  const days = await db.select().from(mailboxDays).where(eq(mailboxDays.accountKey, row!.accountKey))
  return days.reduce((sum, day) => sum + day.used, 0)
}

describe('an answer', () => {
  test('leaves after ten seconds, without footer, pixel or unsubscribe link', async () => {
    const { sendId } = await write({ text: 'Hello {{ first_name | default: "there" }}', markDone: true })
    expect((await conversation()).state).toBe('done')
    expect(await startDue(db, later(10))).toEqual([])
    const at = later(11)
    const claims = await claimSends(db, (await sendOf(db, sendId)).senderAccountId!, 'looks', at)
    expect(claims.map(({ id }) => id)).toContain(sendId)
    const [content] = await prepareSends(db, [sendId], ENV as never)
    expect(content).toMatchObject({
      envelope: { unsubscribeUrl: null, to: { address: contact.email }, hasFiles: false },
      prepared: { mail: { subject: 'Re: Hi', text: 'Hello there\n\nAnn Lee', html: '' } },
    })
    // The whole thread: our email, then the reply to it.
    expect(content!.envelope.references).toEqual([
      (await sendOf(db, contact.sendId)).messageId,
      expect.stringMatching(/@people\.example>$/),
    ])
  })

  test('counts toward the day when it starts, even beyond the limit', async () => {
    await db.update(mailAccounts).set({ dailyLimit: 1 }).where(eq(mailAccounts.id, box))
    const used = await usedOf()
    const { sendId } = await write({ text: 'Hello' })
    expect(await usedOf()).toBe(used)
    expect(await startDue(db, later(11))).toEqual([sendId])
    expect(await usedOf()).toBe(used + 1)
    await db.update(emailSends).set({ plainTextBody: 'His\n\n  address' }).where(eq(emailSends.id, sendId))
    await recordResult(db, [sendId], ACCEPTED, later(11))
    expect(await sendOf(db, sendId)).toMatchObject({ state: 'sent', isManual: true })
    expect(await db.select().from(emailLogs).where(eq(emailLogs.emailSendId, sendId))).toHaveLength(1)
    expect(await conversation()).toMatchObject({ lastMessageAt: later(11), snippet: 'His address' })
  })

  test('can be undone, with its text and files, until sending starts', async () => {
    await addDraftFiles(db, userId, conversationId, [
      { name: 'a.txt', type: 'text/plain', content: Buffer.from('A') },
    ])
    const { sendId } = await write({ text: 'Too early', markDone: true })
    expect(await listDraftFiles(db, conversationId)).toEqual([])
    await undoAnswer(db, userId, conversationId, sendId)
    expect(await conversation()).toMatchObject({ state: 'open' })
    expect(await readDraft(db, conversationId)).toEqual({ text: expect.stringMatching(/^Too early/) })
    expect(await listDraftFiles(db, conversationId)).toMatchObject([{ name: 'a.txt', size: 1 }])
    expect(await startDue(db, later(11))).toEqual([])
    const again = await write({ text: 'Now' }, later(20))
    expect(await startDue(db, later(21))).toEqual([again.sendId])
    expect(await refused(undoAnswer(db, userId, conversationId, again.sendId))).toMatch(
      /^CONFLICT: .*already been sent/,
    )
    expect(await refused(undoAnswer(db, outreach.strangerId, conversationId, again.sendId))).toMatch(
      /^NOT_FOUND/,
    )
  })

  test('is tried again after a temporary failure, and reported after a final one', async () => {
    const { sendId } = await write({ text: 'Hello', markDone: true })
    const used = await usedOf()
    await startDue(db, later(11))
    await recordResult(db, [sendId], { ok: false, why: 'retry', detail: 'Try later' }, later(11))
    const waiting = await sendOf(db, sendId)
    expect(waiting).toMatchObject({ state: 'scheduled', error: 'Try later' })
    expect(await usedOf()).toBe(used)
    expect(await startDue(db, waiting.scheduledFor)).toEqual([sendId])
    await recordResult(
      db,
      [sendId],
      { ok: false, why: 'refused', detail: 'No such user', hard: true },
      waiting.scheduledFor,
    )
    expect(await sendOf(db, sendId)).toMatchObject({ state: 'failed', error: 'No such user' })
    expect(await conversation()).toMatchObject({ state: 'open', unread: true })
    const [notice] = (await listNotifications(db, userId, { limit: 1 })).rows
    expect(notice!.message).toContain('No such user')
    // "Edit and send again".
    await undoAnswer(db, userId, conversationId, sendId)
    expect(await readDraft(db, conversationId)).not.toBe(null)
  })

  test('that comes back is followed by the bounce, and the user is told until the contact is erased', async () => {
    const { sendId } = await write({ text: 'Hello', markDone: true })
    await startDue(db, later(11))
    await recordResult(db, [sendId], ACCEPTED, later(11))
    await receiveReply(outreach, {
      mailboxId: box,
      sendId,
      text: '',
      // The server counts in whole seconds.
      at: new Date(later(11).getTime() - 900),
      fields: { kind: 'bounce', hard: true, class: 'hard', reason: `<${contact.email}> is unknown` },
    })
    const messages = await listMessages(db, userId, { id: conversationId, enrollmentId: null })
    expect(messages.map(({ kind }) => kind)).toEqual(['reply', 'manual', 'bounce'])
    expect(await conversation()).toMatchObject({ state: 'open', unread: true })
    const notice = async () =>
      (await listNotifications(db, userId, { limit: 10 })).rows.find(
        ({ title }) => title === 'Your email was not delivered',
      )
    expect((await notice())!.message).toBe(
      `Your email to ${contact.email} came back: <${contact.email}> is unknown`,
    )
    await eraseContact(db, userId, contact.contactId, contact.email, later(12), secrets)
    expect(JSON.stringify(await notice())).not.toContain(contact.email)
  })

  test('waits for a mailbox that must be reconnected', async () => {
    const { sendId } = await write({ text: 'Hello' })
    await startDue(db, later(11))
    await recordResult(db, [sendId], { ok: false, why: 'auth', detail: 'Wrong password' }, later(11))
    expect(await sendOf(db, sendId)).toMatchObject({ state: 'scheduled', errorCode: 'mailbox_not_connected' })
    expect(await startDue(db, later(12))).toEqual([])
    expect(await refused(write({ text: 'Another' }, later(12)))).toMatch(
      /^CONFLICT: .* needs to be reconnected/,
    )
    await resumeManual(db, box, later(30))
    expect(await startDue(db, later(30))).toEqual([sendId])
  })

  test('of unknown outcome is resent or counted as sent by the user only', async () => {
    const { sendId } = await write({ text: 'Hello' })
    await startDue(db, later(11))
    await loseTrack(db, [sendId], later(12))
    const { rows } = await listUncertain(db, userId, { limit: 10 })
    expect(rows).toMatchObject([{ id: sendId, canResend: true }])
    await resendUncertain(db, userId, sendId, later(13))
    expect(await startDue(db, later(13))).toEqual([sendId])
    await loseTrack(db, [sendId], later(14))
    await countAsSent(db, userId, sendId, later(15))
    expect(await sendOf(db, sendId)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('leaves from the alias that the contact wrote to', async () => {
    await db
      .update(emailSends)
      .set({ sendAsEmail: 'sales@sender.example' })
      .where(eq(emailSends.id, contact.sendId))
    const { sendId } = await write({ text: 'Hello' })
    expect(await sendOf(db, sendId)).toMatchObject({
      sendAsEmail: 'sales@sender.example',
      senderEmail: 'sales@sender.example',
    })
    await undoAnswer(db, userId, conversationId, sendId)
  })

  test('has failed, and can be edited, when its mailbox is disconnected before it leaves', async () => {
    const { sendId } = await write({ text: 'Hello' })
    await disconnectMailbox(db, userId, box, later(10), secrets)
    expect(await sendOf(db, sendId)).toMatchObject({ state: 'failed', error: 'its mailbox was disconnected' })
    await undoAnswer(db, userId, conversationId, sendId)
    expect(await readDraft(db, conversationId)).toEqual({ text: expect.stringMatching(/^Hello/) })
  })

  test('is not sent to a contact that was deleted meanwhile', async () => {
    const { sendId } = await write({ text: 'Hello' })
    await deleteContact(db, userId, contact.contactId, later(10), secrets)
    expect(await startDue(db, later(11))).toEqual([])
    expect((await sendOf(db, sendId)).state).toBe('cancelled')
    expect(await db.select().from(conversations).where(eq(conversations.id, conversationId))).toEqual([])
  })
})

describe('a draft', () => {
  test('keeps what is not sent, and its files', async () => {
    await saveDraft(db, conversationId, { html: '<p>One</p>' })
    await saveDraft(db, conversationId, { text: 'Two' })
    expect(await readDraft(db, conversationId)).toEqual({ text: 'Two' })
    await saveDraft(db, conversationId, { text: ' ' })
    expect(await readDraft(db, conversationId)).toBe(null)
  })

  test('takes at most 10 MB of files with safe names', async () => {
    const add = (name: string, bytes: number) =>
      addDraftFiles(db, userId, conversationId, [{ name, type: 'x', content: Buffer.alloc(bytes) }])
    await add('../../etc/passwd', 5_000_000)
    expect(await refused(add('big.bin', 6_000_000))).toMatch(/^INVALID: .*10 MB/)
    const [file] = await listDraftFiles(db, conversationId)
    expect(file).toMatchObject({ name: 'passwd', type: 'application/octet-stream' })
    expect((await readOwnFile(db, userId, conversationId, file!.key)).content).toHaveLength(5_000_000)
    expect(await refused(readOwnFile(db, outreach.strangerId, conversationId, file!.key))).toMatch(
      /^NOT_FOUND/,
    )
    expect(await refused(removeDraftFile(db, outreach.strangerId, conversationId, file!.key))).toMatch(
      /^NOT_FOUND/,
    )
    await removeDraftFile(db, userId, conversationId, file!.key)
    const left = and(eq(attachments.conversationId, conversationId))
    expect(await db.select({ id: attachments.id }).from(attachments).where(left)).toEqual([])
  })
})

test('another user reaches nothing of a conversation', async () => {
  const stranger = outreach.strangerId
  expect(
    await refused(
      answerConversation(db, stranger, conversationId, { text: 'a' }, NOW, ENV as never, secrets),
    ),
  ).toMatch(/^NOT_FOUND/)
  expect(
    await refused(
      addDraftFiles(db, stranger, conversationId, [{ name: 'a', type: 'a/b', content: Buffer.alloc(1) }]),
    ),
  ).toMatch(/^NOT_FOUND/)
  expect(await db.select().from(emailSends).where(eq(emailSends.userId, stranger))).toEqual([])
})
