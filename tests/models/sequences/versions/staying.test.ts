import { and, asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decisions, emailSends, sequenceContacts, sequences, sequenceVersions, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { getPlanVersion, replanSequence } from '~/models/enrollments/events.server'
import { prepareSends } from '~/models/outbox/mail-content.server'
import { startSends } from '~/models/outbox/start.server'
import { deletePersona } from '~/models/personas/persona.server'
import { forecastSequence } from '~/models/planning/forecast.server'
import { drawVersion } from '~/models/sequences/counts.server'
import { activateSequence, pauseSequence } from '~/models/sequences/run.server'
import { SequenceChange } from '~/models/sequences/sequence'
import { deleteSequence, updateSequence } from '~/models/sequences/sequence.server'
import { StepChange } from '~/models/sequences/step'
import { deleteStep, updateStep } from '~/models/sequences/step.server'
import { parseDraft } from '~/models/sequences/step-form'
import { saveStepForm } from '~/models/sequences/step-graph.server'
import { readContent } from '~/models/sequences/versions/content.server'
import { listVersions, versionOf } from '~/models/sequences/versions/list.server'
import { getVersion, restoreVersion } from '~/models/sequences/versions/restore.server'
import { reviewChange, reviewMove, saveReviewed } from '~/models/sequences/versions/review.server'
import { changeWithoutContacts, moveContacts } from '~/models/sequences/versions/staying.server'
import { createTemplate, deleteTemplate, updateTemplate } from '~/models/templates/template.server'
import { ACCEPTED, addSmtp, answer, claimAll, scan, startRendered } from '../../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeEach(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  await addSmtp(db, userId, NOW)
})
afterEach(() => outreach?.drop())

/** Tuesday, 9:00 in Paris: the first email of those who were enrolled at first. */
const DUE = new Date('2026-03-03T08:00:00Z')
const NEXT_DAY = new Date('2026-03-04T08:00:00Z')
const links = { appUrl: 'https://links.example', appIsLoopback: false, google: null }
const RETRY = { ok: false, why: 'retry', detail: 'busy' } as const

const makeTemplate = async (subject: string, htmlBody = '<p>Hi</p>') =>
  (await createTemplate(db, userId, { name: subject, subject, templateType: 'html', htmlBody })).id

/** A running sequence of two emails with contacts who wait for the first one. */
async function start({
  people = 2,
  fields = {},
}: {
  people?: number
  fields?: Record<string, unknown>
} = {}) {
  const { id } = await outreach.makeSequence(fields)
  const a = (await outreach.makeStep(id, { name: 'A', templateId: await makeTemplate('First') })).id
  const b = (await outreach.makeStep(id, { name: 'B', templateId: await makeTemplate('Second') })).id
  const list = await outreach.makeList()
  const contacts = await outreach.makeMembers(list.id, people + 1)
  const newcomer = contacts.pop()!
  await activateSequence(db, userId, id, NOW, secrets)
  await enrollContacts(db, userId, id, contacts, NOW, secrets)
  const rows = () =>
    db
      .select()
      .from(sequenceContacts)
      .where(eq(sequenceContacts.sequenceId, id))
      .orderBy(asc(sequenceContacts.enrolledAt), asc(sequenceContacts.id))
  return {
    ...{ id, a, b, contacts, newcomer, rows },
    enroll: (now = NOW) => enrollContacts(db, userId, id, [newcomer], now, secrets),
    sends: () =>
      db.select().from(emailSends).where(eq(emailSends.sequenceId, id)).orderBy(asc(emailSends.id)),
    /** Does the job of an edit. */
    replan: async (now = NOW) => replanSequence(db, id, (await getPlanVersion(db, id))!, now),
    /** A change that contacts in progress do not follow. */
    stay: (change: (tx: Db) => Promise<unknown>) => changeWithoutContacts(db, userId, id, change),
  }
}

const context = { now: NOW, timezone: 'UTC', confirmed: null }
const change = (tx: Db, id: string, fields: Record<string, unknown>) =>
  updateStep(tx, userId, id, StepChange.parse(fields), NOW)
