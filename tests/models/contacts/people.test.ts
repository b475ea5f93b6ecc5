import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decisions, emailLogs, sequenceContacts } from '#drizzle/schema'
import { updateContact } from '~/models/contacts/contact.server'
import { drawSequence } from '~/models/sequences/counts.server'
import type { ContactAction } from '~/models/sequences/members/contact-actions'
import { listEnrollments } from '~/models/sequences/members/contact-enrollments.server'
import {
  countMembers,
  getMember,
  listMembers,
  loadPath,
  type PeopleFilter,
} from '~/models/sequences/members/members.server'
import { summarizeEnrollments } from '~/models/sequences/members/people.server'
import { actOnEnrollments } from '~/models/sequences/members/person-acts.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { ACCEPTED, addSmtp, recordResult, sendOf, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets, UNKNOWN_ID } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

/** The first emails are due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const days = (n: number) => new Date(DUE.getTime() + n * 86_400_000)

/** The contacts whose emails start at a given time. */
const startedFor = async (at: Date) =>
  Promise.all((await startDue(db, at)).map(async (id) => (await sendOf(db, id)).sequenceContactId))

/** A running sequence of two emails with some contacts. */
async function run(n: number) {
  const sequence = await outreach.makeSequence()
  const mailboxId = await addSmtp(db, userId, NOW)
  const first = await outreach.makeStep(sequence.id)
  const second = await outreach.makeStep(sequence.id)
  await updateSequence(db, userId, sequence.id, { mailboxIds: [mailboxId] }, NOW)
  const list = await outreach.makeList()
  const contactIds = await outreach.makeMembers(list.id, n)
  await linkPersona(db, userId, sequence.id, list.id, NOW, secrets)
  await activateSequence(db, userId, sequence.id, NOW, secrets)
  const rows = await db
    .select({ id: sequenceContacts.id, contactId: sequenceContacts.contactId })
    .from(sequenceContacts)
    .where(eq(sequenceContacts.sequenceId, sequence.id))
  const people = contactIds.map((contactId) => rows.find((row) => row.contactId === contactId)!.id)
  const act = (enrollmentId: string, act: ContactAction, now = NOW) =>
    actOnEnrollments(db, userId, { sequenceId: sequence.id, enrollmentIds: [enrollmentId], act }, now)
  const member = (id: string) => getMember(db, userId, sequence.id, id, 'Europe/Paris')
  const list_ = (filter: PeopleFilter, more: { step?: string; search?: string; limit?: number } = {}) =>
    listMembers(db, userId, sequence.id, { limit: 50, filter, ...more }, 'Europe/Paris')
  return { id: sequence.id, first, second, people, contactIds, act, member, list: list_ }
}

describe('one enrollment', () => {
  test('of a running sequence waits to be planned, not for its activation', async () => {
    const { id, people, contactIds, member, list } = await run(1)
    for (const holdReason of ['not_activated', 'paused'] as const) {
      await db
        .update(sequenceContacts)
        .set({ holdReason, nextAction: null, nextActionAt: null })
        .where(eq(sequenceContacts.id, people[0]!))
      const why = 'Waiting to be planned.'
      expect((await member(people[0]!)).why).toBe(why)
      expect((await list('all')).rows[0]?.why).toBe(why)
      expect(await listEnrollments(db, userId, contactIds[0]!, 'Europe/Paris')).toMatchObject([{ why }])
      expect((await summarizeEnrollments(db, userId, id)).holds).toEqual([
        { reason: holdReason, people: 1, why: 'waiting to be planned' },
      ])
    }
  })

  test('gets nothing while paused, and says why', async () => {
    const { people, act, member } = await run(2)
    const [paused, other] = people as [string, string]
    await act(paused, 'pause')
    expect(await member(paused)).toMatchObject({ paused: true, status: 'active' })
    expect((await member(paused)).why).toMatch(/paused/i)
    expect(await startedFor(DUE)).toEqual([other])
    await act(paused, 'resume', days(1))
    expect(await member(paused)).toMatchObject({ paused: false, step: 'Email 1' })
    expect(await startedFor(days(1))).toContain(paused)
  })

  test('continues with the next step after a skip', async () => {
    const { people, act, member, second, id } = await run(1)
    const [person] = people as [string]
    await act(person, 'skip')
    expect(await member(person)).toMatchObject({ stepId: second.id, status: 'active' })
    const { entries } = await loadPath(db, id, person, 'Europe/Paris')
    expect(entries[0]).toMatchObject({ rule: 'skipped_by_user' })
    expect(entries[0]!.text).toMatch(/skipped/i)
  })

  test('cannot be changed once stopped', async () => {
    const { people, act, member } = await run(1)
    const [person] = people as [string]
    await act(person, 'stop')
    expect(await member(person)).toMatchObject({ status: 'stopped', step: null })
    expect(await startedFor(DUE)).not.toContain(person)
    for (const each of ['pause', 'resume', 'skip', 'stop'] as const) {
      expect(await refused(act(person, each))).toBe('CONFLICT: This contact has already left the sequence')
    }
  })

  test('cannot skip an email during its hand-over', async () => {
    const { people, act } = await run(1)
    const [person] = people as [string]
    const started = await startDue(db, DUE)
    expect(await refused(act(person, 'skip', DUE))).toMatch(
      /^CONFLICT: An email to this contact is being sent/,
    )
    await recordResult(db, started, ACCEPTED, DUE)
    expect(await refused(act(person, 'skip', DUE))).toBe('accepted')
  })

  test('refuses foreign enrollments, and resuming one that is not paused', async () => {
    const { id, people, act } = await run(1)
    const [person] = people as [string]
    expect(await refused(act(person, 'resume'))).toBe('CONFLICT: This contact is not paused')
    expect(await refused(act(UNKNOWN_ID, 'pause'))).toBe('NOT_FOUND: Contact not found in this sequence')
    const theirs = actOnEnrollments(
      db,
      outreach.strangerId,
      { sequenceId: id, enrollmentIds: [person], act: 'pause' },
      NOW,
    )
    expect(await refused(theirs)).toMatch(/^NOT_FOUND/)
    expect(await refused(getMember(db, outreach.strangerId, id, person, 'UTC'))).toMatch(/^NOT_FOUND/)
  })
})

