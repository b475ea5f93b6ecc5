import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '~/db.server'
import { deletePersona } from '~/models/personas/persona.server'
import { activateSequence, linkPersona, unlinkPersona } from '~/models/sequences/run.server'
import { deleteSequence, updateSequence } from '~/models/sequences/sequence.server'
import { createTemplate, deleteTemplate } from '~/models/templates/template.server'
import { addSmtp, scan } from '../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../support/outreach'
import { bySize } from '../support/sizes'
import { openDoomed } from './support/doomed'

/** A process that dies at any await of a deletion with `contacts=stop` leaves all of it done, or nothing. */

/** Every how many places are tried. */
const STRIDE = bySize(3, 1, 1)
const DUE = new Date('2026-03-03T08:00:00Z')
const PEOPLE = 4

let outreach: Outreach
let db: Db
let userId: string
let mailboxId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  mailboxId = await addSmtp(db, userId, NOW)
  // Each contact's enrollment in the second sequence waits for the first: a stop has to wake it.
  await db.execute(sql`insert into settings (user_id, key, value)
    values (${userId}::uuid, 'contacts', '{"oneSequencePerContact": true, "maxContinuousNotOpens": 5}'::jsonb)`)
})
afterAll(() => outreach?.drop())

async function makeStage() {
  const { id: templateId } = await createTemplate(db, userId, {
    name: 'Hello',
    subject: 'Hi',
    templateType: 'html',
    htmlBody: '<p>Hi</p>',
  })
  const makeSequence = async (template?: string) => {
    const { id } = await outreach.makeSequence()
    await outreach.makeStep(id, template ? { templateId: template } : {})
    await updateSequence(db, userId, id, { mailboxIds: [mailboxId] }, NOW)
    return id
  }
  const [sequenceId, waitingId] = [await makeSequence(templateId), await makeSequence()]
  const { id: listId } = await outreach.makeList()
  const { id: otherListId } = await outreach.makeList('Other')
  const members = await outreach.makeMembers(listId, PEOPLE)
  await linkPersona(db, userId, sequenceId, listId, NOW, secrets)
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  await db.execute(sql`insert into persona_contacts (persona_id, contact_id)
    select ${otherListId}::uuid, id from unnest(${sql.param(members)}::uuid[]) as m(id)`)
  await linkPersona(db, userId, waitingId, otherListId, NOW, secrets)
  await activateSequence(db, userId, waitingId, NOW, secrets)
  await scan(db, DUE)
  await db.execute(sql`delete from graphile_worker._private_jobs`)
  return { templateId, sequenceId, waitingId, listId }
}
type Stage = Awaited<ReturnType<typeof makeStage>>

/** Leaves the next stage a mailbox without emails. */
async function clear({ sequenceId, waitingId }: Stage): Promise<void> {
  for (const id of [sequenceId, waitingId]) await deleteSequence(db, userId, id)
  await db.execute(sql`delete from mailbox_days`)
}

/** All that the deletion touches. */
async function stateOf({ templateId, sequenceId, waitingId, listId }: Stage) {
  const [row] = await db.execute<Record<string, unknown>>(sql`select
    exists (select from personas where id = ${listId}::uuid) as list,
    exists (select from templates where id = ${templateId}::uuid) as template,
    exists (select from sequence_personas where sequence_id = ${sequenceId}::uuid) as linked,
    (select string_agg(status || coalesce(' ' || end_reason, ''), ',' order by status) from sequence_contacts
      where sequence_id = ${sequenceId}::uuid) as enrollments,
    (select string_agg(state, ',' order by state) from email_sends where sequence_id = ${sequenceId}::uuid) as sends,
    (select count(*)::int from decisions d join sequence_contacts e on e.id = d.sequence_contact_id
      where e.sequence_id = ${sequenceId}::uuid and d.rule = 'ended') as reasons,
    (select coalesce(sum(active), 0)::int from sequence_stats where sequence_id = ${sequenceId}::uuid
      and step_id = '00000000-0000-0000-0000-000000000000') as counted,
    (select sum(used)::int from mailbox_days d join mail_accounts a on a.account_key = d.account_key
      where a.id = any (select unnest(mailbox_ids) from sequences where id = ${sequenceId}::uuid)) as places,
    (select string_agg(status || coalesce(' ' || hold_reason, ''), ',') from sequence_contacts
      where sequence_id = ${waitingId}::uuid) as waiting,
    (select count(*)::int from contacts where user_id = ${userId}::uuid
      and industry is distinct from contact_industry(id, organization)) as "wrongIndustry",
    (select count(*)::int from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'release-contacts') as wakes`)
  return row!
}

const STOP = { contacts: 'stop', now: DUE } as const
const DELETIONS: [string, (db: Db, stage: Stage) => Promise<unknown>][] = [
  ['an email list', (on, { listId }) => deletePersona(on, userId, listId, STOP)],
  [
    'the link of an email list',
    (on, { sequenceId, listId }) => unlinkPersona(on, userId, sequenceId, listId, STOP),
  ],
  ['a template', (on, { templateId }) => deleteTemplate(on, userId, templateId, STOP)],
]

test.each(DELETIONS)('deleting %s with contacts=stop is done whole or not at all', async (_, remove) => {
  const database = { url: outreach.url } as Parameters<typeof openDoomed>[0]
  const calm = await makeStage()
  const before = await stateOf(calm)
  expect(before).toMatchObject({ enrollments: Array(PEOPLE).fill('active').join(','), wakes: 0 })
  const counted = await openDoomed(database, { ids: {} })
  await remove(counted.app.db, calm)
  const places = counted.passed()
  await counted.close()
  const after = await stateOf(calm)
  expect(after).toMatchObject({
    enrollments: Array(PEOPLE).fill('stopped stopped_by_user').join(','),
    sends: Array(PEOPLE).fill('cancelled').join(','),
    counted: 0,
    places: 0,
    reasons: PEOPLE,
  })
  await clear(calm)

  for (let at = 1; at <= places; at += STRIDE) {
    for (const when of ['before', 'after'] as const) {
      const stage = await makeStage()
      const doomed = await openDoomed(database, { ids: {} }, { at, when, fault: 'process' })
      await Promise.race([doomed.died, remove(doomed.app.db, stage).catch(() => {})])
      await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`)
      const state = await stateOf(stage)
      // Only a death after the commit was executed leaves it done.
      expect([at, when, [JSON.stringify(before), JSON.stringify(after)]]).toEqual([
        at,
        when,
        expect.arrayContaining([JSON.stringify(state)]),
      ])
      // The user tries again.
      if (JSON.stringify(state) === JSON.stringify(before)) await remove(db, stage)
      expect([at, when, await stateOf(stage)]).toEqual([at, when, after])
      // Nothing of it leaves later.
      await scan(db, new Date(DUE.getTime() + 3_600_000))
      expect((await stateOf(stage)).sends).toBe(after.sends)
      await clear(stage)
    }
  }
})