const changeSettings = (tx: Db, id: string, fields: Record<string, unknown>) =>
  updateSequence(tx, userId, id, SequenceChange.parse(fields), NOW)
const subjects = (sends: { subject: string | null; state: string }[]) =>
  sends.map(({ subject, state }) => `${subject} ${state}`)

describe('contacts who stay', () => {
  test('are not planned again by this edit and later ones, and new contacts follow them', async () => {
    const { id, a, rows, stay, enroll, replan } = await start()
    const before = await rows()
    const count = () => db.$count(decisions, eq(decisions.userId, userId))
    const decided = await count()
    await stay((tx) => change(tx, a, { sendHour: 15 }))
    await change(db, a, { sendHour: 16, delayDays: 2 })
    await replan()
    const [{ id: versionId } = { id: '' }] = await db
      .select()
      .from(sequenceVersions)
      .where(and(eq(sequenceVersions.sequenceId, id), eq(sequenceVersions.number, 1)))
    expect(await rows()).toEqual(before.map((row) => ({ ...row, versionId })))
    expect(await count()).toBe(decided)
    await enroll()
    const [one, two, fresh] = await rows()
    expect([one!.nextActionAt, two!.nextActionAt]).toEqual([DUE, DUE])
    expect(fresh).toMatchObject({ versionId: null, nextActionAt: new Date('2026-03-04T15:00:00Z') })
  })

  test('keep to the older of two versions', async () => {
    const { id, a, newcomer, rows, stay, enroll } = await start({ people: 1 })
    await stay((tx) => change(tx, a, { sendHour: 15 }))
    await enroll()
    await stay((tx) => change(tx, a, { sendHour: 16 }))
    const numbers = await Promise.all((await rows()).map((row) => versionOf(db, userId, row.id)))
    expect(numbers.map((version) => version?.number)).toEqual([1, 2])
    expect((await rows()).map(({ nextActionAt }) => nextActionAt?.getUTCHours())).toEqual([8, 14])
    const { versions } = await listVersions(db, userId, id, { limit: 9 })
    expect(versions.map(({ number, staying }) => [number, staying])).toEqual([
      [3, 0],
      [2, 1],
      [1, 1],
    ])
    expect(newcomer).not.toBeNull()
  })

  test('get the text, thread and tracking of their version', async () => {
    const { id, a, b, rows, sends, stay } = await start({ people: 1 })
    await change(db, b, { sameThread: true })
    const other = await makeTemplate('Other')
    await stay(async (tx) => {
      await change(tx, a, { templateId: other })
      await change(tx, b, { templateId: other, sameThread: false })
      await changeSettings(tx, id, { trackingEnabled: false })
      await deleteStep(tx, userId, a)
    })
    await startRendered(db, links, DUE)
    await answer(db, [(await sends())[0]!.id], ACCEPTED, DUE)
    for (let day = 1; day < 9; day++)
      await startRendered(db, links, new Date(DUE.getTime() + day * 86_400_000))
    expect((await sends()).map(({ subject, tracked }) => [subject, tracked])).toEqual([
      ['First', true],
      ['Re: First', true],
    ])
    expect((await rows())[0]!.status).toBe('active')
  })

  test('finish the window of a step that their version had deleted, whatever becomes of it later', async () => {
    const { id, a, b, sends, rows, stay, replan } = await start({ people: 1 })
    await startRendered(db, links, DUE)
    await answer(db, [(await sends())[0]!.id], ACCEPTED, DUE)
    await deleteStep(db, userId, a)
    await replan(DUE)
    await stay((tx) => change(tx, b, { delayDays: 30 }))
    await restoreVersion(db, userId, id, 1, DUE)
    await change(db, a, { reactionWindowHours: 700, branchOnly: true })
    await pauseSequence(db, userId, id)
    await activateSequence(db, userId, id, DUE, secrets)
    await replan(DUE)
    expect((await rows())[0]).toMatchObject({
      currentStepId: a,
      nextActionAt: new Date('2026-03-05T08:00:00Z'),
    })
    for (let day = 1; day < 9; day++)
      await startRendered(db, links, new Date(DUE.getTime() + day * 86_400_000))
    expect(subjects(await sends())).toEqual(['First sent', 'Second sending'])
  })

  test('keep the variant of an attempted email by their version', async () => {
    const variants = [await makeTemplate('V'), await makeTemplate('W')]
    const on = (templateId: string) => ({ templateId, weight: 1, active: true })
    const { a, rows, sends, stay } = await start({ people: 20 })
    await change(db, a, { variants: variants.map(on) })
    await startRendered(db, links, DUE)
    await startRendered(db, links, DUE)
    const first = await sends()
    await answer(
      db,
      first.map((send) => send.id),
      RETRY,
      DUE,
    )
    expect(new Set(first.map(({ subject }) => subject))).toEqual(new Set(['V', 'W']))
    await change(db, a, { variants: [{ ...on(variants[0]!), active: false }, on(variants[1]!)] })
    const other = await makeTemplate('Other')
    await stay((tx) => change(tx, a, { variants: [on(other)] }))
    await startRendered(db, links, new Date(DUE.getTime() + 600_000))
    await startRendered(db, links, NEXT_DAY)
    const second = await sends()
    expect(second.map(({ attempts }) => attempts)).toEqual(Array(20).fill(2))
    expect(second.map(({ id, subject }) => [id, subject])).toEqual(
      first.map(({ id, subject }) => [id, subject]),
    )
    expect((await rows())[0]!.versionId).not.toBeNull()
  })

  test('wait for a template that was deleted since, and skip a list that was', async () => {
    const { id, a, rows, sends, stay } = await start({ people: 1 })
    const list = await outreach.makeList('Short-lived')
    const text = await makeTemplate('Short-lived')
    await outreach.makeStep(id, { stepType: 'add_to_persona', personaId: list.id, order: 0 })
    await change(db, a, { templateId: text })
    const other = await makeTemplate('Other')
    await stay((tx) => change(tx, a, { templateId: other }))
    await deleteTemplate(db, userId, text)
    await deletePersona(db, userId, list.id)
    for (let day = 0; day < 3; day++) {
      const at = new Date(DUE.getTime() + day * 86_400_000)
      await startRendered(db, links, at)
    }
    expect(await db.$count(decisions, eq(decisions.rule, 'list_step'))).toBe(1)
    expect((await rows())[0]).toMatchObject({ status: 'active', holdReason: 'missing_template' })
    expect((await sends()).map(({ state }) => state)).toEqual(['cancelled'])
  })

  test('go on when a text that only their version has is completed', async () => {
    const { a, rows, sends, stay } = await start({ people: 1 })
    const broken = await makeTemplate('Broken', '<p>{{ company }}</p>')
    await change(db, a, { templateId: broken })
    await startRendered(db, links, DUE)
    await startRendered(db, links, DUE)
    expect((await rows())[0]!.holdReason).toBe('missing_variable')
    const other = await makeTemplate('Other')
    await stay((tx) => change(tx, a, { templateId: other }))
    expect((await rows())[0]!.holdReason).toBe('missing_variable')
    await updateTemplate(db, userId, other, { htmlBody: '<p>Hi</p>' }, DUE)
    expect((await rows())[0]!.holdReason).toBe('missing_variable')
    await updateTemplate(db, userId, broken, { htmlBody: '<p>Hi</p>' }, DUE)
    await startRendered(db, links, DUE)
    expect(subjects(await sends())).toEqual(['Broken sending'])
  })

  test('are planned again by their version when the sequence resumes or its mailboxes change', async () => {
    const { id, a, rows, stay, replan } = await start({ people: 1 })
    await stay((tx) => change(tx, a, { sendHour: 15 }))
    await pauseSequence(db, userId, id)
    await activateSequence(db, userId, id, NEXT_DAY, secrets)
    expect(await replan(NEXT_DAY)).toBe(0)
    // Its time has passed meanwhile.
    expect((await rows())[0]!.nextActionAt).toEqual(NEXT_DAY)
    const mailbox = await addSmtp(db, userId, NOW)
    await changeSettings(db, id, { mailboxIds: [mailbox] })
    await replan(NEXT_DAY)
    expect((await rows())[0]).toMatchObject({
      ...{ mailboxId: mailbox, nextActionAt: NEXT_DAY },
      planVersion: await getPlanVersion(db, id),
    })
  })

  test('are planned by their version when the job of an earlier edit has not run yet', async () => {
    const { a, rows, stay, replan } = await start({ people: 1 })
    await change(db, a, { sendHour: 12 })
    await stay((tx) => change(tx, a, { sendHour: 17 }))
    await replan()
    expect((await rows())[0]!.nextActionAt).toEqual(new Date('2026-03-03T11:00:00Z'))
  })

  test('are those in progress: neither contacts over the limit nor ended ones', async () => {
    const { id, a, rows, stay, enroll } = await start({ people: 2, fields: { contactLimit: 2 } })
    const [ended] = await rows()
    await db
      .update(sequenceContacts)
      .set({ status: 'stopped', endReason: 'stopped_by_user' })
      .where(eq(sequenceContacts.id, ended!.id))
    await enroll()
    await stay(async (tx) => {
      await change(tx, a, { sendHour: 15 })
      await changeSettings(tx, id, { contactLimit: 3 })
    })
    const all = await rows()
    expect(all.map(({ versionId }) => versionId !== null)).toEqual(
      all.map((row) => row.id !== ended!.id && row.contactId !== all.at(-1)!.contactId),
    )
    expect(all.at(-1)!.nextActionAt!.getUTCHours()).toBe(14)
  })

  test('follow a change that is only of names, limits and mailboxes', async () => {
    const { id, a, rows, stay } = await start()
    const mailbox = await addSmtp(db, userId, NOW)
    const common = { contactLimit: 77, maxEmailsPerContactPerWeek: 3, mailboxIds: [mailbox] }
    const edit = async (tx: Db) => {
      await change(tx, a, { name: 'Renamed' })
      await changeSettings(tx, id, { name: 'Renamed', ...common })
    }
    expect(await reviewChange(db, userId, id, edit, context)).toMatchObject({ staying: null })
    await stay(edit)
    const following = { versionId: null, mailboxId: mailbox }
    expect(await rows()).toMatchObject([following, following])
  })

  test('are drawn and forecast by their version', async () => {
    const { id, a, rows, stay } = await start({ people: 1 })
    await stay((tx) => deleteStep(tx, userId, a))
    const version = await versionOf(db, userId, (await rows())[0]!.id)
    expect(version).toMatchObject({ number: 1, newest: 2 })
    const nodes = async (versionId: string | null) =>
      (await drawVersion(db, id, versionId)).picture.nodes.length
    expect(await nodes(version!.id)).toBe((await nodes(null)) + 1)
    expect((await forecastSequence(db, userId, id, NOW)).mails).toBe(2)
    expect(await versionOf(db, outreach.strangerId, (await rows())[0]!.id)).toBeNull()
  })
})

