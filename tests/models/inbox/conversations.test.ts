import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contacts, conversations, inboundMessages } from '#drizzle/schema'
import { eraseContact } from '~/models/contacts/erase.server'
import { changeConversation, changeConversations, wakeSnoozed } from '~/models/inbox/change.server'
import type { ConversationFilters } from '~/models/inbox/conversation'
import {
  countUnreadConversations,
  getConversation,
  listConversations,
} from '~/models/inbox/conversations.server'
import { addLabel, countPositive, listLabels, removeLabel } from '~/models/inbox/labels.server'
import { listMessages } from '~/models/inbox/messages.server'
import { readConversation } from '~/models/inbox/read.server'
import type { Inbound } from '~/providers/mail/inbound/inbound'
import { addSmtp, sendOf, sendOne } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets, UNKNOWN_ID } from '../../support/outreach'
import { receiveReply } from './support/received'

const DUE = new Date('2026-03-03T08:00:00Z')
const later = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000)

let outreach: Outreach
let db: Outreach['db']
let userId: string
let box: string
let ann: Awaited<ReturnType<typeof sendOne>>
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())
beforeEach(async () => {
  box = await addSmtp(db, userId, NOW)
  ann = await sendOne(outreach, box, DUE)
})

const list = async (filters: ConversationFilters = {}) =>
  (await listConversations(db, userId, { mailboxId: box, limit: 50, ...filters })).rows
const receive = (text: string, minutes: number, more: Partial<Parameters<typeof receiveReply>[1]> = {}) =>
  receiveReply(outreach, { mailboxId: box, sendId: ann.sendId, text, at: later(minutes), ...more })
const messagesOf = async (id: string) => {
  const { enrollmentId } = await getConversation(db, userId, id)
  return (await listMessages(db, userId, { id, enrollmentId })).map(
    ({ kind, direction, text }) => `${direction} ${kind}: ${text}`,
  )
}
const stored = () => db.$count(inboundMessages, eq(inboundMessages.mailAccountId, box))

