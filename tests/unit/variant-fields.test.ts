import { describe, expect, test } from 'vitest'
import { packDraft, readDraft } from '~/models/sequences/step-draft'
import { parseDraft, StepFields } from '~/models/sequences/step-form'
import { editVariants, readVariants, variantValues } from '~/models/sequences/variants/fields'
import { sharesOf } from '~/models/sequences/variants/variants'

const [a, b, c] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`) as [string, string, string]
const of = (templateId: string | null, weight = 1, active = true) => ({ templateId, weight, active })
const send = { stepType: 'send_email', delayDays: '1' }

describe('the variants in the form of a step', () => {
  test('are read as they were shown', () => {
    const variants = [of(a, 30), of(b, 70, false), of(null, 1, false), of(c)]
    const { step, draft } = StepFields.parse({ ...send, ...variantValues(variants) })
    expect(step).toMatchObject({ templateId: a, variants })
    expect(Object.keys(step).filter((name) => /^(weight|active|templateId.)|Count$/.test(name))).toEqual([])
    // Also through the URL of a dialog.
    expect(parseDraft(packDraft(new URLSearchParams(draft))).step.variants).toEqual(variants)
  })

  test('are one that is active if there is only one, with its weight', () => {
    const form = { ...send, variantCount: '1', templateId: a, weightA: '7', templateIdB: b }
    expect(StepFields.parse(form).step.variants).toEqual([of(a, 7)])
  })

  test('are unchanged by a form that has only the template', () => {
    const { step } = StepFields.parse({ ...send, templateId: a })
    expect(step).toMatchObject({ templateId: a })
    expect(step.variants).toBeUndefined()
    expect(readVariants({})).toBeUndefined()
  })

  test.each<[string, string, object]>([
    ['templateId', 'Please select an email template', { variantCount: '1' }],
    ['templateIdB', 'Please select an email template', { variantCount: '2', activeB: 'on' }],
    [
      'templateIdC',
      'Each variant needs a template of its own',
      { variantCount: '3', templateIdB: b, templateIdC: a },
    ],
    ['activeA', 'At least one variant must be active', { variantCount: '2', activeA: '', templateIdB: b }],
    [
      'weightB',
      'Weight must be a whole number from 1 to 100',
      { variantCount: '2', templateIdB: b, weightB: '0' },
    ],
    ['variantCount', 'A step has at most 5 variants', { variantCount: '6' }],
  ])('are refused at %s: %s', (field, message, fields) => {
    const first = field === 'templateId' ? {} : { templateId: a, activeA: 'on' }
    const parsed = StepFields.safeParse({ ...send, ...first, ...fields })
    expect(parsed.error?.issues).toMatchObject([{ path: [field], message }])
  })

  test('are ignored in steps of other types', () => {
    const wait = { stepType: 'wait', waitValue: '1', waitUnit: 'days', variantCount: '2' }
    expect(StepFields.parse(wait).step).not.toHaveProperty('variants')
  })
})

describe('a button of the variants without scripts', () => {
  const shown = { name: 'Kept', ...variantValues([of(a, 30), of(b, 70, false), of(c, 5)]) } as Record<
    string,
    string
  >

  test('adds an active variant of weight 1', () => {
    const single = { variantCount: '1', templateId: a, weightA: '1' }
    expect(editVariants(single, 'add-variant')).toEqual({
      ...single,
      ...{ variantCount: '2', activeA: 'on', weightB: '1', activeB: 'on' },
    })
    expect(editVariants(shown, 'add-variant')).toEqual({
      ...shown,
      ...{ variantCount: '4', weightD: '1', activeD: 'on' },
    })
  })

  test('removes one, and moves the later ones up', () => {
    expect(editVariants(shown, 'remove-variant-0')).toEqual({
      ...{ name: 'Kept', variantCount: '2', templateId: b, weightA: '70' },
      ...{ templateIdB: c, weightB: '5', activeB: 'on' },
    })
    expect(editVariants(shown, 'remove-variant-2')).toMatchObject({ variantCount: '2', templateIdB: b })
  })

  test.each([
    ['add-variant', { variantCount: '5' }],
    ['add-variant', { variantCount: 'x' }],
    ['add-variant', {}],
    ['remove-variant-0', { variantCount: '1', templateId: a }],
    ['remove-variant-3', { variantCount: '3', templateId: a }],
    ['remove-variant-x', { variantCount: '3', templateId: a }],
    [null, { variantCount: '3' }],
  ])('changes nothing where it cannot: %s', (intent, fields) => {
    expect(editVariants(fields as Record<string, string>, intent)).toEqual(fields)
  })

  test('is part of the URL that loads the form again', () => {
    const url = new URLSearchParams({ ...send, variantCount: '1', templateId: a, intent: 'add-variant' })
    expect(readDraft(url)?.fields).toMatchObject({ variantCount: '2', templateId: a, activeB: 'on' })
  })
})

test('shares are whole percents of the active weights', () => {
  expect(sharesOf([of(a, 3), of(b, 1), of(c, 50, false)])).toEqual([75, 25, 0])
  expect(sharesOf([of(a), of(b), of(c)])).toEqual([33, 33, 33])
  expect(sharesOf([of(a, 1, false)])).toEqual([0])
})
