import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneSequence } from '~/models/sequences/clone.server'
import {
  activateSequence,
  changeSequence,
  linkPersona,
  listLinkedPersonas,
  pauseSequence,
} from '~/models/sequences/run.server'
import { NewSequence, SequenceChange } from '~/models/sequences/sequence'
import {
  createSequence,
  deleteSequence,
  getSequence,
  listSequences,
  updateSequence,
} from '~/models/sequences/sequence.server'
import { SequenceDraft, SequenceSettings } from '~/models/sequences/settings'
import { saveSettings, startDay } from '~/models/sequences/settings.server'
import { NewStep, StepChange } from '~/models/sequences/step'
import { createStep, deleteStep, getStep, listSteps, updateStep } from '~/models/sequences/step.server'
import { addSmtp } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets, UNKNOWN_ID } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

describe('a sequence', () => {
  test('has the defaults of the specification', async () => {
    const sequence = await createSequence(db, userId, NewSequence.parse({ name: '  First  ' }))
    expect(sequence).toMatchObject({
      name: 'First',
      timezone: 'UTC',
      status: 'draft',
      skipWeekends: false,
      contactLimit: null,
      senderAccountId: null,
      trackingEnabled: true,
      totalContacts: 0,
    })
  })

  test('accepts every field of a change at creation', async () => {
    const mailbox = await addSmtp(db, userId, NOW, { email: 'ann@sender.example' })
    const asked = {
      sendAsEmail: 'ann@sender.example',
      senderAccountId: mailbox,
      mailboxIds: [mailbox],
      trackingEnabled: false,
      startDate: '2026-05-01T00:00:00Z',
    }
    expect(await createSequence(db, userId, NewSequence.parse({ name: 'All', ...asked }))).toMatchObject({
      ...asked,
      startDate: new Date(asked.startDate),
    })
    const refusal = (fields: object) =>
      refused(createSequence(db, userId, NewSequence.parse({ name: 'No', ...fields })))
    expect(await refusal({ sendAsEmail: 'eve@sender.example' })).toMatch(/^INVALID: This address is not/)
    expect(await refusal({ mailboxIds: [UNKNOWN_ID] })).toMatch(/^NOT_FOUND: /)
  })

  test('needs a name, a known time zone and a limit of at least 1', () => {
    const first = (input: unknown) => NewSequence.safeParse(input).error?.issues[0]?.message
    expect(first({ name: '   ' })).toBe('Sequence name is required')
    expect(first({ name: 'A', timezone: 'Mars/Olympus' })).toBe('Unknown timezone')
    expect(first({ name: 'A', contactLimit: 0 })).toBe('Contact limit must be a whole number of at least 1')
  })

  test('cannot start without a step, or pause as a draft', async () => {
    const { id } = await outreach.makeSequence()
    expect(await refused(activateSequence(db, userId, id, NOW, secrets))).toMatch(
      /^CONFLICT: Add at least one step/,
    )
    expect(await refused(pauseSequence(db, userId, id))).toMatch(/^CONFLICT/)
    await outreach.makeStep(id)
    expect((await activateSequence(db, userId, id, NOW, secrets)).status).toBe('running')
    expect((await pauseSequence(db, userId, id)).status).toBe('paused')
    const again = await changeSequence(
      db,
      userId,
      id,
      SequenceChange.parse({ status: 'running' }),
      NOW,
      secrets,
    )
    expect(again.status).toBe('running')
    const back = changeSequence(db, userId, id, SequenceChange.parse({ status: 'draft' }), NOW, secrets)
    expect(await refused(back)).toMatch(/^CONFLICT/)
  })

  test('copies a changed weekend rule to its steps', async () => {
    const { id } = await outreach.makeSequence()
    const first = await outreach.makeStep(id)
    const second = await outreach.makeStep(id, { skipWeekends: true })
    await updateSequence(db, userId, id, SequenceChange.parse({ name: 'Other', skipWeekends: false }), NOW)
    expect((await getStep(db, userId, second.id)).skipWeekends).toBe(true)
    await updateSequence(db, userId, id, SequenceChange.parse({ skipWeekends: true }), NOW)
    expect((await listSteps(db, userId, id)).map((step) => step.skipWeekends)).toEqual([true, true])
    await updateStep(db, userId, first.id, StepChange.parse({ skipWeekends: false }), NOW)
    expect((await getStep(db, userId, first.id)).skipWeekends).toBe(false)
    expect((await outreach.makeStep(id)).skipWeekends).toBe(true)
  })

  test('is listed newest first, in pages', async () => {
    const user = await outreach.makeUser('lister@example.com')
    const names = ['a', 'b', 'c']
    for (const name of names) await createSequence(db, user, NewSequence.parse({ name }))
    const first = await listSequences(db, user, { limit: 2 })
    expect(first.rows.map((row) => row.name)).toEqual(['c', 'b'])
    const second = await listSequences(db, user, { limit: 2, cursor: first.cursor! })
    expect(second.rows.map((row) => row.name)).toEqual(['a'])
    expect(second.cursor).toBeNull()
  })
})

