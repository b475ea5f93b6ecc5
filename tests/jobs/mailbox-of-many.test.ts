import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailAccounts, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { runRemoveMailbox } from '~/jobs/mailboxes/remove-mailbox.server'
import { runWakeMailbox } from '~/jobs/mailboxes/wake-mailbox.server'
import { runEnrollContacts } from '~/jobs/tasks/enroll-contacts.server'
import { findEnrollmentJob, INLINE_LIMIT } from '~/models/enrollments/job.server'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { addSmtp } from '../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../support/outreach'
import { checkAlways, contextOf, queued } from '../support/removal'

/** A mailbox with more enrollments than one transaction handles, with the program's own sizes. */

const PEOPLE = INLINE_LIMIT + 5

let outreach: Outreach
let db: Db
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

const people = () => db.select().from(sequenceContacts)

test('uses a job only above the size of one transaction', async () => {
  const gone = await addSmtp(db, userId, NOW, { email: 'ann@sender.example' })
  const { id } = await outreach.makeSequence()
  await outreach.makeStep(id)
  await updateSequence(db, userId, id, { mailboxIds: [gone] }, NOW)
  const list = await outreach.makeList()
  await db.execute(sql`
    with added as (
      insert into contacts (user_id, email, name) select ${userId}, 'many' || i || '@people.example', 'Many'
      from generate_series(1, ${PEOPLE}) i returning id
    )
    insert into persona_contacts (persona_id, contact_id, added_at) select ${list.id}, id, ${NOW.toISOString()}::timestamptz from added`)
  await activateSequence(db, userId, id, NOW, secrets)
  await linkPersona(db, userId, id, list.id, NOW, secrets)
  await runEnrollContacts({ jobId: (await findEnrollmentJob(db, userId, id))!.id }, contextOf(db))
  expect(await people()).toHaveLength(PEOPLE)

  await disconnectMailbox(db, userId, gone, NOW, secrets)
  expect((await people()).every((one) => one.mailboxId === gone && one.holdReason === null)).toBe(true)
  expect(await queued(db, 'remove-mailbox')).toEqual([{ mailboxId: gone }])
  await runRemoveMailbox({ mailboxId: gone }, contextOf(db))
  expect((await people()).every((one) => one.mailboxId === null && one.holdReason === 'no_mailbox')).toBe(
    true,
  )
  expect(await db.select().from(mailAccounts)).toEqual([])

  const again = await addSmtp(db, userId, NOW, { email: 'ann@sender.example' })
  expect((await people()).every((one) => one.mailboxId === null)).toBe(true)
  expect(await queued(db, 'wake-mailbox')).toEqual([{ userId, mailboxId: again }])
  await runWakeMailbox({ userId, mailboxId: again }, contextOf(db))
  expect((await people()).every((one) => one.mailboxId === again && one.nextActionAt !== null)).toBe(true)
  await checkAlways(db)

  // Five less, and all is done by the call.
  await db.execute(sql`delete from graphile_worker._private_jobs`)
  await db.execute(sql`delete from sequence_contacts where id in (select id from sequence_contacts limit 5)`)
  await disconnectMailbox(db, userId, again, NOW, secrets)
  expect(await db.select().from(mailAccounts).where(eq(mailAccounts.id, again))).toEqual([])
  const last = await addSmtp(db, userId, NOW, { email: 'ann@sender.example' })
  expect((await people()).every((one) => one.mailboxId === last)).toBe(true)
  expect([...(await queued(db, 'remove-mailbox')), ...(await queued(db, 'wake-mailbox'))]).toEqual([])
})