describe('a version', () => {
  test('is not deleted while contacts stay on it, and goes with its sequence and its account', async () => {
    const { id, a, rows, stay } = await start()
    await stay((tx) => change(tx, a, { sendHour: 15 }))
    await db.insert(sequenceVersions).values(
      Array.from({ length: 210 }, (_, n) => ({
        ...{ sequenceId: id, number: n + 3, userId, content: {} },
        createdAt: NOW,
      })),
    )
    await change(db, a, { sendHour: 16 })
    const numbers = async () =>
      (await db.select().from(sequenceVersions).where(eq(sequenceVersions.sequenceId, id)))
        .map(({ number }) => number)
        .sort((x, y) => x - y)
    expect((await numbers()).slice(0, 2)).toEqual([1, 14])
    await db.update(sequenceContacts).set({ versionId: null }).where(eq(sequenceContacts.sequenceId, id))
    await change(db, a, { sendHour: 17 })
    expect((await numbers())[0]).toBe(15)
    await stay((tx) => change(tx, a, { sendHour: 15 }))
    await deleteSequence(db, userId, id)
    expect([(await numbers()).length, (await rows()).length]).toEqual([0, 0])

    const other = await openOutreach()
    const { id: sequenceId } = await other.makeSequence()
    const step = await other.makeStep(sequenceId)
    const people = await other.makeMembers((await other.makeList()).id, 2)
    await activateSequence(other.db, other.userId, sequenceId, NOW, secrets)
    await enrollContacts(other.db, other.userId, sequenceId, people, NOW, secrets)
    await changeWithoutContacts(other.db, other.userId, sequenceId, (tx) =>
      deleteStep(tx, other.userId, step.id),
    )
    await other.db.delete(users).where(eq(users.id, other.userId))
    expect(await other.db.$count(sequenceVersions)).toBe(0)
    await other.drop()
  })

  test('has the branches that an insertion leads to the new step', async () => {
    const { id, a, b } = await start()
    await change(db, a, { notOpenedStepId: b })
    const draft = new URLSearchParams({
      ...{ stepType: 'wait', name: 'Between', waitValue: '1', waitUnit: 'days', after: a, on: 'notOpened' },
    })
    const form = parseDraft(draft.toString())
    await saveStepForm(db, userId, id, null, form, NOW)
    expect((await readContent(db, id)).steps[0]!.notOpenedStepId).not.toBe(b)
    const [newest] = (await listVersions(db, userId, id, { limit: 1 })).versions
    expect((await getVersion(db, userId, id, newest!.number)).content).toEqual(await readContent(db, id))
  })

  test('is there for a sequence that ran before versions were kept', async () => {
    const { id, a, rows, stay } = await start({ people: 1 })
    await db.delete(sequenceVersions).where(eq(sequenceVersions.sequenceId, id))
    await stay((tx) => change(tx, a, { sendHour: 15 }))
    expect(await versionOf(db, userId, (await rows())[0]!.id)).toMatchObject({ number: 1, newest: 2 })
  })
})