describe('a conversation', () => {
  test('has the emails of the enrollment and the replies, each once', async () => {
    await receive('Who are you?', 5)
    const [one, ...others] = await list()
    expect(others).toEqual([])
    expect(one).toMatchObject({
      contactEmail: ann.email,
      sequenceId: ann.sequenceId,
      subject: 'Hi',
      snippet: 'Who are you?',
      unread: true,
      state: 'open',
      lastMessageAt: later(5),
    })
    await receive('And why?', 6)
    expect(await messagesOf(one!.id)).toEqual([
      'out sequence: Hi',
      'in reply: Who are you?',
      'in reply: And why?',
    ])
    expect(await list()).toMatchObject([{ id: one!.id, snippet: 'And why?' }])
  })

  test('is not begun by a bounce, but has those that follow', async () => {
    const bounce: Partial<Inbound> = {
      kind: 'bounce',
      hard: false,
      class: 'soft',
      reason: 'Mailbox full',
      recipients: [ann.email],
    }
    await receive('', 1, { fields: bounce })
    expect(await list()).toEqual([])
    await receive('Hello', 2)
    await receive('', 3, { fields: bounce })
    const [one] = await list()
    expect(await messagesOf(one!.id)).toContain('in bounce: Mailbox full')
    expect(one).toMatchObject({ snippet: 'Hello', lastMessageAt: later(2) })
  })

  test('has a reply after the email that it replies to, even if the mail server is slow', async () => {
    await receive('I am quick', -3)
    const [one] = await list()
    expect(await messagesOf(one!.id)).toEqual(['out sequence: Hi', 'in reply: I am quick'])
    expect(one!.lastMessageAt).toEqual(new Date(DUE.getTime() + 1))
  })

  test('is begun quietly by an automatic reply', async () => {
    await receive('I am away', 1, { fields: { kind: 'auto_reply' } })
    expect(await list()).toMatchObject([{ unread: false, state: 'open', label: 'Out of office' }])
    await receive('We received your message (ticket 12)', 1, { fields: { kind: 'auto_reply' } })
    expect(await list()).toMatchObject([{ label: 'Out of office' }])
    await receive('I am back', 2)
    expect(await list()).toMatchObject([{ unread: true, label: null }])
  })

  test('has no label after an automatic reply that only confirms something', async () => {
    await receive('We received your message (ticket 12)', 1, { fields: { kind: 'auto_reply' } })
    expect(await list()).toMatchObject([{ unread: false, label: null }])
  })

  test('shows the newest messages of a very long one, whatever their senders wrote', async () => {
    for (let n = 1; n <= 14; n++)
      await receive(`Reply ${n}`, n, {
        fields: { body: `Reply ${n} ${'x'.repeat(100_000)}`, html: `<p>${'y'.repeat(99_000)}</p>` },
      })
    const { id } = (await list())[0]!
    const shown = await messagesOf(id)
    expect(shown).toHaveLength(11)
    expect(shown.at(-1)).toBe('in reply: Reply 14')
    const { messages } = await readConversation(db, userId, id)
    const withHtml = messages.filter(({ direction, html }) => direction === 'in' && html !== '')
    expect(withHtml.map(({ text }) => text.slice(0, 8))).toEqual([
      'Reply 10',
      'Reply 11',
      'Reply 12',
      'Reply 13',
      'Reply 14',
    ])
  })

  test('goes on when a program names only the message that it replies to', async () => {
    const first = await receive('Who are you?', 1)
    const own = await receive('I am Tom', 2, {
      sendId: null,
      fields: { kind: 'own', from: 'me@sender.example', originalMessageIds: [first.messageId] },
    })
    expect(own.processed).toBe(true)
    expect(await list()).toMatchObject([{ unread: false, snippet: 'I am Tom' }])
    const last = await receive('Hello Tom', 3, {
      sendId: null,
      fields: { from: 'colleague@elsewhere.example', originalMessageIds: [own.messageId] },
    })
    expect(last.processed).toBe(true)
    const [one] = await list()
    expect(await messagesOf(one!.id)).toEqual([
      'out sequence: Hi',
      'in reply: Who are you?',
      'out manual: I am Tom',
      'in reply: Hello Tom',
    ])
  })

  test('is opened by a reply, whatever its state, and keeps the label that the user chose', async () => {
    await receive('One', 1)
    const { id } = (await list())[0]!
    const change = (fields: Parameters<typeof changeConversation>[3]) =>
      changeConversation(db, userId, id, fields, later(2))
    await change({ state: 'done', unread: false, label: 'Not now' })
    await receive('Two', 3)
    expect(await list()).toMatchObject([{ state: 'open', unread: true, label: 'Not now' }])
    await change({ snoozedUntil: later(60) })
    await receive('Three', 4)
    expect(await list()).toMatchObject([{ state: 'open', snoozedUntil: null }])
    await change({ snoozedUntil: later(60), unread: false })
    expect(await wakeSnoozed(db, later(59))).toBe(0)
    expect(await wakeSnoozed(db, later(60))).toBe(1)
    expect(await list()).toMatchObject([{ state: 'open', unread: true }])
  })
})

describe('privacy', () => {
  test('nothing is stored that belongs to neither a contact nor one of our emails', async () => {
    const before = await stored()
    const other = {
      sendId: null,
      fields: { from: 'friend@home.example', originalMessageIds: ['<a@home.example>'] },
    }
    expect((await receive('Dinner?', 1, other)).processed).toBe(false)
    const own = { kind: 'own', from: 'me@sender.example' } as const
    // The user writes to the contact in another program, outside of any conversation: also not when there is none yet.
    expect((await receive('Private', 1, { sendId: null, fields: own })).processed).toBe(false)
    const { messageId } = await sendOf(db, ann.sendId)
    const inThread = { ...own, originalMessageIds: [messageId!] }
    expect((await receive('In its thread', 1, { sendId: null, fields: inThread })).processed).toBe(false)
    expect(await stored()).toBe(before)
  })

  test('erasing a contact takes its conversation along', async () => {
    await receive('My secret', 1, { fields: { html: '<p>My secret</p>', fromName: 'Ann Secret' } })
    const [contact] = await db.select().from(contacts).where(eq(contacts.id, ann.contactId))
    await eraseContact(db, userId, ann.contactId, contact!.email, later(2), secrets)
    expect(await list()).toEqual([])
    const found = await db.execute(sql`
      select 1 from inbound_messages m where to_jsonb(m)::text ilike '%secret%'
      union all select 1 from conversations c where to_jsonb(c)::text ilike '%secret%'`)
    expect(found).toHaveLength(0)
    // Processed again after a crash, the message is stored without its content.
    await receive('My secret again', 3)
    expect(
      await db.execute(sql`select 1 from inbound_messages m where to_jsonb(m)::text ilike '%secret%'`),
    ).toHaveLength(0)
  })
})

