import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stepVariants } from '#drizzle/schema'
import type { AppError } from '~/errors'
import { cloneSequence } from '~/models/sequences/clone.server'
import { NewStep, StepChange } from '~/models/sequences/step'
import { getStep, listSteps, updateStep } from '~/models/sequences/step.server'
import { createTemplate, deleteTemplate } from '~/models/templates/template.server'
import { NOW, type Outreach, openOutreach, refused } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

const makeTemplate = async (name: string, owner = userId) =>
  (await createTemplate(db, owner, { name, subject: name, templateType: 'html', htmlBody: '<p>Hi</p>' })).id

let a: string
let b: string
let c: string
let sequenceId: string
beforeEach(async () => {
  a = await makeTemplate('A')
  b = await makeTemplate('B')
  c = await makeTemplate('C')
  sequenceId = (await outreach.makeSequence()).id
})

const on = (templateId: string | null, weight = 1) => ({ templateId, weight, active: true })
const off = (templateId: string | null, weight = 1) => ({ templateId, weight, active: false })
const change = (id: string, fields: object) => updateStep(db, userId, id, StepChange.parse(fields), NOW)
const stored = () => db.$count(stepVariants)

describe('the variants of a step', () => {
  test('are its template alone if none are given', async () => {
    const before = await stored()
    const step = await outreach.makeStep(sequenceId, { templateId: a })
    expect(step).toMatchObject({ templateId: a, variants: [on(a)] })
    expect((await change(step.id, { templateId: b })).variants).toEqual([on(b)])
    expect((await change(step.id, { variants: [on(c)] })).templateId).toBe(c)
    expect(await stored()).toBe(before)
  })

  test('are kept in order, with weights, and need no template of the step', async () => {
    const variants = [off(a, 100), on(b, 30), on(c)]
    const step = await outreach.makeStep(sequenceId, { templateId: undefined, variants })
    expect(step).toMatchObject({ templateId: b, variants })
    expect(await getStep(db, userId, step.id)).toEqual(step)
    const [listed] = await listSteps(db, userId, sequenceId)
    expect(listed).toEqual(step)
    expect(await outreach.makeStep(sequenceId, { variants: [{ templateId: a }, on(b)] })).toMatchObject({
      templateId: a,
      variants: [on(a), on(b)],
    })
  })

  test('keep the weight of a single one', async () => {
    const step = await outreach.makeStep(sequenceId, { variants: [on(a, 7)] })
    expect(step.variants).toEqual([on(a, 7)])
    expect((await change(step.id, { templateId: b })).variants).toEqual([on(b, 7)])
  })

  test('change only if they are given, or their first active template is', async () => {
    const step = await outreach.makeStep(sequenceId, { variants: [off(a), on(b, 5)] })
    expect((await change(step.id, { name: 'Other' })).variants).toEqual([off(a), on(b, 5)])
    expect(await change(step.id, { templateId: c })).toMatchObject({
      templateId: c,
      variants: [off(a), on(c, 5)],
    })
    expect(await change(step.id, { variants: [on(a), on(b)], templateId: c })).toMatchObject({
      templateId: a,
      variants: [on(a), on(b)],
    })
    expect((await change(step.id, { variants: null })).variants).toEqual([on(a), on(b)])
    const before = await stored()
    expect((await change(step.id, { variants: [on(b)] })).variants).toEqual([on(b)])
    expect(await stored()).toBe(before - 2)
  })

  test('belong to Send Email steps alone', async () => {
    const step = await outreach.makeStep(sequenceId, { variants: [on(a), on(b)] })
    const before = await stored()
    const wait = await change(step.id, { stepType: 'wait', waitValue: 1, waitUnit: 'days' })
    expect(wait.variants).toEqual([])
    expect(await stored()).toBe(before - 2)
    expect((await change(step.id, { stepType: 'send_email' })).variants).toEqual([on(a)])
    const other = { stepType: 'wait', waitValue: 1, waitUnit: 'days', variants: [on(a), on(b)] }
    expect((await outreach.makeStep(sequenceId, other)).variants).toEqual([])
  })

  test.each<[string, () => unknown]>([
    ['A step has at least one variant', () => []],
    ['At least one variant must be active', () => [off(a), off(b)]],
    ['Please select an email template', () => [on(a), on(null)]],
    ['Each variant needs a template of its own', () => [on(a), off(a)]],
    ['A step has at most 5 variants', () => Array(6).fill(on(a))],
    ['Weight must be a whole number from 1 to 100', () => [on(a, 0), on(b)]],
    ['Weight must be a whole number from 1 to 100', () => [on(a, 101), on(b)]],
    ['Weight must be a whole number from 1 to 100', () => [on(a, 1.5), on(b)]],
    ['Must be yes or no', () => [{ ...on(a), active: 'maybe' }, on(b)]],
    ['Invalid id', () => [{ weight: 1 }, on(b)]],
    ['A variant is an object with templateId, weight and active', () => [a, b]],
    ['Variants must be a list', () => a],
  ])('are refused: %s', async (message, variants) => {
    const first = (result: { error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message
    expect(first(NewStep.safeParse({ variants: variants() }))).toBe(message)
    const step = await outreach.makeStep(sequenceId, { templateId: a })
    const parsed = StepChange.safeParse({ variants: variants() })
    const work = parsed.success
      ? updateStep(db, userId, step.id, parsed.data, NOW)
      : Promise.reject({ code: 'INVALID', message: first(parsed) })
    expect(await refused(work)).toBe(`INVALID: ${message}`)
    expect((await getStep(db, userId, step.id)).variants).toEqual([on(a)])
  })

  test('cannot have a foreign template', async () => {
    const foreign = await makeTemplate('Foreign', outreach.strangerId)
    const step = await outreach.makeStep(sequenceId, { variants: [on(a), on(b)] })
    for (const variants of [[on(a), on(foreign)], [on(a), off(foreign)], [on(foreign)]]) {
      expect(await refused(change(step.id, { variants }))).toBe('NOT_FOUND: Template not found')
      expect(await refused(outreach.makeStep(sequenceId, { variants }))).toBe('NOT_FOUND: Template not found')
    }
    expect((await getStep(db, userId, step.id)).variants).toEqual([on(a), on(b)])
  })

  test('keep their place when a template is deleted', async () => {
    const step = await outreach.makeStep(sequenceId, { variants: [on(a, 3), on(b), off(c)] })
    await deleteTemplate(db, userId, a)
    await deleteTemplate(db, userId, c)
    expect(await getStep(db, userId, step.id)).toMatchObject({
      templateId: null,
      variants: [on(null, 3), on(b), off(null)],
    })
    expect(await refused(change(step.id, { name: 'Other' }))).toBe('INVALID: Please select an email template')
    const repaired = await change(step.id, { variants: [off(null, 3), on(b), off(null)] })
    expect(repaired.templateId).toBe(b)
    expect((await change(step.id, { name: 'Other' })).name).toBe('Other')
  })

  test('are refused at the field that was given', async () => {
    const step = await outreach.makeStep(sequenceId, { variants: [on(a), on(b)] })
    const fieldOf = (fields: object) =>
      change(step.id, fields).then(
        () => null,
        (error: AppError) => error.options.field,
      )
    expect(await fieldOf({ templateId: b })).toBe('templateId')
    expect(await fieldOf({ variants: [on(a), on(a)] })).toBe('variants')
  })

  test('are copied with the sequence', async () => {
    await outreach.makeStep(sequenceId, { templateId: c })
    await outreach.makeStep(sequenceId, { variants: [off(a, 2), on(b, 98)] })
    const copy = await cloneSequence(db, userId, sequenceId)
    const of = async (id: string) => (await listSteps(db, userId, id)).map(({ variants }) => variants)
    expect(await of(copy.id)).toEqual([[on(c)], [off(a, 2), on(b, 98)]])
    const [, second] = await listSteps(db, userId, copy.id)
    await change(second!.id, { variants: [on(c)] })
    expect(await of(sequenceId)).toEqual([[on(c)], [off(a, 2), on(b, 98)]])
  })
})
