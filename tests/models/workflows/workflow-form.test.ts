import { expect, test } from 'vitest'
import { isAppError } from '~/errors'
import { validate } from '~/http/validate'
import { draftEntries, readWorkflowDraft, toFormEntries } from '~/models/workflows/draft'
import { draftOf, WorkflowForm, workflowOf } from '~/models/workflows/form'
import type { Workflow } from '~/models/workflows/workflow'
import { NO_CRITERIA } from '../../support/fake-leads'
import { UNKNOWN_ID } from '../../support/outreach'

const FORM = {
  name: 'Find people',
  startStrategy: 'scheduled',
  startAt: '2026-07-01T09:00',
  frequencyType: 'weeks',
  frequencyInterval: '2',
  hasEnd: 'on',
  endAt: '2026-12-01T09:00',
  leadLimit: '50',
  jobTitles: ['CTO', 'CEO'],
  locationType: 'contact',
  emailListIds: [UNKNOWN_ID],
}
const parse = (fields: Record<string, unknown> = {}) => validate(WorkflowForm, { ...FORM, ...fields })
const issues = (fields: Record<string, unknown>) => {
  try {
    parse(fields)
  } catch (error) {
    if (isAppError(error)) return error.options.issues!.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
  return []
}

test('reads dates in the form’s time zone', () => {
  const saved = workflowOf(parse(), 'America/New_York')
  expect(saved).toMatchObject({
    startAt: new Date('2026-07-01T13:00:00Z'),
    isEndless: false,
    endAt: new Date('2026-12-01T14:00:00Z'),
    frequencyInterval: 2,
    leadLimit: 50,
    criteria: { ...NO_CRITERIA, jobTitles: ['CTO', 'CEO'] },
  })
})

test('saves only fields of the chosen options', () => {
  const saved = workflowOf(parse({ startStrategy: 'immediately', frequencyType: 'once' }), 'UTC')
  expect(saved).toMatchObject({ startAt: null, endAt: null, isEndless: true })
  expect(workflowOf(parse({ hasEnd: undefined }), 'UTC')).toMatchObject({ endAt: null, isEndless: true })
})

test('keeps an unchanged time with its seconds', () => {
  const stored = { startAt: new Date('2026-07-01T09:00:30.500Z'), endAt: new Date('2026-11-01T09:00:00Z') }
  const saved = workflowOf(parse(), 'UTC', stored)
  expect(saved).toMatchObject({ startAt: stored.startAt, endAt: new Date('2026-12-01T09:00:00Z') })
})

test('validates what each button needs', () => {
  expect(issues({ name: ' ', emailListIds: undefined })).toEqual([
    'name: Please enter a workflow name',
    'emailListIds: Please select at least one email list',
  ])
  expect(issues({ intent: 'next', name: '', emailListIds: undefined })).toEqual([
    'name: Please enter a workflow name',
  ])
  expect(issues({ intent: 'next', startAt: '', endAt: 'soon' })).toEqual([
    'startAt: Please choose a start date and time',
    'endAt: Please choose an end date and time',
  ])
  for (const intent of ['back', 'add-jobTitles', 'remove-jobTitles:CTO'])
    expect(issues({ intent, name: '', emailListIds: undefined })).toEqual([])
  expect(issues({ employeeCounts: ['some'] })).toEqual(['employeeCounts: Unknown number of employees'])
  const long = Array.from({ length: 100 }, (_, i) => `${i}`.padEnd(190, 'x'))
  expect(issues({ intent: 'next', jobTitles: long })).toEqual([': Too many filters for one workflow'])
})

test('refuses numbers out of range at visible fields', () => {
  for (const leadLimit of ['0', '501', 'many', ''])
    expect(issues({ leadLimit })).toEqual(['leadLimit: Lead limit must be a whole number from 1 to 500'])
  for (const frequencyInterval of ['0', 'x', '']) {
    expect(issues({ frequencyInterval })).toEqual([
      'frequencyInterval: Interval must be a whole number from 1 to 1000',
    ])
    expect(issues({ frequencyInterval, frequencyType: 'once' })).toEqual([])
  }
})

test('adds and removes chips without scripts', () => {
  const titles = (fields: Record<string, unknown>) =>
    parse(fields)
      .draft.filter(([name]) => name === 'jobTitles')
      .map(([, value]) => value)
  expect(titles({ intent: 'add-jobTitles', ownJobTitle: 'Baker' })).toEqual(['CTO', 'CEO', 'Baker'])
  expect(titles({ intent: 'add-jobTitles', ownJobTitle: 'cto' })).toEqual(['CTO', 'CEO'])
  expect(titles({ intent: 'remove-jobTitles:CTO' })).toEqual(['CEO'])
})

test('a draft survives its URL', () => {
  const draft = readWorkflowDraft(toFormEntries(FORM))!
  expect(readWorkflowDraft(new URLSearchParams(draftEntries(draft)))).toEqual(draft)
  expect(readWorkflowDraft(new URLSearchParams('name=X'))).toBeNull()
})

test('an unchanged form saves the same workflow', () => {
  const workflow = {
    name: 'W',
    description: null,
    startStrategy: 'scheduled',
    startAt: new Date('2026-07-01T13:00:00Z'),
    frequencyType: 'months',
    frequencyInterval: 3,
    isEndless: false,
    endAt: new Date('2027-07-01T13:00:00Z'),
    leadLimit: 20,
    timezone: 'America/New_York',
    criteria: { ...NO_CRITERIA, locations: ['Oslo'], locationType: 'account' },
  } as unknown as Workflow
  const sent = Object.fromEntries(
    draftEntries(draftOf(workflow, [UNKNOWN_ID])).map(([name, value]) => [name, value]),
  )
  const { timezone, ...fields } = workflow
  expect(workflowOf(validate(WorkflowForm, sent), timezone)).toEqual(fields)
})
