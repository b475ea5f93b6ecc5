import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '~/app'
import { runDueScan } from '~/jobs/sending/due-scan.server'
import { answerConversation } from '~/models/inbox/answer/answer.server'
import { listConversations } from '~/models/inbox/conversations.server'
import { receiveReply } from '../models/inbox/support/received'
import { addSmtp, recordResult, sendOf, sendOne, startDue } from '../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../support/outreach'

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
let conversationId: string
beforeAll(async () => {
  outreach = await openOutreach()
  db = outreach.db
})
afterAll(() => outreach?.drop())
beforeEach(async () => {
  const mailboxId = await addSmtp(db, outreach.userId, NOW)
  const { sendId } = await sendOne(outreach, mailboxId, DUE)
  await receiveReply(outreach, { mailboxId, sendId, text: 'Tell me more', at: later(2) })
  const { rows } = await listConversations(db, outreach.userId, { mailboxId, limit: 10 })
  conversationId = rows[0]!.id
})

const write = async (sendAt: Date | undefined, at: Date) => {
  const { sendId } = await answerConversation(
    db,
    outreach.userId,
    conversationId,
    { text: 'Hello', sendAt, markDone: false },
    at,
    ENV as never,
    secrets,
  )
  return sendId
}

/** The mailboxes whose emails the scan of this moment has sent. */
async function scannedAt(now: Date): Promise<string[]> {
  await db.execute(sql`delete from graphile_worker._private_jobs`)
  const app = { db, secrets, clock: { now: async () => now } } as unknown as App
  await runDueScan({ app, worker: 'a worker', signal: new AbortController().signal })
  const jobs = await db.execute<{ id: string }>(sql`
    select j.payload ->> 'mailboxId' as id from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-step'`)
  return jobs.map(({ id }) => id)
}

test('the scan before its time has an answer sent that waits for it', async () => {
  const { senderAccountId } = await sendOf(db, await write(later(120), later(10)))
  expect(await scannedAt(later(110))).toEqual([])
  expect(await scannedAt(later(119.5))).toEqual([senderAccountId])
  expect(await scannedAt(later(180))).toEqual([senderAccountId])
})

test('a scan has an answer sent again whose attempt failed', async () => {
  const sendId = await write(undefined, later(10))
  expect(await startDue(db, later(11))).toEqual([sendId])
  await recordResult(db, [sendId], { ok: false, why: 'retry', detail: 'refused the connection' }, later(11))
  const { senderAccountId, scheduledFor } = await sendOf(db, sendId)
  expect(scheduledFor.getTime()).toBeGreaterThanOrEqual(later(12).getTime())
  expect(await scannedAt(scheduledFor)).toEqual([senderAccountId])
})
