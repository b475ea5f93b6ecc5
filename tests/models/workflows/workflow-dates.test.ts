import { afterAll, beforeAll, expect, test } from 'vitest'
import { validate } from '~/http/validate'
import { NewWorkflow } from '~/models/workflows/workflow'
import { refused } from '../../support/outreach'
import { openWorkflowBench, type WorkflowBench } from '../../support/workflows'

/** The dates that a workflow's schedule needs. */

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflowBench()
})
afterAll(() => bench?.drop())

const parse = (fields: object) => validate(NewWorkflow, { name: 'W', criteria: {}, ...fields })

test('accepts optional start and end dates', async () => {
  expect(parse({ startAt: '2026-04-01T10:00:00Z', endAt: null })).toMatchObject({
    startAt: new Date('2026-04-01T10:00:00Z'),
    endAt: null,
  })
  expect(() => parse({ startAt: 'soon' })).toThrow('Invalid date')
  const made = await bench.make({ frequencyType: 'days', endAt: '2026-04-01T10:00:00Z' })
  expect(made).toMatchObject({ isEndless: false, endAt: new Date('2026-04-01T10:00:00Z') })
  expect(await bench.change(made.id, { endAt: null })).toMatchObject({ isEndless: true, endAt: null })
})

test('refuses an end in the past or before the start', async () => {
  const past = { isEndless: false, endAt: '2026-03-01T10:00:00Z' }
  expect(await refused(bench.make(past))).toBe('INVALID: End date must be in the future')
  const before = {
    startStrategy: 'scheduled',
    startAt: '2026-05-01T10:00:00Z',
    endAt: '2026-04-01T10:00:00Z',
  }
  expect(await refused(bench.make(before))).toBe('INVALID: End date must be after the start date')
  const made = await bench.make({ ...before, endAt: '2026-06-01T10:00:00Z' })
  expect(await refused(bench.change(made.id, { startAt: '2026-07-01T10:00:00Z' }))).toBe(
    'INVALID: End date must be after the start date',
  )
  expect(await refused(bench.change(made.id, past))).toBe('INVALID: End date must be in the future')
})

const NO_START = 'INVALID: Please choose a start date and time'
const NO_END = 'INVALID: Please choose an end date and time'
const AT = '2026-05-01T10:00:00Z'

test('requires a date for a scheduled start and an end for a limited run', async () => {
  for (const startAt of [undefined, null, ''])
    expect(await refused(bench.make({ startStrategy: 'scheduled', startAt }))).toBe(NO_START)
  for (const endAt of [undefined, null, ''])
    expect(await refused(bench.make({ isEndless: false, endAt }))).toBe(NO_END)
  await expect(bench.make({ startStrategy: 'scheduled' })).rejects.toMatchObject({
    options: { field: 'startAt' },
  })
  await expect(bench.make({ isEndless: false })).rejects.toMatchObject({ options: { field: 'endAt' } })
})

test('applies the same rules to changes', async () => {
  const { id } = await bench.make()
  expect(await refused(bench.change(id, { startStrategy: 'scheduled' }))).toBe(NO_START)
  expect(await refused(bench.change(id, { isEndless: false }))).toBe(NO_END)
  await bench.change(id, { startStrategy: 'scheduled', startAt: AT })
  expect(await refused(bench.change(id, { startAt: null }))).toBe(NO_START)
  await bench.change(id, { isEndless: false, endAt: '2026-06-01T10:00:00Z' })
  expect(await refused(bench.change(id, { isEndless: false, endAt: null }))).toBe(NO_END)
  expect(await bench.change(id, { endAt: null })).toMatchObject({ isEndless: true })
  expect(await bench.change(id, { startStrategy: 'immediately', startAt: null })).toMatchObject({
    startStrategy: 'immediately',
    startAt: null,
  })
})

test('refuses to activate a workflow without its date', async () => {
  const lacking = { "start_strategy = 'scheduled'": NO_START, 'is_endless = false': NO_END }
  for (const [set, words] of Object.entries(lacking)) {
    const { id } = await bench.make()
    await bench.db.execute(`update workflows set ${set} where id = '${id}'`)
    expect(await refused(bench.change(id, { status: 'active' }))).toBe(words)
    expect(await bench.change(id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed', status: 'draft' })
    await bench.db.execute(`update workflows set status = 'active' where id = '${id}'`)
    expect(await bench.change(id, { status: 'paused' })).toMatchObject({ status: 'paused' })
    expect(await refused(bench.change(id, { status: 'active' }))).toBe(words)
  }
})
