import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emailSends, trackingEvents } from '#drizzle/schema'
import type { App } from '~/app'
import { createHitBatch, type Hit } from '~/models/tracking/hit-batch'
import { hitsOf } from '~/models/tracking/hit-buffer.server'
import { recordHits } from '~/models/tracking/tracking.server'
import { createTestApp } from '../../support/app'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'

const NOW = new Date('2026-03-03T12:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
const THUNDERBIRD = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0'
const token = (letter: string) => letter.repeat(43)

let database: TestDatabase
let app: App
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  app = await createTestApp(database, { clock: { now: async () => NOW } })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})
beforeEach(async () => {
  await app.db.delete(trackingEvents)
  await app.db.delete(emailSends)
  userId = await createTestUser(app.db)
})

/** A sent email with its token. */
const sent = async (letter: string, sentAt: Date) => {
  const [row] = await app.db
    .insert(emailSends)
    .values({
      userId,
      recipientEmail: 'p@people.example',
      senderEmail: 'box@sender.example',
      state: 'sent',
      startedAt: sentAt,
      sentAt,
      plannedAt: sentAt,
      scheduledFor: sentAt,
      trackingToken: token(letter),
      unsubscribeToken: crypto.randomUUID(),
    })
    .returning({ id: emailSends.id })
  return row!.id
}
const hit = (letter: string, more: Partial<Hit> = {}): Hit => ({
  token: token(letter),
  method: 'GET',
  userAgent: THUNDERBIRD,
  address: '192.0.2.1',
  ownPreview: false,
  ...more,
})
/** Those of one batch have no order among themselves. */
const stored = () =>
  app.db
    .select({
      send: trackingEvents.emailSendId,
      token: trackingEvents.trackingToken,
      class: trackingEvents.hitClass,
      reason: trackingEvents.hitReason,
      agent: trackingEvents.userAgent,
      address: trackingEvents.ipAddress,
    })
    .from(trackingEvents)
    .orderBy(asc(trackingEvents.ipAddress), asc(trackingEvents.hitReason), asc(trackingEvents.trackingToken))

describe('hits stored in one batch', () => {
  test('are classified separately', async () => {
    const old = await sent('o', ago(3600))
    const fresh = await sent('f', ago(5))
    const scanner = { userAgent: 'curl/8.0', address: '192.0.2.2' }
    const batch = createHitBatch()
    for (const one of [
      hit('o'),
      hit('f'),
      hit('?'),
      hit('o', scanner),
      hit('f', scanner),
      hit('?', scanner),
      hit('?', scanner),
      hit('o'),
      hit('o', { method: 'HEAD' }),
      hit('o', { ownPreview: true }),
      hit('o', { userAgent: '\0a\0', address: '192.0.2.3' }),
    ]) {
      batch.add(one)
    }
    expect(await recordHits(app.db, batch, NOW)).toEqual(
      new Map([
        ['192.0.2.1', 1],
        ['192.0.2.2', 2],
      ]),
    )
    const by = (agent: string, address: string) => ({ agent, address })
    const person = by(THUNDERBIRD, '192.0.2.1')
    const machine = by('curl/8.0', '192.0.2.2')
    expect(await stored()).toEqual([
      { send: old, token: token('o'), class: 'machine', reason: 'head_request', ...person },
      { send: old, token: token('o'), class: 'human', reason: 'mail_client', ...person },
      { send: old, token: token('o'), class: 'human', reason: 'mail_client', ...person },
      { send: old, token: token('o'), class: 'machine', reason: 'own_preview', ...person },
      { send: fresh, token: token('f'), class: 'machine', reason: 'too_soon', ...person },
      { send: old, token: token('o'), class: 'machine', reason: 'scanner', ...machine },
      { send: fresh, token: token('f'), class: 'machine', reason: 'too_soon', ...machine },
      { send: old, token: token('o'), class: 'unknown', reason: 'unknown_client', ...by('a', '192.0.2.3') },
    ])
  })

  test('beyond one batch are stored once each', async () => {
    await sent('o', ago(3600))
    const addresses = Array.from({ length: 2_300 }, (_, i) => `2001:db8::${i.toString(16).padStart(4, '0')}`)
    for (const address of addresses) hitsOf(app).add(hit('o', { address }))
    await hitsOf(app).flush()
    expect((await stored()).map((row) => row.address)).toEqual(addresses)
  })
})

describe('while the database is away', () => {
  const fails = async (table: string, during: () => Promise<void>) => {
    await database.sql.unsafe(`alter table ${table} rename to away`)
    try {
      await during()
    } finally {
      await database.sql.unsafe(`alter table away rename to ${table}`)
    }
  }

  test('keeps hits and stores them once later', async () => {
    await sent('o', ago(3600))
    await fails('tracking_events', async () => {
      hitsOf(app).add(hit('o', { address: '192.0.2.1' }))
      await hitsOf(app).flush()
      hitsOf(app).add(hit('o', { address: '192.0.2.2' }))
      await hitsOf(app).flush()
    })
    await hitsOf(app).flush()
    expect((await stored()).map((row) => row.address)).toEqual(['192.0.2.1', '192.0.2.2'])
  })

  test('does not repeat stored hits after a failed guess counter', async () => {
    await sent('o', ago(3600))
    await fails('rate_limits', async () => {
      hitsOf(app).add(hit('o'))
      hitsOf(app).add(hit('?'))
      await hitsOf(app).flush()
    })
    await hitsOf(app).flush()
    expect(await stored()).toHaveLength(1)
  })
})

test('a refused hit does not block others', async () => {
  await sent('o', ago(3600))
  await database.sql.unsafe(
    `alter table tracking_events add constraint refused check (ip_address <> '192.0.2.6')`,
  )
  try {
    for (const n of [4, 5, 6, 7]) hitsOf(app).add(hit('o', { address: `192.0.2.${n}` }))
    await hitsOf(app).flush()
    hitsOf(app).add(hit('o', { address: '192.0.2.8' }))
    await hitsOf(app).flush()
  } finally {
    await database.sql.unsafe('alter table tracking_events drop constraint refused')
  }
  expect((await stored()).map((row) => row.address)).toEqual([4, 5, 7, 8].map((n) => `192.0.2.${n}`))
})
