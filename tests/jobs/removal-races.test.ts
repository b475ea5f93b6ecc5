import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contacts, emailLogs, emailSends, mailAccounts, sequenceContacts } from '#drizzle/schema'
import { deleteContact } from '~/models/contacts/contact.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import { actOnEnrollments } from '~/models/sequences/members/person-acts.server'
import { activateSequence, pauseSequence } from '~/models/sequences/run.server'
import { deleteSequence, updateSequence } from '~/models/sequences/sequence.server'
import { unsubscribe } from '~/models/tracking/tracking.server'
import { type Inbound, UNREADABLE } from '~/providers/mail/inbound/inbound'
import { lockAwaited } from '../faults/support/race'
import { ACCEPTED, recordResult, startDue } from '../support/mailing'
import { secrets } from '../support/outreach'
import {
  checkAlways,
  clockThat,
  DUE,
  disconnectByJob,
  openStage,
  remove,
  type Stage,
} from '../support/removal'

/** What else happens while a mailbox is being removed. */

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage?.drop())

const hours = (n: number) => new Date(DUE.getTime() + n * 3_600_000)

/** Enrollments of a sequence at the mailbox that is removed. */
const peopleAt = async (sequenceId: string, status: 'active' | 'stopped' = 'active') =>
  stage.db
    .select()
    .from(sequenceContacts)
    .where(
      and(
        eq(sequenceContacts.sequenceId, sequenceId),
        eq(sequenceContacts.mailboxId, stage.gone),
        eq(sequenceContacts.status, status),
      ),
    )
    .orderBy(sequenceContacts.id)

const sentTo = async (enrollmentId: string) =>
  (
    await stage.db
      .select()
      .from(emailSends)
      .where(and(eq(emailSends.sequenceContactId, enrollmentId), eq(emailSends.state, 'sent')))
  )[0]

const reply = async (enrollmentId: string) => {
  const send = (await sentTo(enrollmentId))!
  const inbound: Inbound = {
    ...UNREADABLE,
    ...{ kind: 'reply', hard: null, class: null, recipients: [], status: null, reason: '' },
    ...{
      originalMessageIds: [],
      sendId: send.id,
      from: 'x@people.example',
      subject: 'Re: Hi',
      text: 'Yes',
      stop: false,
    },
  }
  const received = { mailboxId: stage.other, providerId: crypto.randomUUID(), receivedAt: DUE, inbound }
  await processInbound(stage.db, stage.userId, received, DUE, secrets)
}

/** The sends of the mailbox so far; checks that none was handed over twice. */
async function attempts(): Promise<number> {
  const rows = await stage.db
    .select({ from: emailSends.senderEmail, attempts: emailSends.attempts })
    .from(emailSends)
  for (const row of rows) expect(row.attempts).toBeLessThan(2)
  return rows.filter((row) => row.from === 'gone@sender.example' && row.attempts > 0).length
}

test('handles replies, opt-outs, opens and sends between batches', async () => {
  const before = await attempts()
  const written = []
  for (const one of await peopleAt(stage.alone)) if (await sentTo(one.id)) written.push(one)
  const [replier, leaves] = written
  await disconnectByJob(stage)
  const clock = clockThat(async (batches) => {
    if (batches === 1) {
      await reply(replier!.id)
      const send = await sentTo(leaves!.id)
      await unsubscribe(stage.db, send!.unsubscribeToken, DUE, secrets)
    }
    // Whatever is due is decided and sent, before each batch.
    await recordResult(stage.db, await startDue(stage.db, DUE), ACCEPTED, DUE)
    expect(await attempts()).toBe(before)
    await checkAlways(stage.db)
  })
  await remove(stage, { clock })
  const rowOf = async (id: string) =>
    (await stage.db.select().from(sequenceContacts).where(eq(sequenceContacts.id, id)))[0]!
  expect(await rowOf(replier!.id)).toMatchObject({
    status: 'completed',
    endReason: 'replied',
    mailboxId: null,
  })
  expect(await rowOf(leaves!.id)).toMatchObject({
    status: 'stopped',
    endReason: 'unsubscribed',
    mailboxId: null,
  })
  // Other contacts of the sequence got emails from the remaining mailbox.
  const late = await stage.db
    .select()
    .from(emailSends)
    .where(and(eq(emailSends.sequenceId, stage.shared), eq(emailSends.senderEmail, 'other@sender.example')))
  expect(late.filter((send) => send.state === 'scheduled' || send.state === 'cancelled')).toEqual([])
  // Nor a week later.
  await startDue(stage.db, hours(24 * 7))
  expect(await attempts()).toBe(before)
})