describe('the settings', () => {
  const draft = (fields: Record<string, unknown>) =>
    SequenceDraft.parse({ name: 'Outreach', timezone: 'Europe/Paris', ...fields })
  const settings = (fields: Record<string, unknown>) =>
    SequenceSettings.parse({ name: 'Outreach', timezone: 'Europe/Paris', sendDays: ['1'], ...fields })

  test('treats empty and unchecked fields as unset', () => {
    expect(draft({ description: '' })).toEqual({
      name: 'Outreach',
      description: null,
      timezone: 'Europe/Paris',
      skipWeekends: false,
    })
    expect(settings({ contactLimit: '', senderAccountId: '', startDate: undefined })).toEqual({
      name: 'Outreach',
      description: null,
      timezone: 'Europe/Paris',
      skipWeekends: false,
      contactLimit: null,
      maxEmailsPerContactPerWeek: null,
      senderAccountId: null,
      sendAsEmail: null,
      startDate: null,
      mailboxIds: [],
      preferSameProvider: false,
      trackingEnabled: false,
      sendDays: [1],
      latestSendTime: null,
      holidays: null,
      holidayDates: [],
      useContactTimezone: false,
    })
  })

  test('Save as Draft changes only name, description, timezone and skipWeekends', async () => {
    const { id } = await outreach.makeSequence({ description: 'Old', contactLimit: 5 })
    const step = await outreach.makeStep(id, { skipWeekends: false })
    const before = await getSequence(db, userId, id)
    const saved = await saveSettings(
      db,
      userId,
      id,
      draft({
        name: 'New',
        timezone: 'Asia/Tokyo',
        skipWeekends: 'on',
        contactLimit: '9',
        status: 'running',
      }),
      NOW,
    )
    expect(saved).toEqual({
      ...before,
      name: 'New',
      description: null,
      timezone: 'Asia/Tokyo',
      skipWeekends: true,
      updatedAt: saved.updatedAt,
    })
    expect((await getStep(db, userId, step.id)).skipWeekends).toBe(true)
  })

  test('keeps the start date in its time zone', async () => {
    const { id } = await outreach.makeSequence({ contactLimit: 5 })
    await saveSettings(db, userId, id, draft({}), NOW)
    const saved = await saveSettings(db, userId, id, settings({ startDate: '2026-04-01' }), NOW)
    expect(saved.startDate).toEqual(new Date('2026-03-31T22:00:00Z'))
    expect(saved).toMatchObject({ contactLimit: null, trackingEnabled: false })
    const moved = await saveSettings(db, userId, id, draft({ timezone: 'Asia/Tokyo' }), NOW)
    expect(moved.startDate).toEqual(new Date('2026-03-31T15:00:00Z'))
    expect(startDay(moved)).toBe('2026-04-01')
    const cleared = await saveSettings(db, userId, id, settings({}), NOW)
    expect(cleared.startDate).toBeNull()
  })

  test('keeps the start time when the date stays the same', async () => {
    const { id } = await outreach.makeSequence()
    const startDate = new Date('2026-04-01T07:30:00Z')
    await updateSequence(db, userId, id, { startDate }, NOW)
    const limited = settings({ startDate: '2026-04-01', contactLimit: '7' })
    expect(await saveSettings(db, userId, id, limited, NOW)).toMatchObject({ contactLimit: 7, startDate })
    const { timezone } = await getSequence(db, userId, id)
    const renamed = draft({ name: 'Renamed', timezone })
    expect(await saveSettings(db, userId, id, renamed, NOW)).toMatchObject({ name: 'Renamed', startDate })
  })

  test('ignores the order of ticked mailboxes', async () => {
    const { id } = await outreach.makeSequence()
    const two = await Promise.all(
      ['one@sender.example', 'two@sender.example'].map((email) => addSmtp(db, userId, NOW, { email })),
    )
    await updateSequence(db, userId, id, { mailboxIds: two }, NOW)
    const saved = await saveSettings(db, userId, id, settings({ mailboxIds: two.toReversed() }), NOW)
    expect(saved.mailboxIds).toEqual(two)
  })

  test('refuses a foreign mailbox', async () => {
    const { id } = await outreach.makeSequence()
    expect(await refused(saveSettings(db, userId, id, settings({ mailboxIds: [UNKNOWN_ID] }), NOW))).toMatch(
      /^NOT_FOUND/,
    )
  })
})