describe('the change and the choice', () => {
  test('are one transaction', async () => {
    const { id, a, rows, stay } = await start()
    const late = stay((tx) => change(tx, a, { delayDays: 0, sendHour: 1 }))
    expect(await refused(late)).toMatch(/^INVALID/)
    const lost = db.transaction(async (tx) => {
      await changeWithoutContacts(tx, userId, id, (inner) => change(inner, a, { sendHour: 15 }))
      throw new Error('lost')
    })
    await expect(lost).rejects.toThrow('lost')
    expect((await rows()).map(({ versionId }) => versionId)).toEqual([null, null])
    expect((await listVersions(db, userId, id, { limit: 5 })).versions).toHaveLength(1)
    const { strangerId } = outreach
    const foreign = changeWithoutContacts(db, strangerId, id, async () => {})
    expect(await refused(foreign)).toBe('NOT_FOUND: Sequence not found')
    expect(await refused(moveContacts(db, strangerId, id, { version: 1, confirmed: 0 }))).toMatch(
      /^NOT_FOUND/,
    )
  })

  test('do not stop an email that is about to be sent', async () => {
    const { a, sends, stay } = await start({ people: 1 })
    await scan(db, DUE)
    const claims = await claimAll(db, DUE)
    const contents = await prepareSends(db, claims, links)
    const other = await makeTemplate('Other')
    await stay((tx) => change(tx, a, { templateId: other, sendHour: 17 }))
    const prepared = contents.map((content) => content.prepared)
    expect((await startSends(db, prepared, 'a worker', DUE)).size).toBe(1)
    expect(subjects(await sends())).toEqual(['First sending'])
  })

  test('lead to one email of the kept version, whenever they happen while it is sent', async () => {
    for (let round = 0; round < 12; round++) {
      const { a, sends, stay } = await start({ people: 3 })
      const other = await makeTemplate('Other')
      await Promise.all([
        startRendered(db, links, DUE),
        new Promise((resolve) => setImmediate(resolve)).then(() =>
          stay((tx) => change(tx, a, { templateId: other, sendHour: 17 })),
        ),
      ])
      await startRendered(db, links, DUE)
      expect(subjects(await sends())).toEqual(Array(3).fill('First sending'))
    }
  })
})

