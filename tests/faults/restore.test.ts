import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeBackup } from '#drizzle/backup'
import { loadBackup } from '#drizzle/restore'
import { runDueScan } from '~/jobs/sending/due-scan.server'
import { claimSends } from '~/models/outbox/claim.server'
import { holdIfMoved, readSendingControl, resumeSending } from '~/models/outbox/sending-control.server'
import { countAsSent, resendUncertain } from '~/models/outbox/shown/uncertain.server'
import { startSends } from '~/models/outbox/start.server'
import { sized } from '../load/random'
import { seedCampaign, seedPeople } from '../load/seed'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { type Doomed, finish, openDoomed, type Post, recover, sendDue } from './support/doomed'

/** The recovery point (quality R17): a backup during sending, after which the original installation goes on. */
const { PLANNED, UNPLANNED } = sized({ PLANNED: 60, UNPLANNED: 20 }, { PLANNED: 120, UNPLANNED: 40 })

let folder: string
let file: string
let old: TestDatabase
let restored: TestDatabase
let post: Post & { people: Record<string, number> }
const open: Doomed[] = []
const program = async (database: TestDatabase) => {
  const made = await openDoomed(database, post)
  open.push(made)
  return made.app
}

beforeEach(async () => {
  post = { ids: {}, people: {} }
  folder = mkdtempSync(path.join(os.tmpdir(), 'coldframe-restore-'))
  file = path.join(folder, 'a.backup.gz')
  old = await createTestDatabase()
  const campaign = await seedCampaign(old, { port: 9, mailboxes: 2 })
  await seedPeople(old, campaign, PLANNED)
  const app = await program(old)
  const now = await app.clock.now()
  await holdIfMoved(old.db, now)
  await runDueScan({ app, worker: 'old', signal: new AbortController().signal })
  // In the middle: some are claimed, some started, the others wait, and of some nothing is planned yet.
  const [first] = await old.sql<
    { id: string }[]
  >`select sender_account_id as id from email_sends order by 1 limit 1`
  const claims = await claimSends(old.db, first!.id, 'old', await app.clock.now())
  const begun = claims.slice(0, 9)
  await startSends(old.db, begun.map(contentOf), 'old', now)
  // Some were taken back and planned again: a reusable row proves nothing.
  await old.sql`update email_sends set state = 'cancelled' where id = any(${claims.slice(9, 12).map(({ id }) => id)})`
  await old.sql`update sequence_contacts set next_action_at = now() - interval '1 second'
    where id in (select sequence_contact_id from email_sends where state = 'cancelled')`
  await seedPeople(old, campaign, UNPLANNED, '-1 minute', 'q')
  await writeBackup(old.url, async () => now, createWriteStream(file))
  restored = await createTestDatabase()
  await loadBackup(restored.url, createReadStream(file))
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
  await Promise.all([old?.drop(), restored?.drop()])
  rmSync(folder, { recursive: true, force: true })
})

const contentOf = ({ id }: { id: string }) => ({
  sendId: id,
  mail: { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' },
  messageId: `<${id}.1@bench.example>`,
  threadId: null,
})

const states = async ({ sql }: TestDatabase) =>
  Object.fromEntries(
    (
      await sql<{ state: string; n: number }[]>`select state, count(*)::int as n from email_sends group by 1`
    ).map(({ state, n }) => [state, n]),
  )
const mailsEach = () => [...new Set(Object.values(post.people))]

describe('a restored database', () => {
  test('keeps every row, sends nothing, and marks claimed and started sends uncertain', async () => {
    const tables = await old.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name <> 'sending_control' order by 1`
    for (const { name } of tables) {
      const rows = ({ sql }: TestDatabase) => sql`select t::text as row from ${sql(name)} t order by 1`
      expect([name, await rows(restored)]).toEqual([name, await rows(old)])
    }
    const app = await program(restored)
    const before = await states(restored)
    expect(await holdIfMoved(app.db, await app.clock.now())).not.toBeNull()
    await recover(app, 'new')
    await sendDue(app, 'new')
    expect(post.people).toEqual({})
    const { scheduled, uncertain } = await states(restored)
    expect(scheduled).toBe(before.scheduled)
    expect(uncertain).toBe((before.claimed ?? 0) + (before.sending ?? 0))
    const [held] = await restored.sql`
      select count(*)::int as n from sequence_contacts where hold_reason = 'uncertain_send'`
    expect(held!.n).toBe(uncertain)
  })

  test('sends nothing twice when the original installation went on', async () => {
    const before = await program(old)
    await finish(old, before, 'old')
    const app = await program(restored)
    await holdIfMoved(app.db, await app.clock.now())
    expect(await resumeSending(app.db, await app.clock.now(), await app.clock.now())).toBeGreaterThan(0)
    await finish(restored, app, 'new')
    expect(mailsEach()).toEqual([1])
    expect(await states(restored)).toEqual({ uncertain: PLANNED + UNPLANNED })
    // Each is the user's to decide: again, or counted as sent.
    const [again, sent] = await restored.sql<{ id: string; user_id: string; recipient_email: string }[]>`
      select id, user_id, recipient_email from email_sends where recipient_email like 'q%' order by 1 limit 2`
    const now = await app.clock.now()
    await resendUncertain(app.db, again!.user_id, again!.id, now)
    await countAsSent(app.db, sent!.user_id, sent!.id, now)
    await restored.sql`update sequence_contacts set next_action_at = now() - interval '1 second', slot_at = now() - interval '1 minute',
        planned_at = now() - interval '10 minutes'
      where status = 'active' and next_action = 'send' and hold_reason is null`
    await finish(restored, app, 'new')
    const { [again!.recipient_email]: twice, ...others } = post.people
    expect(twice).toBe(2)
    expect([...new Set(Object.values(others))]).toEqual([1])
  })

  test('sends the rest once when the original installation had stopped', async () => {
    const app = await program(restored)
    await holdIfMoved(app.db, await app.clock.now())
    const { uncertain = 0, sending = 0 } = await states(restored)
    const doubtful = uncertain + sending
    expect(await resumeSending(app.db, null, await app.clock.now())).toBe(0)
    expect((await readSendingControl(app.db)).hold).toBeNull()
    await finish(restored, app, 'new')
    expect(mailsEach()).toEqual([1])
    expect(Object.keys(post.people)).toHaveLength(PLANNED + UNPLANNED - doubtful)
    expect(await resumeSending(app.db, null, await app.clock.now())).toBeNull()
  })
})

test('a truncated, damaged or foreign backup changes nothing', async () => {
  const { size } = await import('node:fs').then(({ statSync }) => statSync(file))
  const empty = await createTestDatabase()
  try {
    const cut = createReadStream(file, { end: Math.floor(size / 2) })
    await expect(loadBackup(empty.url, cut)).rejects.toThrow('damaged')
    await expect(loadBackup(empty.url, createReadStream(import.meta.filename))).rejects.toThrow('damaged')
    expect(await empty.sql`select 1 from users union all select 1 from contacts`).toHaveLength(0)
  } finally {
    await empty.drop()
  }
})
