import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emailLogs, emailSends, sequenceContacts } from '#drizzle/schema'
import { getPlanVersion, replanSequence } from '~/models/enrollments/events.server'
import { chooseTemplates } from '~/models/outbox/balance.server'
import type { DueSend } from '~/models/outbox/due-send'
import { activateSequence, linkPersona, pauseSequence } from '~/models/sequences/run.server'
import { StepChange } from '~/models/sequences/step'
import { updateStep } from '~/models/sequences/step.server'
import type { Variant } from '~/models/sequences/variants/variants'
import { createTemplate, deleteTemplate, updateTemplate } from '~/models/templates/template.server'
import { ACCEPTED, addSmtp, recordResult, startRendered } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'
import { scanDue } from '../../support/sending'

/** Which template an email of a step with variants gets. */

let outreach: Outreach
let db: Outreach['db']
let userId: string
let sequenceId: string
let stepId: string
let a: string
let b: string
beforeEach(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  await addSmtp(db, userId, NOW)
  a = await makeTemplate('A')
  b = await makeTemplate('B')
  const { id } = await outreach.makeSequence()
  sequenceId = id
  stepId = (await outreach.makeStep(id, { variants: [on(a), on(b)] })).id
  const list = await outreach.makeList()
  await outreach.makeMembers(list.id, PEOPLE)
  await linkPersona(db, userId, id, list.id, NOW, secrets)
  await activateSequence(db, userId, id, NOW, secrets)
})
afterEach(() => outreach?.drop())

/** So many that all variants occur. */
const PEOPLE = 30
const DUE = new Date('2026-03-03T08:00:00Z')
const LATER = new Date('2026-03-03T08:10:00Z')
const NEXT_DAY = new Date('2026-03-04T08:00:00Z')
const links = { appUrl: 'https://links.example', appIsLoopback: false, google: null, microsoft: null }
const RETRY = { ok: false, why: 'retry', detail: 'busy' } as const

const makeTemplate = async (name: string, htmlBody = '<p>Hi</p>') =>
  (await createTemplate(db, userId, { name, subject: name, templateType: 'html', htmlBody })).id
const on = (templateId: string, weight = 1): Variant => ({ templateId, weight, active: true })
const off = (templateId: string, weight = 1): Variant => ({ templateId, weight, active: false })
const arrange = (...variants: Variant[]) =>
  updateStep(db, userId, stepId, StepChange.parse({ variants }), NOW)
/** What the job of an edit or a start does. */
const replan = async (at: Date) => replanSequence(db, sequenceId, (await getPlanVersion(db, sequenceId))!, at)
const sends = () => db.select().from(emailSends).orderBy(emailSends.id)
const people = () => db.select().from(sequenceContacts).orderBy(sequenceContacts.id)
const sending = async () => (await sends()).filter(({ state }) => state === 'sending').map(({ id }) => id)
/** The template of each person's email. */
const templatesOf = async () =>
  Object.fromEntries((await sends()).map((send) => [send.sequenceContactId, send.templateId]))
/** How many emails each template has. */
const counted = (all: { templateId: string | null }[]) =>
  [a, b].map((id) => all.filter(({ templateId }) => templateId === id).length)

test('is balanced, and stays with the send and its log row', async () => {
  expect(await startRendered(db, links, DUE)).toBe(PEOPLE)
  await recordResult(db, await sending(), ACCEPTED, DUE)
  const all = await sends()
  expect(counted(all)).toEqual([PEOPLE / 2, PEOPLE / 2])
  for (const { templateId, subject } of all) expect(subject).toBe(templateId === a ? 'A' : 'B')
  const logs = await db.select().from(emailLogs)
  expect(new Map(logs.map((log) => [log.emailSendId, log.templateId]))).toEqual(
    new Map(all.map((send) => [send.id, send.templateId])),
  )
})

test('is kept by a planned email when weights change, and those that are planned later make up for it', async () => {
  const some = (await people()).slice(0, 10).map(({ id }) => id)
  await db
    .update(sequenceContacts)
    .set({ nextActionAt: NEXT_DAY })
    .where(notInArray(sequenceContacts.id, some))
  await scanDue(db, DUE, new Date(DUE.getTime() + 60_000), secrets)
  const before = await templatesOf()
  expect(counted(await sends())).toEqual([5, 5])
  await arrange(on(a, 1), on(b, 4))
  await db.update(sequenceContacts).set({ nextActionAt: DUE }).where(notInArray(sequenceContacts.id, some))
  await startRendered(db, links, DUE)
  await startRendered(db, links, DUE)
  const all = await sends()
  expect(all.map(({ state }) => state)).toEqual(Array(PEOPLE).fill('sending'))
  expect(await templatesOf()).toMatchObject(before)
  expect(counted(all)).toEqual([PEOPLE / 5, (PEOPLE * 4) / 5])
})

test('is kept over a pause, whatever the weights are by then', async () => {
  await scanDue(db, DUE, new Date(DUE.getTime() + 60_000), secrets)
  const before = await templatesOf()
  await pauseSequence(db, userId, sequenceId)
  expect(await startRendered(db, links, DUE)).toBe(0)
  await arrange(on(a, 1), on(b, 4))
  await activateSequence(db, userId, sequenceId, LATER, secrets)
  await replan(LATER)
  await startRendered(db, links, LATER)
  await startRendered(db, links, NEXT_DAY)
  const all = await sends()
  expect(all.map(({ state, attempts }) => [state, attempts])).toEqual(Array(PEOPLE).fill(['sending', 1]))
  expect(await templatesOf()).toEqual(before)
  for (const { templateId, subject } of all) expect(subject).toBe(templateId === a ? 'A' : 'B')
})

