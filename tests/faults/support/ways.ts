import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerConversation } from '~/models/inbox/answer/answer.server'
import { beginConversation } from '~/models/inbox/answer/begin.server'
import { audit } from '../../load/audit'
import { runSeed, seeded, sized } from '../../load/random'
import { type Campaign, seedCampaign, seedPeople } from '../../load/seed'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { type Doomed, type FailPoint, finish, openDoomed, type Post, recover, sendDue } from './doomed'

/** Emails in each broken run, half of them from each mailbox. */
const MAILS = sized(4, 30)
/** More than the number of fail points. */
const MAX_POINTS = sized(160, 300)

let database: TestDatabase
let campaign: Campaign
let rescuer: Doomed
const post: Post = { ids: {} }
/** The driver waits as long as it may for a cut connection, so the test skips that wait. */
const closing: Promise<void>[] = []

interface Way {
  /** Makes emails due: those of a sequence, unless it says otherwise. */
  makeDue?(): Promise<void>
  /** The state before the broken part. */
  prepare(name: string): Promise<void>
  go(app: Doomed['app'], worker: string): Promise<void>
  /** The least number of fail points, or the test proves nothing. */
  places: number
}

const WAYS: Record<string, Way> = {
  sending: { prepare: async () => {}, go: sendDue, places: 25 },
  recovering: {
    // After a worker died with sends in flight: one was handed over, others had started.
    async prepare(name) {
      const dead = await openDoomed(database, post, { at: 1, of: 'mails', when: 'after', fault: 'process' })
      void sendDue(dead.app, `${name}, who died before`)
      await dead.died
    },
    go: recover,
    places: 15,
  },
  // Emails that the user wrote in conversations.
  answering: { makeDue: answerSome, prepare: async () => {}, go: sendDue, places: 15 },
}

/** Makes the emails of some pending enrollments due. */
async function makeDue(): Promise<void> {
  for (const mailboxId of campaign.mailboxIds) {
    await database.sql`
      update sequence_contacts set next_action_at = now() - interval '1 minute', slot_at = now() - interval '1 minute',
        planned_at = now() - interval '1 minute'
      where id in (select id from sequence_contacts
        where mailbox_id = ${mailboxId} and next_action_at > now() + interval '100 days' order by id limit ${MAILS / 2})`
  }
}

/** Writes to some contacts by hand, and lets the time for taking back pass. */
async function answerSome(): Promise<void> {
  const { db, clock, env, secrets } = rescuer.app
  const { userId } = campaign
  for (const mailboxId of campaign.mailboxIds) {
    const people = await database.sql<{ id: string }[]>`
      select id from contacts c where not exists (select from conversations where contact_id = c.id) order by id limit ${MAILS / 2}`
    for (const { id: contactId } of people) {
      const now = await clock.now()
      const id = await beginConversation(db, userId, { contactId, mailboxId, subject: 'Hello' }, now)
      await answerConversation(db, userId, id, { text: 'Hello' }, now, env, secrets)
    }
  }
  await database.sql`update email_sends set scheduled_for = now() - interval '1 minute' where is_manual and state = 'scheduled'`
}

const idsOf = async (states: string[]) =>
  new Set((await database.sql`select id from email_sends where state = any(${states})`).map((row) => row.id))

/** Waits for PostgreSQL to finish statements of closed connections. */
async function areOver(ports: number[]): Promise<void> {
  while ((await database.sql`select 1 from pg_stat_activity where client_port = any(${ports})`).length > 0);
}

/** Breaks a run at one fail point and finishes it. @returns whether the run reached that point */
async function breakAt(way: Way, point: FailPoint, name: string): Promise<boolean> {
  await (way.makeDue ?? makeDue)()
  await way.prepare(name)
  const doomed = await openDoomed(database, post, point)
  const going = way.go(doomed.app, name).then(
    () => null,
    (error: Error) => error,
  )
  const failure = await Promise.race([going, doomed.died])
  const wasHit = doomed.hit()
  if (!wasHit) expect(failure, name).toBe(null)
  await areOver(doomed.ended())
  const mayBeUnknown = await idsOf(['sending', 'uncertain'])
  // A process that only lost its connections continues by itself, with a new worker id.
  if (wasHit && point.fault === 'connections') await finish(database, doomed.app, `${name}, again`)
  if (!wasHit || point.fault === 'connections') closing.push(doomed.close())
  await finish(database, rescuer.app, 'rescuer')
  for (const id of await idsOf(['uncertain'])) expect(mayBeUnknown, name).toContain(id)
  return wasHit
}

/** Every due enrollment has one settled email, and what the user wrote is settled, as the receiving server confirms. */
async function check(): Promise<void> {
  await database.sql`delete from sequence_contacts where next_action_at > now() + interval '100 days'`
  const { ids } = post
  const found = await audit(database, { ids, count: 0, firstAt: 0, lastAt: 0 })
  const { twice, lost, unexplained, sent, failed, uncertain, enrolled } = found
  expect({ twice, lost, unexplained, failed }).toEqual({ twice: [], lost: [], unexplained: [], failed: 0 })
  const [written] = await database.sql`select count(*)::int as n from email_sends where is_manual`
  expect(sent + uncertain).toBe(enrolled + written!.n)
  // Where the Sent folder can be asked, only what does not lie there is left to the user.
  const readable = await database.sql<{ messageId: string }[]>`
    select message_id as "messageId" from email_sends
    where state = 'uncertain' and sender_account_id = ${campaign.mailboxIds[0]!}`
  expect(readable.filter(({ messageId }) => ids[messageId])).toEqual([])
}

/**
 * Tests of a fault at every `stride`th await on PostgreSQL or a mail server, from a random start until the run passes.
 * The first of two mailboxes can be read: its Sent folder is searched.
 */
export function testEveryPlace(fault: FailPoint['fault'], stride: number): void {
  const random = seeded(runSeed(`fail points, ${fault}`))
  beforeAll(async () => {
    database = await createTestDatabase()
    campaign = await seedCampaign(database, { port: 9, mailboxes: 2 })
    await database.sql`update mail_accounts set imap_host = '127.0.0.1' where id = ${campaign.mailboxIds[0]!}`
    rescuer = await openDoomed(database, post)
  })
  afterAll(async () => {
    await Promise.all([...closing, rescuer?.close()])
    await database?.drop()
  })
  const cases = Object.keys(WAYS).flatMap((way) =>
    (['before', 'after'] as const).map((when) => ({ way, when })),
  )
  test.each(cases)(
    `${fault} lost at every fail point of $way, $when the remote side acted`,
    async ({ way, when }) => {
      const prefix = `${way}-${when}-`
      await seedPeople(database, campaign, MAILS * Math.ceil(MAX_POINTS / stride), '1 year', prefix)
      let at = 1 + Math.floor(random() * stride)
      while (await breakAt(WAYS[way]!, { at, when, fault }, `${prefix}${at}`)) at += stride
      process.stdout.write(`fail points: ${fault}, ${way}, ${when}: up to ${at - stride}\n`)
      expect(at).toBeGreaterThan(WAYS[way]!.places)
      expect(at - stride).toBeLessThan(MAX_POINTS)
      await check()
    },
  )
}
