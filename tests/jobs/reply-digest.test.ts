import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contacts, conversations, inboundMessages, inboxSettings, users } from '#drizzle/schema'
import type { App } from '~/app'
import { fastForward } from '~/jobs/sandbox/fast-forward.server'
import { runQueueDigests, runSendDigest } from '~/jobs/tasks/reply-digest.server'
import { setTimezone } from '~/models/accounts/user.server'
import { getInboxSettings, saveInboxSettings } from '~/models/inbox/settings.server'
import type { SystemMail } from '~/providers/system-mail.server'
import { createTestApp } from '../support/app'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { createTestUser } from '../support/people'

/** 10:00 in New York; its digest is due at 13:00 UTC. */
const START = new Date('2026-03-02T15:00:00Z')
const DUE = new Date('2026-03-03T13:00:00Z')
const HOUR = 3_600_000
const after = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR)

let database: TestDatabase
let app: App
let userId: string
let sent: SystemMail[]
/** Called instead of a mail server. */
let deliver: (mail: SystemMail) => Promise<void>
let now: Date

beforeAll(async () => {
  database = await createTestDatabase()
  const made = await createTestApp(database, { settings: { SANDBOX: 'on', PORT: '0' } })
  app = { ...made, systemMail: { available: true, send: (mail) => deliver(mail) } }
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
})
beforeEach(async () => {
  await database.db.delete(inboxSettings)
  userId = await createTestUser(database.db)
  await setTimezone(database.db, userId, 'America/New_York')
  await saveInboxSettings(database.db, userId, { digest: true }, START)
  sent = []
  deliver = async (mail) => void sent.push(mail)
  now = DUE
})

const context = () => ({
  app: { ...app, clock: { now: async () => now } },
  worker: 'a worker',
  signal: new AbortController().signal,
})
const sendDigest = () => runSendDigest({ userId }, context())
const nextAt = async (id = userId) => {
  const [row] = await database.db.select().from(inboxSettings).where(eq(inboxSettings.userId, id))
  return row?.digestAt?.toISOString() ?? null
}

/** An unread conversation with a reply at this time. @returns its id */
async function addReply(
  at: Date,
  fields: { name?: string; text?: string; unread?: boolean; kind?: 'reply' | 'auto_reply' } = {},
) {
  const { name = 'Bo', text = 'Tell me', unread = true, kind = 'reply' } = fields
  const email = `${crypto.randomUUID()}@people.example`
  const [contact] = await database.db
    .insert(contacts)
    .values({ userId, email, name })
    .returning({ id: contacts.id })
  const [row] = await database.db
    .insert(conversations)
    .values({ userId, contactId: contact!.id, unread, lastMessageAt: at })
    .returning({ id: conversations.id })
  await database.db.insert(inboundMessages).values({
    userId,
    contactId: contact!.id,
    conversationId: row!.id,
    providerId: email,
    kind,
    fromEmail: email,
    fromName: name,
    subject: 'Re: Hi',
    text,
    receivedAt: at,
  })
  return row!.id
}

test('lists the unread replies of the last day, newest first, with links', async () => {
  await addReply(after(DUE, -25), { name: 'Too old' })
  const first = await addReply(after(DUE, -20), { name: 'Ann', text: 'I would\n\nlike <b>more</b>' })
  const second = await addReply(after(DUE, -1), { name: 'Bo' })
  await addReply(after(DUE, -1), { name: 'Already read', unread: false })
  await addReply(after(DUE, -1), { name: 'Away', kind: 'auto_reply' })
  await sendDigest()
  expect(sent).toHaveLength(1)
  const [{ to, subject, text, html }] = sent as [SystemMail]
  const [user] = await database.db.select().from(users).where(eq(users.id, userId))
  expect([to, subject]).toEqual([user!.email, '2 unread replies'])
  expect(text.indexOf(`/inbox/${second}`)).toBeLessThan(text.indexOf(`/inbox/${first}`))
  for (const words of [
    'Bo: Re: Hi',
    'Ann: Re: Hi',
    'I would like <b>more</b>',
    'http://localhost:3000/settings/inbox',
  ])
    expect(text).toContain(words)
  expect(html).toContain('I would like &lt;b&gt;more&lt;/b&gt;')
  expect(text).not.toMatch(/Too old|Already read|Away/)
})