test('is never one that was switched off before the email started', async () => {
  await scanDue(db, DUE, new Date(DUE.getTime() + 60_000), secrets)
  await arrange(off(a), on(b))
  await startRendered(db, links, DUE)
  await startRendered(db, links, DUE)
  expect((await sends()).map(({ templateId, subject }) => [templateId, subject])).toEqual(
    Array(PEOPLE).fill([b, 'B']),
  )
})

test('is kept on retry, whatever the weights are by then', async () => {
  await startRendered(db, links, DUE)
  const before = await sends()
  await recordResult(db, await sending(), RETRY, DUE)
  await arrange(off(a), on(b, 100))
  await startRendered(db, links, LATER)
  await startRendered(db, links, NEXT_DAY)
  const after = await sends()
  expect(after.map(({ state, attempts }) => [state, attempts])).toEqual(Array(PEOPLE).fill(['sending', 2]))
  expect(after.map(({ id, templateId, subject }) => [id, templateId, subject])).toEqual(
    before.map(({ id, templateId, subject }) => [id, templateId, subject]),
  )
  expect(new Set(after.map(({ subject }) => subject)).size).toBe(2)
})

test('is chosen again on retry if the step no longer has it', async () => {
  await startRendered(db, links, DUE)
  await recordResult(db, await sending(), RETRY, DUE)
  const c = await makeTemplate('C')
  await arrange(on(b), on(c))
  const before = await sends()
  await startRendered(db, links, LATER)
  await startRendered(db, links, NEXT_DAY)
  for (const { id, templateId, state } of await sends()) {
    expect(state).toBe('sending')
    // Those that had B keep it, so that it is ahead; all others get the new one.
    expect(templateId).toBe(before.find((send) => send.id === id)!.templateId === b ? b : c)
  }
})

test('holds those alone whose template was deleted', async () => {
  await deleteTemplate(db, userId, a)
  await startRendered(db, links, DUE)
  const reasons = (await people()).map(({ holdReason }) => holdReason)
  expect(reasons.filter((reason) => reason === 'missing_template')).toHaveLength(PEOPLE / 2)
  expect(reasons.filter((reason) => reason === null)).toHaveLength(PEOPLE / 2)
  const c = await makeTemplate('C')
  await arrange(on(c), on(b))
  await replan(LATER)
  await startRendered(db, links, NEXT_DAY)
  expect((await sends()).map(({ state }) => state)).toEqual(Array(PEOPLE).fill('sending'))
})

test('is judged for missing values alone, and waits for its own template', async () => {
  await updateTemplate(db, userId, b, { htmlBody: '<p>{{ company }}</p>' }, NOW)
  await startRendered(db, links, DUE)
  const holds = async () => (await people()).map(({ holdReason }) => holdReason)
  const ofB = (await sends()).filter(({ templateId }) => templateId === b)
  expect(ofB).toHaveLength(PEOPLE / 2)
  const waiting = new Set(ofB.map(({ sequenceContactId }) => sequenceContactId))
  expect(await holds()).toEqual(
    (await people()).map(({ id }) => (waiting.has(id) ? 'missing_variable' : null)),
  )
  await updateTemplate(db, userId, b, { htmlBody: '<p>{{ company | default: "you" }}</p>' }, LATER)
  expect(await holds()).toEqual(Array(PEOPLE).fill(null))
  await startRendered(db, links, NEXT_DAY)
  const late = await db
    .select()
    .from(emailSends)
    .where(and(eq(emailSends.templateId, b), eq(emailSends.state, 'sending')))
  expect(new Set(late.map(({ sequenceContactId }) => sequenceContactId))).toEqual(waiting)
})

test('makes up for earlier batches, from what was sent, is planned or is held', async () => {
  await arrange(on(a, 1), on(b, 2))
  const some = (await people()).slice(0, 4).map(({ id }) => id)
  const waitFor = (ids: string[], at: Date) =>
    db.update(sequenceContacts).set({ nextActionAt: at }).where(notInArray(sequenceContacts.id, ids))
  await waitFor(some, NEXT_DAY)
  await startRendered(db, links, DUE)
  await recordResult(db, await sending(), ACCEPTED, DUE)
  const [ofA, ofB] = counted(await sends())
  expect([ofA! + ofB!, Math.abs(ofA! - 4 / 3) < 1]).toEqual([4, true])
  await db.update(sequenceContacts).set({ nextActionAt: DUE }).where(notInArray(sequenceContacts.id, some))
  await scanDue(db, LATER, new Date(LATER.getTime() + 60_000), secrets)
  expect(counted(await sends())).toEqual([PEOPLE / 3, (PEOPLE * 2) / 3])
})

test('is off by at most a batch when two workers plan at once, who do not wait for each other', async () => {
  const all = await people()
  const later = all.slice(0, PEOPLE / 2)
  const ids = later.map(({ id }) => id)
  await db.update(sequenceContacts).set({ nextActionAt: NEXT_DAY }).where(inArray(sequenceContacts.id, ids))
  const sendsOf = later.map(({ id }) => ({
    loaded: { userId, sequenceId, version: null, snapshot: { enrollment: { id } } },
    decision: { stepId, visit: 1 },
  })) as unknown as DueSend[]
  // The first plan is not committed before the second has chosen: that would wait for ever for a lock of the first.
  const second = await db.transaction(async (tx) => {
    await scanDue(tx, DUE, new Date(DUE.getTime() + 60_000), secrets)
    return chooseTemplates(db, sendsOf)
  })
  for (const planned of [counted(await sends()), counted(second.map((templateId) => ({ templateId })))])
    expect(planned.sort()).toEqual([(PEOPLE / 2 - 1) / 2, (PEOPLE / 2 + 1) / 2])
})
