import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { automaticTexts } from '#drizzle/schema'
import { type Flow, hours, openContact, openFlow } from './support/flow'

let flow: Flow
beforeAll(async () => {
  flow = await openFlow()
})
afterAll(() => flow?.drop())

let contact: Awaited<ReturnType<typeof openContact>>
beforeEach(async () => {
  contact = await openContact(flow)
})

/** Reads as automatic, without any proof. */
const text = (n: number) => `I am out of the office until March ${n}.`
const minutes = (n: number) => hours(n / 60)
const automatic = { kind: 'auto_reply', kindBy: 'evidence' }
const person = { kind: 'reply', kindBy: null }

describe('a text that only reads as automatic', () => {
  test('is automatic within two minutes of our email', async () => {
    expect(await contact.receive(text(20), minutes(1.9))).toMatchObject(automatic)
    expect(await contact.enrollmentOf()).toMatchObject({ holdReason: 'out_of_office', repliedAt: null })
    const other = await openContact(flow)
    expect(await other.receive(text(21), minutes(2.1))).toMatchObject(person)
  })

  test('is automatic if it came from the same domain before', async () => {
    const words = 'I am out of the office until March 22, and so is the team.'
    const domain = `${crypto.randomUUID()}.example`
    const [one, two] = [await openContact(flow, `a@${domain}`), await openContact(flow, `b@${domain}`)]
    const fields = { mayBeAutomatic: true as const, kind: 'reply' as const }
    expect(await one.receive(words, hours(1), { fields })).toMatchObject(person)
    expect(await contact.receive(words, hours(2), { fields })).toMatchObject(person)
    expect(await two.receive(words.toUpperCase(), hours(3), { fields })).toMatchObject(automatic)
  })

  test('from freemail counts by the address', async () => {
    const fields = { mayBeAutomatic: true as const, kind: 'reply' as const }
    const name = crypto.randomUUID()
    const [one, two] = [
      await openContact(flow, `a-${name}@gmail.com`),
      await openContact(flow, `b-${name}@gmail.com`),
    ]
    const words = 'I am away from my desk until March 23, 2026.'
    await one.receive(words, hours(1), { fields })
    expect(await two.receive(words, hours(2), { fields })).toMatchObject(person)
    expect(await one.receive(words, hours(3), { fields })).toMatchObject(automatic)
  })

  test.each(['X-Auto-Response-Suppress: All', 'X-MS-Exchange-Inbox-Rules-Loop: bo@acme.example'])(
    'is automatic with %s',
    async (header) => {
      expect(await contact.receive(text(24), hours(1), { head: `${header}\r\n` })).toMatchObject({
        kind: 'auto_reply',
      })
    },
  )
})

describe('evidence never decides alone', () => {
  test.each([
    ['a fast answer', '', minutes(1)],
    ['X-Auto-Response-Suppress', 'X-Auto-Response-Suppress: All\r\n', hours(1)],
    ['X-MS-Exchange-Inbox-Rules-Loop', 'X-MS-Exchange-Inbox-Rules-Loop: bo@acme.example\r\n', minutes(1)],
  ])('%s', async (_, head, at) => {
    expect(await contact.receive('Friday works for me.', at, { head })).toMatchObject(person)
  })

  test('the same text twice', async () => {
    await contact.receive('Thanks, I will look at it next week.', hours(1))
    const again = await contact.receive('Thanks, I will look at it next week.', hours(2))
    expect(again).toMatchObject(person)
  })
})

test('keeps the newest texts of each user only', async () => {
  const { db, userId } = flow
  const old = Array.from({ length: 2_000 }, (_, n) => ({ userId, hash: `old ${n}`, seenAt: hours(-n) }))
  await db.insert(automaticTexts).values(old)
  await contact.receive('I am out of the office until March 26.', hours(5), {
    fields: { mayBeAutomatic: true },
  })
  expect(await db.$count(automaticTexts, eq(automaticTexts.userId, userId))).toBe(2_000)
})