describe('the list', () => {
  test('finds words of addresses, subjects and texts, each also by its beginning', async () => {
    await receive('Let us meet in Zürich about the Straße', 1)
    for (const q of ['zurich', 'ZÜR', 'strasse', ann.email, 'hi', 'meet zurich', 'people.example'])
      expect([q, (await list({ q })).length]).toEqual([q, 1])
    for (const q of ['basel', 'zurich basel', "'", '& |', '\u0000'])
      expect([q, await list({ q })]).toEqual([q, []])
  })

  test('filters, pages and counts', async () => {
    await receive('One', 1)
    const bob = await sendOne(outreach, box, later(1))
    await receiveReply(outreach, { mailboxId: box, sendId: bob.sendId, text: 'Two', at: later(2) })
    const [newest, oldest] = await list()
    expect([newest!.snippet, oldest!.snippet]).toEqual(['Two', 'One'])
    const first = await listConversations(db, userId, { mailboxId: box, limit: 1 })
    const second = await listConversations(db, userId, { mailboxId: box, limit: 1, cursor: first.cursor! })
    expect([...first.rows, ...second.rows]).toEqual([newest, oldest])
    const unread = await countUnreadConversations(db, userId)
    expect(await changeConversations(db, userId, { ids: [newest!.id, oldest!.id], unread: false }, NOW)).toBe(
      2,
    )
    expect(await countUnreadConversations(db, userId)).toBe(unread - 2)
    await changeConversations(db, userId, { ids: [oldest!.id], label: 'Interested', state: 'done' }, NOW)
    expect(await list({ label: 'Interested' })).toMatchObject([{ id: oldest!.id }])
    expect(await list({ state: 'open' })).toMatchObject([{ id: newest!.id }])
    expect(await list({ sequenceId: bob.sequenceId })).toMatchObject([{ id: newest!.id }])
    expect(await countPositive(db, userId, ann.sequenceId)).toBe(1)
    expect(await countPositive(db, userId, bob.sequenceId)).toBe(0)
    expect(await listConversations(db, outreach.strangerId, { limit: 50 })).toEqual({
      rows: [],
      cursor: null,
    })
  })

  test('changes several conversations all or none', async () => {
    await receive('One', 1)
    const { id } = (await list())[0]!
    expect(
      await refused(changeConversations(db, userId, { ids: [id, UNKNOWN_ID], state: 'done' }, NOW)),
    ).toMatch(/^NOT_FOUND/)
    expect(await list()).toMatchObject([{ state: 'open' }])
    expect(await refused(changeConversation(db, outreach.strangerId, id, { state: 'done' }, NOW))).toMatch(
      /^NOT_FOUND/,
    )
    expect(await refused(changeConversation(db, userId, id, { state: 'snoozed' }, NOW))).toMatch(/^INVALID/)
    expect(await refused(changeConversation(db, userId, id, { snoozedUntil: NOW }, NOW))).toMatch(/^INVALID/)
  })
})

test('own labels are added, used and removed', async () => {
  await receive('One', 1)
  const { id } = (await list())[0]!
  await addLabel(db, userId, { name: 'Budget 2027', positive: true })
  expect(await refused(addLabel(db, userId, { name: 'budget 2027', positive: false }))).toMatch(/^INVALID/)
  expect(await refused(addLabel(db, userId, { name: 'interested', positive: false }))).toMatch(/^INVALID/)
  expect((await listLabels(db, userId)).at(-1)).toEqual({ name: 'Budget 2027', positive: true, own: true })
  await changeConversation(db, userId, id, { label: 'Budget 2027' }, NOW)
  expect(await countPositive(db, userId, ann.sequenceId)).toBe(1)
  expect(await refused(removeLabel(db, outreach.strangerId, 'Budget 2027'))).toMatch(/^NOT_FOUND/)
  await removeLabel(db, userId, 'Budget 2027')
  const [row] = await db.select().from(conversations).where(eq(conversations.id, id))
  expect(row!.label).toBe(null)
})