describe('a review', () => {
  test('offers to let contacts stay, and counts those who do already apart', async () => {
    const { id, a, rows, enroll } = await start()
    const edit = (hour: number) => (tx: Db) => change(tx, a, { sendHour: hour })
    const first = await reviewChange(db, userId, id, edit(15), context)
    expect(first).toMatchObject({
      staying: '2 in progress stay on version 1; new contacts get version 2.',
      stays: false,
    })
    const { planVersion } = first!
    const confirmed = { ...context, confirmed: planVersion, stay: true }
    expect(await saveReviewed(db, userId, id, edit(15), confirmed)).toMatchObject({ saved: { sendHour: 15 } })
    expect((await rows()).every(({ versionId }) => versionId !== null)).toBe(true)
    // Nobody is left whom a change could affect.
    expect(await reviewChange(db, userId, id, edit(16), context)).toBeNull()
    await enroll()
    const second = await reviewChange(db, userId, id, edit(16), { ...confirmed, confirmed: 0 })
    expect(second).toMatchObject({
      staying: '1 in progress stays on version 2; new contacts get version 3.',
      ...{ stays: true, isOutdated: true },
    })
    expect(second!.effect[0]).toBe('1 contact in progress')
    expect(second!.effect.at(-1)).toBe('2 contacts stay on an earlier version, as before.')
  })

  test('of a move says what the current version means, and the move does it', async () => {
    const { id, a, rows, stay, replan } = await start()
    await stay((tx) => change(tx, a, { sendHour: 15 }))
    const review = await reviewMove(db, userId, id, 1, context)
    expect(review).toMatchObject({
      differences: [{ part: 'Step 1: A', changes: ['sent at 15:00 instead of 09:00'] }],
      effect: [
        '2 contacts in progress',
        '0 are past this step, 2 are still to come to it.',
        '2 next emails move: the earliest from Mar 3, 2026 08:00 to Mar 3, 2026 14:00.',
      ],
    })
    await change(db, a, { delayDays: 2 })
    const move = (confirmed?: number) => moveContacts(db, userId, id, { version: 1, confirmed })
    expect(await move(review!.planVersion)).toBeNull()
    expect(await move()).toBeNull()
    expect((await rows()).every(({ versionId }) => versionId !== null)).toBe(true)
    expect(await move((await getPlanVersion(db, id))!)).toBe(2)
    await replan()
    const moved = { versionId: null, nextActionAt: new Date('2026-03-04T14:00:00Z') }
    expect(await rows()).toMatchObject([moved, moved])
    expect(await reviewMove(db, userId, id, 1, context)).toBeNull()
    expect(await refused(reviewMove(db, userId, id, 9, context))).toBe('NOT_FOUND: Version not found')
  })

  test('of a move holds an email that has not started', async () => {
    const { id, a, sends, stay } = await start({ people: 1 })
    const other = await makeTemplate('Other')
    await stay((tx) => change(tx, a, { templateId: other }))
    await scan(db, DUE)
    const claims = await claimAll(db, DUE)
    const contents = await prepareSends(db, claims, links)
    await moveContacts(db, userId, id, { version: 1, confirmed: (await getPlanVersion(db, id))! })
    await startSends(
      db,
      contents.map((content) => content.prepared),
      'a worker',
      DUE,
    )
    expect((await sends()).map(({ state }) => state)).toEqual(['cancelled'])
    await startRendered(db, links, DUE)
    expect(subjects(await sends())).toEqual(['Other sending'])
  })
})

test('a sequence that was never activated has nobody who could stay', async () => {
  const { id } = await outreach.makeSequence()
  const step = await outreach.makeStep(id)
  await changeWithoutContacts(db, userId, id, (tx) => change(tx, step.id, { sendHour: 15 }))
  expect((await db.select().from(sequences).where(eq(sequences.id, id)))[0]!.keptPlanVersion).toBe(0)
  expect(await db.$count(sequenceVersions, eq(sequenceVersions.sequenceId, id))).toBe(0)
})