describe('a clone', () => {
  test('is a draft with branches within the copy', async () => {
    const source = await outreach.makeSequence({ skipWeekends: true, contactLimit: 7, description: 'Why' })
    const list = await outreach.makeList()
    const first = await outreach.makeStep(source.id)
    const second = await outreach.makeStep(source.id)
    const gone = await outreach.makeStep(source.id)
    const wait = await createStep(
      db,
      userId,
      source.id,
      NewStep.parse({ stepType: 'wait', waitValue: 2, waitUnit: 'days', nextActionStepId: second.id }),
      NOW,
    )
    await updateStep(
      db,
      userId,
      first.id,
      StepChange.parse({ notOpenedStepId: second.id, openedNoReplyStepId: 'end', repliedStepId: gone.id }),
      NOW,
    )
    await deleteStep(db, userId, gone.id)
    await linkPersona(db, userId, source.id, list.id, NOW, secrets)
    await activateSequence(db, userId, source.id, NOW, secrets)

    const copy = await cloneSequence(db, userId, source.id)
    expect(copy).toMatchObject({
      name: 'Outreach (Copy)',
      status: 'draft',
      description: 'Why',
      skipWeekends: true,
      contactLimit: 7,
      startDate: null,
      totalContacts: 0,
    })
    expect(await listLinkedPersonas(db, userId, copy.id)).toEqual([])
    const [a, b, c, ...more] = await listSteps(db, userId, copy.id)
    expect(more).toEqual([])
    expect([a!.id, b!.id, c!.id]).not.toEqual(expect.arrayContaining([first.id, second.id, wait.id]))
    expect(a).toMatchObject({
      notOpenedNext: 'step',
      notOpenedStepId: b!.id,
      openedNoReplyNext: 'end',
      repliedNext: 'end',
      repliedStepId: null,
    })
    expect(c).toMatchObject({ stepType: 'wait', waitValue: 2, waitUnit: 'days', nextActionStepId: b!.id })
    expect(await listSteps(db, userId, source.id)).toHaveLength(3)
  })

  test('shortens a long name', async () => {
    const source = await outreach.makeSequence({ name: 'n'.repeat(200) })
    expect((await cloneSequence(db, userId, source.id)).name).toBe(`${'n'.repeat(193)} (Copy)`)
  })
})

test('a deleted sequence is not found by its owner', async () => {
  const { id } = await outreach.makeSequence()
  await outreach.makeStep(id)
  await deleteSequence(db, userId, id)
  expect(await refused(getSequence(db, userId, id))).toBe('NOT_FOUND: Sequence not found')
  expect(await refused(deleteSequence(db, userId, id))).toBe('NOT_FOUND: Sequence not found')
})
