import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { conversations, inboundMessages, relatedMessages } from '#drizzle/schema'
import { readTimeline } from '~/models/contacts/timeline/timeline.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { ConversationsQuery } from '~/models/inbox/conversation'
import { listConversations } from '~/models/inbox/conversations.server'
import { readConversation } from '~/models/inbox/read.server'
import { showConversation } from '~/models/inbox/show.server'
import { REMOVAL_STEPS } from '~/models/retention/steps.server'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { interleave } from '../../support/interleave'
import { type Outreach, openOutreach, secrets } from '../../support/outreach'
import { openThread } from '../../support/replies'
import { day, leaveSequences, leftOf, night, openPast } from './support'

let outreach: Outreach
let thread: Awaited<ReturnType<typeof openThread>>
let mailboxId: string
let id: string
beforeEach(async () => {
  outreach = await openOutreach()
  mailboxId = (await openPast(outreach, 0)).mailboxId
  thread = await openThread(outreach, mailboxId, day(0))
  await thread.reply('Zebra crossing', day(3))
  await leaveSequences(outreach.db)
  id = (await thread.conversation()).id
  await change({ state: 'done' })
})
afterEach(() => outreach?.drop())

const change = (fields: Partial<typeof conversations.$inferInsert>) =>
  outreach.db.update(conversations).set(fields).where(eq(conversations.id, id))
const find = async (q: string) =>
  (await listConversations(outreach.db, outreach.userId, ConversationsQuery.parse({ q }))).rows.length

test('removes the texts of a finished conversation after its last message, and says so', async () => {
  const { db, userId } = outreach
  await db.insert(relatedMessages).values({
    ...{ userId, conversationId: id, mailAccountId: mailboxId, providerId: 'r', receivedAt: day(3) },
    received: { inbound: { from: 'x@people.example' } },
  })
  await night(db, day(732))
  expect(await leftOf(db)).toMatchObject({ received: 1 })
  expect(await find('zebra')).toBe(1)
  await night(db, day(734))
  expect(await leftOf(db)).toMatchObject({ received: 0 })
  expect([await find('zebra'), await find(thread.email)]).toEqual([0, 1])
  expect((await thread.conversation()).snippet).toBe('')
  expect(await db.select({ received: relatedMessages.received }).from(relatedMessages)).toEqual([
    { received: null },
  ])
  const removed = 'The text was removed after 731 days.'
  const { messages } = await showConversation(db, userId, id, 'UTC', day(734))
  expect(messages.map((message) => [message.direction, message.removed])).toEqual([
    ['out', 'The text was removed after 732 days.'],
    ['in', removed],
  ])
  const api = await readConversation(db, userId, id)
  expect(api.messages.map(({ text, textRemovedAt }) => [text, textRemovedAt])).toEqual([
    ['', day(732)],
    ['', day(734)],
  ])
  const { rows } = await readTimeline(db, userId, thread.contactId, { limit: 50 }, 'UTC')
  expect(rows).toContainEqual(expect.objectContaining({ text: 'Replied: “AW: Hi”.', quote: removed }))
})

test('a message that is read again is not taken for a new one', async () => {
  const { db, userId } = outreach
  const [before] = await db.select().from(inboundMessages)
  await night(db, day(800))
  const raw = `From: Bo <${thread.email}>\r\nTo: ann@sender.example\r\nSubject: AW: Hi\r\n\r\nZebra crossing\r\n`
  const inbound = await classifyInbound(Buffer.from(raw))
  const again = { mailboxId, providerId: before!.providerId, receivedAt: day(3), inbound }
  await processInbound(db, userId, again, day(801), secrets)
  expect(await leftOf(db)).toMatchObject({ received: 0 })
  expect((await thread.conversation()).state).toBe('done')
})

test('a later reply is kept, and removed in its turn', async () => {
  const { db } = outreach
  await night(db, day(800))
  await db.insert(inboundMessages).values({
    ...{ userId: outreach.userId, mailAccountId: mailboxId, providerId: 'late', kind: 'reply' },
    ...{ conversationId: id, text: 'Giraffe', receivedAt: day(801) },
  })
  await change({ state: 'done', lastMessageAt: day(801) })
  await night(db, day(1500))
  expect(await leftOf(db)).toMatchObject({ received: 1 })
  await night(db, day(1532))
  expect(await leftOf(db)).toMatchObject({ received: 0 })
})

const step = REMOVAL_STEPS.find(({ kind }) => kind === 'received')!
const OLD = day(100)

test('keeps a conversation that is opened after it was found', async () => {
  const { db } = outreach
  const { found } = await step.look(db, OLD, null, 10)
  expect(found.map((row) => row.id)).toEqual([id])
  await change({ state: 'open' })
  expect(await db.transaction((tx) => step.remove(tx, [id], OLD, day(900)))).toEqual([])
  expect(await leftOf(db)).toMatchObject({ received: 1 })
})

test('waits for no user who opens a conversation, and keeps it', async () => {
  const { db } = outreach
  let removed: string[] | null = null
  await interleave(
    db,
    (tx) => tx.update(conversations).set({ state: 'open' }).where(eq(conversations.id, id)),
    () =>
      db.transaction(async (tx) => {
        removed = await step.remove(tx, [id], OLD, day(900))
      }),
  )
  expect(removed).toEqual([])
  expect(await leftOf(db)).toMatchObject({ received: 1 })
})

test('a reply that arrives during the removal opens the conversation with its text', async () => {
  const { db } = outreach
  const results = await interleave(
    db,
    (tx) => step.remove(tx, [id], OLD, day(50)),
    () => thread.reply('Here I am', day(50)),
  )
  expect(results).toEqual(['accepted', 'accepted'])
  expect(await thread.conversation()).toMatchObject({ state: 'open', unread: true, snippet: 'Here I am' })
  expect(await leftOf(db)).toMatchObject({ received: 1 })
})
