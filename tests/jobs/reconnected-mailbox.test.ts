import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emailSends } from '#drizzle/schema'
import { runWakeMailbox } from '~/jobs/mailboxes/wake-mailbox.server'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import { addSmtp, startDue } from '../support/mailing'
import { secrets } from '../support/outreach'
import {
  clockThat,
  contextOf,
  DUE,
  disconnectByJob,
  openStage,
  remove,
  type Stage,
  stateOf,
} from '../support/removal'

/** A mailbox with many enrollments is disconnected, and its address connected again before the job has ended. */

let stage: Stage
/** The same, one after the other. */
let twin: Stage
beforeEach(async () => {
  stage = await openStage()
  twin = await openStage()
  // If another mailbox could send, no enrollment would wait.
  for (const { db, other } of [stage, twin])
    await db.execute(sql`update mail_accounts set status = 'disconnected' where id = ${other}`)
  await disconnectMailbox(twin.db, twin.userId, twin.gone, DUE, secrets)
  await addSmtp(twin.db, twin.userId, DUE, { email: 'gone@sender.example' })
  await disconnectByJob(stage)
})
afterEach(async () => {
  await stage?.drop()
  await twin?.drop()
})

test('reconnecting between batches continues all enrollments and sends once', async () => {
  let [again, early] = ['', 0]
  const clock = clockThat(async (batches) => {
    if (batches === 2) {
      // What the first one was allowed to send does not hold for the second.
      await stage.db.execute(sql`update mail_accounts set daily_limit = 1 where id = ${stage.gone}`)
      again = await addSmtp(stage.db, stage.userId, DUE, { email: 'Gone@sender.example' })
    }
    if (batches === 3) early = (await startDue(stage.db, DUE)).length
  })
  await remove(stage, { clock })
  expect(again).not.toBe(stage.gone)
  expect(early).toBeGreaterThan(5)
  const late = await startDue(stage.db, DUE)
  expect(early + late.length).toBe((await startDue(twin.db, DUE)).length)
  await isLike(twin)
  await onlyFrom(again)
})

test('waking and removal can run in any order', async () => {
  // Connected, and no enrollment is woken yet.
  const [row] = await stage.db.execute<{ id: string }>(sql`
      insert into mail_accounts (user_id, provider, email, account_key, send_interval_seconds, daily_limit)
      select ${stage.userId}, provider, email, account_key, 0, 1000 from mail_accounts where id = ${stage.gone} returning id`)
  const again = row!.id
  await stage.db.execute(
    sql`update users set default_sender_account_id = ${again} where id = ${stage.userId}`,
  )
  const wake = runWakeMailbox({ userId: stage.userId, mailboxId: again }, contextOf(stage.db), 3)
  await Promise.all([remove(stage), wake])
  await isLike(twin)
  expect(await startDue(stage.db, DUE)).toHaveLength((await startDue(twin.db, DUE)).length)
  await onlyFrom(again)
})

/** All enrollments have the same state and mailbox as on the other stage. */
async function isLike(twin: Stage): Promise<void> {
  const who = async ({ db }: Stage) =>
    (await stateOf(db)).people.map(({ email, name, status, end_reason, hold_reason, mailbox }) => ({
      ...{ email, name, status, end_reason, hold_reason },
      mailbox: String(mailbox).toLowerCase(),
    }))
  expect(await who(stage)).toEqual(await who(twin))
  expect(await who(stage)).not.toContainEqual(expect.objectContaining({ hold_reason: 'no_mailbox' }))
}

/** Sends after the removal used the new mailbox or the remaining one, each once. */
async function onlyFrom(mailboxId: string): Promise<void> {
  const rows = await stage.db.select().from(emailSends).where(eq(emailSends.state, 'sending'))
  const left = rows.flatMap((row) => row.senderAccountId ?? [])
  expect(new Set(left)).toEqual(new Set([mailboxId, stage.other]))
  const again = await stage.db.execute(sql`select 1 from email_sends where attempts > 1`)
  expect([...again]).toEqual([])
}
