import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decisions, sequenceContacts, sequenceVersions } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { getPlanVersion } from '~/models/enrollments/events.server'
import { deletePersona } from '~/models/personas/persona.server'
import { forecastSequence } from '~/models/planning/forecast.server'
import { drawVersion } from '~/models/sequences/counts.server'
import { activateSequence, pauseSequence } from '~/models/sequences/run.server'
import { deleteStep } from '~/models/sequences/step.server'
import { listVersions, versionOf } from '~/models/sequences/versions/list.server'
import { restoreVersion } from '~/models/sequences/versions/restore.server'
import { reviewChange } from '~/models/sequences/versions/review.server'
import { deleteTemplate, updateTemplate } from '~/models/templates/template.server'
import { ACCEPTED, addSmtp, recordResult, startRendered } from '../../../support/mailing'
import { NOW, secrets } from '../../../support/outreach'
import {
  change,
  changeSettings,
  closeStage,
  context,
  DUE,
  db,
  links,
  makeTemplate,
  NEXT_DAY,
  openStage,
  outreach,
  RETRY,
  start,
  subjects,
  userId,
} from '../../../support/staying'

beforeEach(openStage)
afterEach(closeStage)

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
    await recordResult(db, [(await sends())[0]!.id], ACCEPTED, DUE)
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
    await recordResult(db, [(await sends())[0]!.id], ACCEPTED, DUE)
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
    await recordResult(
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