describe('the contacts of a sequence', () => {
  test('are filtered by status, step and name, in pages', async () => {
    const { people, act, list, first, second, contactIds } = await run(4)
    const [paused, skipped, stopped] = people as [string, string, string, string]
    await updateContact(db, userId, contactIds[3]!, { firstName: 'Zoë', lastName: 'O_Hara' }, NOW, secrets)
    await act(paused, 'pause')
    await act(skipped, 'skip')
    await act(stopped, 'stop')
    const idsOf = async (...asked: Parameters<typeof list>) =>
      (await list(...asked)).rows.map((row) => row.id).sort()
    expect(await idsOf('all')).toEqual([...people].sort())
    expect(await idsOf('waiting')).toEqual([paused])
    expect(await idsOf('active')).toEqual([skipped, people[3]!].sort())
    expect(await idsOf('stopped')).toEqual([stopped])
    expect(await idsOf('completed')).toEqual([])
    expect(await idsOf('all', { step: second.id })).toEqual([skipped])
    expect(await idsOf('all', { step: first.id })).toEqual([paused, people[3]!].sort())
    expect(await idsOf('all', { search: 'zoë o_h' })).toEqual([people[3]])
    expect(await idsOf('all', { search: 'o%hara' })).toEqual([])
    const page = await list('all', { limit: 3 })
    expect(page.rows).toHaveLength(3)
    expect(page.cursor).not.toBe(null)
  })

  test('are filtered and counted by their reactions', async () => {
    const { id, people, list } = await run(4)
    const [opened, replied, bounced] = people as [string, string, string]
    const log = (sequenceContactId: string, moment: Partial<typeof emailLogs.$inferInsert>) => ({
      ...{ userId, sequenceId: id, sequenceContactId, sentAt: DUE, ...moment },
      ...{ recipientEmail: 'a@b.example', senderEmail: 's@b.example', subject: 'Hi' },
    })
    await db
      .insert(emailLogs)
      .values([
        log(opened, { openedAt: DUE }),
        log(opened, {}),
        log(replied, { openedAt: DUE, repliedAt: DUE }),
        log(bounced, { bouncedAt: DUE }),
      ])
    await db.update(sequenceContacts).set({ repliedAt: DUE }).where(eq(sequenceContacts.id, replied))
    const idsOf = async (filter: PeopleFilter) => (await list(filter)).rows.map((row) => row.id).sort()
    expect(await idsOf('opened')).toEqual([opened, replied].sort())
    expect(await idsOf('replied')).toEqual([replied])
    expect(await idsOf('bounced')).toEqual([bounced])
    expect(await countMembers(db, userId, id)).toEqual({
      ...{ all: 4, active: 4, waiting: 0, completed: 0, stopped: 0 },
      ...{ opened: 2, replied: 1, bounced: 1 },
    })
    expect((await countMembers(db, outreach.strangerId, id)).all).toBe(0)
    const { rows } = await list('all')
    const reactionsOf = (one: string) => {
      const { opened, replied, bounced } = rows.find((row) => row.id === one)!
      return { opened, replied, bounced }
    }
    expect(reactionsOf(replied)).toEqual({ opened: true, replied: true, bounced: false })
    expect(reactionsOf(bounced)).toEqual({ opened: false, replied: false, bounced: true })
    expect(reactionsOf(people[3]!)).toEqual({ opened: false, replied: false, bounced: false })
  })

  test('are paused together, and those who cannot be stay as they are', async () => {
    const { id, people, act, list } = await run(3)
    const [first, second, third] = people as [string, string, string]
    await act(third, 'stop')
    const actOnAll = (enrollmentIds: string[], act: ContactAction) =>
      actOnEnrollments(db, userId, { sequenceId: id, enrollmentIds, act }, NOW)
    const before = await db.select().from(decisions).where(eq(decisions.sequenceContactId, third))
    expect(await actOnAll([first, second, third, UNKNOWN_ID], 'pause')).toEqual({
      changed: 2,
      refusals: ['This contact has already left the sequence'],
    })
    expect((await list('waiting')).rows.map((row) => row.id).sort()).toEqual([first, second].sort())
    expect(await db.select().from(decisions).where(eq(decisions.sequenceContactId, third))).toEqual(before)
    expect(await refused(actOnAll([third], 'pause'))).toBe(
      'CONFLICT: This contact has already left the sequence',
    )
    const theirs = { sequenceId: id, enrollmentIds: people, act: 'stop' as const }
    expect(await refused(actOnEnrollments(db, outreach.strangerId, theirs, NOW))).toMatch(/^NOT_FOUND/)
  })

  test('are counted per step in the picture', async () => {
    const { id, people, act, first, second } = await run(3)
    await act(people[0]!, 'skip')
    const { picture, names, counts } = await drawSequence(db, userId, id)
    expect(picture.nodes.map((node) => node.id)).toEqual([first.id, second.id])
    expect(names[first.id]).toBe('Email 1')
    expect(counts).toMatchObject({ [first.id]: 2, [second.id]: 1 })
    expect(await refused(drawSequence(db, outreach.strangerId, id))).toMatch(/^NOT_FOUND/)
  })
})