test('lists at most 20 replies', async () => {
  for (let n = 0; n < 22; n++) await addReply(after(DUE, -1 - n / 10))
  await sendDigest()
  expect(sent[0]!.subject).toBe('More than 20 unread replies')
  expect(new Set(sent[0]!.text.match(/\/inbox\/[0-9a-f-]{36}/g)).size).toBe(20)
})

test('sends nothing when there is nothing unread', async () => {
  await addReply(after(DUE, -1), { unread: false })
  await sendDigest()
  expect(sent).toEqual([])
  expect(await nextAt()).toBe(after(DUE, 24).toISOString())
})

test('sends one digest per day when two workers race', async () => {
  await addReply(after(DUE, -1))
  await Promise.all([sendDigest(), sendDigest(), sendDigest()])
  await sendDigest()
  expect(sent).toHaveLength(1)
})

test('sends no second digest after a worker died while sending', async () => {
  await addReply(after(DUE, -1))
  let attempts = 0
  deliver = async () => {
    attempts += 1
    throw new Error('the worker died here')
  }
  await expect(sendDigest()).rejects.toThrow('died')
  await sendDigest()
  expect(attempts).toBe(1)
  deliver = async (mail) => void sent.push(mail)
  now = after(DUE, 24)
  await addReply(after(now, -1))
  await sendDigest()
  expect(sent.map(({ subject }) => subject)).toEqual(['1 unread reply'])
})

test('is not due before 8:00, nor twice on the day it is switched off and on', async () => {
  await addReply(after(DUE, -1))
  now = after(DUE, -0.01)
  await sendDigest()
  expect(sent).toEqual([])
  now = DUE
  await sendDigest()
  await saveInboxSettings(database.db, userId, { digest: false }, DUE)
  expect(await getInboxSettings(database.db, userId)).toEqual({ aiLabels: false, digest: false })
  await sendDigest()
  await saveInboxSettings(database.db, userId, { digest: true }, DUE)
  await sendDigest()
  expect(sent).toHaveLength(1)
  expect(await nextAt()).toBe(after(DUE, 24).toISOString())
  await saveInboxSettings(database.db, userId, { aiLabels: true }, DUE)
  expect(await getInboxSettings(database.db, userId)).toEqual({ aiLabels: true, digest: true })
})

test('is due on the same day when it is switched on before 8:00', async () => {
  const early = await createTestUser(database.db)
  await saveInboxSettings(database.db, early, { digest: true }, new Date('2026-03-03T05:00:00Z'))
  expect(await nextAt(early)).toBe('2026-03-03T08:00:00.000Z')
})

test('follows the user’s time zone, and sends one digest per local day', async () => {
  await addReply(after(DUE, -1))
  await setTimezone(database.db, userId, 'Europe/Paris')
  now = new Date('2026-03-03T06:00:00Z')
  await sendDigest()
  expect([sent, await nextAt()]).toEqual([[], '2026-03-03T07:00:00.000Z'])
  await addReply(new Date('2026-03-03T06:30:00Z'))
  now = new Date('2026-03-03T07:00:00Z')
  await sendDigest()
  expect(sent).toHaveLength(1)
  // Back in New York it is 2:00 of the same day.
  await setTimezone(database.db, userId, 'America/New_York')
  await sendDigest()
  now = DUE
  await sendDigest()
  expect(sent).toHaveLength(1)
  expect(await nextAt()).toBe(after(DUE, 24).toISOString())
})

test('keeps 8:00 when clocks change', async () => {
  now = new Date('2026-03-07T13:00:00Z')
  await sendDigest()
  expect(await nextAt()).toBe('2026-03-08T12:00:00.000Z')
})

test('waits for a mail server', async () => {
  const without = { ...context(), app: { ...context().app, systemMail: { available: false, send: deliver } } }
  await runQueueDigests(without)
  await app.workOnce()
  expect(await nextAt()).toBe(DUE.toISOString())
})

test('is sent at its times during a fast-forward', async () => {
  const clock = app.sandbox!.clock
  await clock.freeze(START)
  await addReply(after(DUE, -2))
  const at: string[] = []
  deliver = async (mail) => {
    sent.push(mail)
    at.push((await clock.now()).toISOString())
  }
  await fastForward(app, after(DUE, 1))
  for (const hours of [10, 23]) await addReply(after(DUE, hours))
  await fastForward(app, after(DUE, 60))
  expect(at).toEqual([DUE.toISOString(), after(DUE, 24).toISOString()])
  expect(sent.map(({ subject }) => subject)).toEqual(['1 unread reply', '2 unread replies'])
})
