import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sequenceContacts } from '#drizzle/schema'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { countOverLimit, getAnalytics } from '~/models/reports/report.server'
import { summarizeEnrollments } from '~/models/sequences/members/people.server'
import { resumeAllPaused } from '~/models/sequences/members/person-acts.server'
import {
  activateSequence,
  linkPersona,
  listLinkedPersonas,
  unlinkPersona,
} from '~/models/sequences/run.server'
import { getSequence, updateSequence } from '~/models/sequences/sequence.server'
import { LATER, NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

describe('the contacts of a sequence', () => {
  test('over the contact limit wait, earliest first, until it is raised', async () => {
    const { id } = await outreach.makeSequence({ contactLimit: 2 })
    await outreach.makeStep(id)
    const [list, late] = [await outreach.makeList(), await outreach.makeList()]
    const members: string[] = []
    for (const minutes of [3, 2, 1]) {
      members.push(...(await outreach.makeMembers(list.id, 1, new Date(NOW.getTime() - minutes * 60_000))))
    }
    const [newcomer] = await outreach.makeMembers(late.id, 1)
    await linkPersona(db, userId, id, list.id, NOW, secrets)
    expect((await getSequence(db, userId, id)).totalContacts).toBe(0)
    await activateSequence(db, userId, id, NOW, secrets)
    await linkPersona(db, userId, id, late.id, LATER, secrets)
    expect((await getSequence(db, userId, id)).totalContacts).toBe(2)
    expect(await countOverLimit(db, userId, id)).toBe(2)
    expect(await summarizeEnrollments(db, userId, id)).toMatchObject({
      total: 2,
      active: 2,
      overLimit: 2,
      holds: [],
    })
    expect(await heldOf(id)).toEqual(new Set([members[2], newcomer]))

    await updateSequence(db, userId, id, { contactLimit: 3 }, LATER)
    expect(await heldOf(id)).toEqual(new Set([newcomer]))
    await updateSequence(db, userId, id, { contactLimit: 1 }, LATER)
    expect((await getSequence(db, userId, id)).totalContacts).toBe(3)
    await updateSequence(db, userId, id, { contactLimit: null }, LATER)
    expect(await countOverLimit(db, userId, id)).toBe(0)
    expect((await getSequence(db, userId, id)).totalContacts).toBe(4)
  })

  test('enrolled together are admitted in the given order', async () => {
    const { id } = await outreach.makeSequence({ contactLimit: 1 })
    await outreach.makeStep(id)
    const list = await outreach.makeList()
    const members = (await outreach.makeMembers(list.id, 20)).sort().toReversed()
    await activateSequence(db, userId, id, NOW, secrets)
    await enrollContacts(db, userId, id, members, NOW, secrets)
    for (const limit of [2, 7, 13]) {
      await updateSequence(db, userId, id, { contactLimit: limit }, LATER)
      expect(await heldOf(id)).toEqual(new Set(members.slice(limit)))
    }
  })

  const heldOf = async (id: string) => {
    const rows = await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, id))
    return new Set(rows.filter((row) => row.holdReason === 'sequence_full').map((row) => row.contactId))
  }

  test('that the removal of a list has paused are resumed together, and no others', async () => {
    const { id } = await outreach.makeSequence()
    await outreach.makeStep(id)
    const [list, other] = [await outreach.makeList(), await outreach.makeList()]
    await outreach.makeMembers(list.id, 3)
    const [stopped] = await outreach.makeMembers(other.id, 1)
    for (const one of [list, other]) await linkPersona(db, userId, id, one.id, NOW, secrets)
    await activateSequence(db, userId, id, NOW, secrets)
    await unlinkPersona(db, userId, id, list.id, { contacts: 'hold', now: LATER })
    await unlinkPersona(db, userId, id, other.id, { contacts: 'stop', now: LATER })
    const rows = () => db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, id))
    expect((await rows()).filter(({ holdReason }) => holdReason === 'paused_by_user')).toHaveLength(3)
    expect(await refused(resumeAllPaused(db, crypto.randomUUID(), id, LATER))).toBe(
      'NOT_FOUND: Sequence not found',
    )
    expect(await resumeAllPaused(db, userId, id, LATER)).toBe(3)
    expect((await rows()).filter(({ holdReason }) => holdReason !== null)).toEqual([])
    expect((await rows()).flatMap((row) => (row.status === 'active' ? [] : [row.contactId]))).toEqual([
      stopped,
    ])
  })

  test('are summarized by hold reason', async () => {
    const { id } = await outreach.makeSequence()
    await outreach.makeStep(id)
    const list = await outreach.makeList()
    const [held] = await outreach.makeMembers(list.id, 3)
    await linkPersona(db, userId, id, list.id, NOW, secrets)
    const none = {
      total: 0,
      active: 0,
      completed: 0,
      stopped: 0,
      pending: 0,
      overLimit: 0,
      holds: [],
      nextDueAt: null,
    }
    expect(await summarizeEnrollments(db, userId, id)).toEqual(none)
    await activateSequence(db, userId, id, NOW, secrets)
    const nextDueAt = new Date('2026-03-03T08:00:00Z')
    expect(await summarizeEnrollments(db, userId, id)).toEqual({
      ...none,
      total: 3,
      active: 3,
      pending: 3,
      nextDueAt,
    })
    await db
      .update(sequenceContacts)
      .set({ holdReason: 'no_mailbox' })
      .where(and(eq(sequenceContacts.sequenceId, id), eq(sequenceContacts.contactId, held!)))
    const holds = [{ reason: 'no_mailbox', people: 1, why: 'the sequence has no mailbox to send from' }]
    expect(await summarizeEnrollments(db, userId, id)).toEqual({
      ...none,
      total: 3,
      active: 3,
      pending: 2,
      holds,
      nextDueAt,
    })
  })

  test('are enrolled once through two lists', async () => {
    const { id } = await outreach.makeSequence()
    await outreach.makeStep(id)
    await activateSequence(db, userId, id, NOW, secrets)
    const [list, other] = [await outreach.makeList('One'), await outreach.makeList('Two')]
    const members = await outreach.makeMembers(list.id, 2)
    await linkPersona(db, userId, id, list.id, NOW, secrets)
    await linkPersona(db, userId, id, list.id, NOW, secrets)
    await linkPersona(db, userId, id, other.id, NOW, secrets)
    await addToPersona(db, userId, { personaId: other.id, contactIds: members }, NOW, secrets)
    expect((await getSequence(db, userId, id)).totalContacts).toBe(2)
    await unlinkPersona(db, userId, id, list.id)
    expect((await listLinkedPersonas(db, userId, id)).map((row) => row.name)).toEqual(['Two'])
    expect((await getSequence(db, userId, id)).totalContacts).toBe(2)
    expect(await refused(unlinkPersona(db, userId, id, list.id))).toBe('NOT_FOUND: Email list not found')
  })
})

test('the report lists every Send Email step before the first email', async () => {
  const { id } = await outreach.makeSequence()
  const step = await outreach.makeStep(id)
  expect(await getAnalytics(db, userId, id)).toMatchObject({
    totalEmailsSent: 0,
    pendingEmails: 0,
    openRate: 0,
    replyRate: 0,
    stepStats: [{ stepId: step.id, stepName: 'Email 1', totalSent: 0, openRate: 0 }],
  })
})
