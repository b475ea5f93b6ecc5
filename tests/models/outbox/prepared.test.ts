import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emailSends } from '#drizzle/schema'
import { keepPrepared } from '~/models/outbox/record.server'
import { listUnknownSends } from '~/models/outbox/recovery.server'
import { DUE, openStage, type Stage } from '../../support/removal'

/** Emails that a provider keeps from before they leave. */

let stage: Stage
let send: { sendId: string; messageId: string }
beforeEach(async () => {
  stage = await openStage()
  await stage.db.execute(
    sql`update email_sends set lease_ends_at = now(), started_at = ${DUE.toISOString()}::timestamptz where state = 'sending'`,
  )
  const [row] = await stage.db
    .select()
    .from(emailSends)
    .where(and(eq(emailSends.state, 'sending'), eq(emailSends.senderAccountId, stage.gone)))
  send = { sendId: row!.id, messageId: row!.messageId! }
})
afterEach(() => stage?.drop())

const unknown = async (secondsLater: number) =>
  (await listUnknownSends(stage.db, new Date(DUE.getTime() + secondsLater * 1000), stage.gone)).filter(
    ({ id }) => id === send.sendId,
  )

test('are asked for when their provider cannot be sending them any more', async () => {
  expect(await unknown(1)).toMatchObject([{ preparedId: null, messageId: send.messageId }])
  await keepPrepared(stage.db, send, 'a draft')
  expect(await unknown(119)).toEqual([])
  expect(await unknown(121)).toMatchObject([{ preparedId: 'a draft', messageId: send.messageId }])
})

test('are kept for the attempt that prepared them, as long as it counts', async () => {
  const another = keepPrepared(stage.db, { ...send, messageId: '<another@attempt>' }, 'a draft')
  await expect(another).rejects.toThrow('another worker has settled this attempt')
  await stage.db.update(emailSends).set({ state: 'cancelled' }).where(eq(emailSends.id, send.sendId))
  await expect(keepPrepared(stage.db, send, 'a draft')).rejects.toThrow('has settled this attempt')
  const [row] = await stage.db.select().from(emailSends).where(eq(emailSends.id, send.sendId))
  expect(row!.providerId).not.toBe('a draft')
})