test('records sends handed over before and after their batch', async () => {
  const { db } = stage
  const flying = await db
    .select()
    .from(emailSends)
    .where(and(eq(emailSends.state, 'sending'), eq(emailSends.senderAccountId, stage.gone)))
  const [early, late] = [flying[0]!, flying.at(-1)!]
  await disconnectByJob(stage)
  await recordResult(db, [early.id], ACCEPTED, DUE)
  await remove(stage)
  await recordResult(db, [late.id], ACCEPTED, DUE)
  for (const { id, sequenceContactId } of [early, late]) {
    const logs = await db.select().from(emailLogs).where(eq(emailLogs.emailSendId, id))
    expect(logs).toMatchObject([{ senderEmail: 'gone@sender.example', sentAt: DUE }])
    const [one] = await db.select().from(sequenceContacts).where(eq(sequenceContacts.id, sequenceContactId!))
    expect(one).toMatchObject({ status: 'active', nextAction: 'decide' })
  }
  await checkAlways(db)
})

test('handles changes of enrollments and sequences between batches', async () => {
  const { db, userId } = stage
  const before = await attempts()
  const [removed, paused] = await peopleAt(stage.byDefault)
  await disconnectByJob(stage)
  const [{ n: members } = { n: -1 }] = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from contacts`,
  )
  const acts = [
    () => pauseSequence(db, userId, stage.shared),
    () => activateSequence(db, userId, stage.shared, DUE, secrets),
    () => deleteContact(db, userId, removed!.contactId!, DUE, secrets),
    () =>
      actOnEnrollments(
        db,
        userId,
        { sequenceId: stage.byDefault, enrollmentIds: [paused!.id], act: 'pause' },
        DUE,
      ),
    () => updateSequence(db, userId, stage.byDefault, { skipWeekends: true }, DUE),
    async () => {
      const list = await db.execute<{ id: string }>(sql`select persona_id as id from sequence_personas
        where sequence_id = ${stage.byDefault}`)
      await stage.makeMembers(list[0]!.id, 2, DUE)
    },
    () => deleteSequence(db, userId, stage.alone),
  ]
  let done = 0
  const clock = clockThat(async () => {
    await acts[done++]?.()
    await checkAlways(db)
  })
  await remove(stage, { clock })
  expect(done).toBeGreaterThanOrEqual(acts.length)
  expect(await db.select().from(mailAccounts).where(eq(mailAccounts.id, stage.gone))).toEqual([])
  const people = await db.select().from(sequenceContacts)
  for (const one of people) if (one.mailboxId) expect(one.mailboxId).toBe(stage.other)
  expect(await db.select().from(contacts)).toHaveLength(members + 1)
  // New enrollments use the remaining mailbox, which is now the default, as do the earlier ones.
  expect(people.filter((one) => one.holdReason === 'no_mailbox')).toEqual([])
  await recordResult(db, await startDue(db, hours(30)), ACCEPTED, hours(30))
  expect(await attempts()).toBe(before)
  await checkAlways(db)
})

test('finds every new reference before it deletes the mailbox', async () => {
  const { db } = stage
  await disconnectByJob(stage)
  const late = { person: '' }
  const clock = clockThat(async () => {
    const [left] = await peopleAt(stage.byDefault)
    if (left || late.person) return
    // Another request chose it before, and stores it now.
    const [person] = await db.execute<{ id: string }>(sql`update sequence_contacts
      set mailbox_id = ${stage.gone}, hold_reason = null, next_action_at = ${DUE.toISOString()}::timestamptz
      where id = (select id from sequence_contacts where sequence_id = ${stage.byDefault} and status = 'active'
        and hold_reason is null limit 1) returning id`)
    late.person = person!.id
  })
  await remove(stage, { clock })
  expect(late.person).not.toBe('')
  const [person] = await db.select().from(sequenceContacts).where(eq(sequenceContacts.id, late.person))
  expect(person).toMatchObject({ mailboxId: stage.other, holdReason: null })
  expect(await db.select().from(mailAccounts).where(eq(mailAccounts.id, stage.gone))).toEqual([])
})

test('moves enrollments of a sequence that chose the mailbox at the last moment', async () => {
  const { db, userId, shared, alone, gone, other } = stage
  await disconnectByJob(stage)
  // As a form does that had looked for its mailboxes before.
  await db.execute(
    sql`update sequences set mailbox_ids = array[${gone}::uuid, ${other}::uuid] where id = ${shared}`,
  )
  await db.execute(sql`update sequences set mailbox_ids = array[${gone}::uuid] where id = ${alone}`)
  await db.execute(sql`update users set default_sender_account_id = ${gone} where id = ${userId}`)
  await remove(stage)
  await checkAlways(db)
  expect(await db.select().from(mailAccounts).where(eq(mailAccounts.id, gone))).toEqual([])
  const elsewhere = await db.execute<{ left: number }>(sql`
    select count(*)::int as left from sequence_contacts
    where sequence_id = ${shared} and status = 'active' and mailbox_id is distinct from ${other}::uuid`)
  expect(elsewhere[0]!.left).toBe(0)
})

test('refuses an edit that chooses a mailbox being disconnected', async () => {
  const { db, userId, alone, gone, other } = stage
  let edit: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await disconnectMailbox(tx, userId, gone, DUE, secrets, 0)
    edit = updateSequence(db, userId, alone, { mailboxIds: [gone, other] }, DUE).catch(
      (error: Error) => error,
    )
    await lockAwaited(db, edit)
  })
  expect(await edit).toMatchObject({ code: 'NOT_FOUND' })
})
