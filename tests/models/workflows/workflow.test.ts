import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AppError } from '~/errors'
import { validate } from '~/http/validate'
import { createList } from '~/models/contacts/dynamic-lists/dynamic-lists.server'
import {
  addWorkflowStep,
  createWorkflowWithLists,
  deleteWorkflowStep,
  listWorkflowSteps,
  updateWorkflowWithLists,
} from '~/models/workflows/step.server'
import { NewWorkflow, NewWorkflowStep, WorkflowChange } from '~/models/workflows/workflow'
import {
  createWorkflow,
  deleteWorkflow,
  getWorkflow,
  listWorkflows,
  updateWorkflow,
} from '~/models/workflows/workflow.server'
import { NO_CRITERIA } from '../../support/fake-leads'
import { NOW, refused, UNKNOWN_ID } from '../../support/outreach'
import { openWorkflowBench, type WorkflowBench } from '../../support/workflows'

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflowBench()
})
afterAll(() => bench?.drop())
beforeEach(() => bench.at(NOW.toISOString()))

const parse = (fields: object) => validate(NewWorkflow, { name: 'W', criteria: {}, ...fields })
const words = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return 'accepted'
}

const wrongFields = (fields: object) => {
  try {
    parse(fields)
  } catch (error) {
    return (error as AppError).options.issues!.map(({ path, message }) => [path, message])
  }
  return []
}

test('a new workflow is a draft with the specification’s defaults', async () => {
  for (const status of ['active', 'paused', 'completed', 'x'])
    expect(words(() => parse({ status }))).toBe('A new workflow is a draft: activate it once it is created')
  const made = await bench.make({ status: 'draft' })
  expect(made).toMatchObject({
    name: 'Find people',
    description: null,
    status: 'draft',
    startStrategy: 'immediately',
    startAt: null,
    frequencyType: 'once',
    frequencyInterval: 1,
    endAt: null,
    isEndless: true,
    criteria: NO_CRITERIA,
    leadLimit: 500,
    timezone: 'UTC',
    lastRunAt: null,
    nextRunAt: null,
  })
})

test('uses the user’s time zone at creation', async () => {
  const { db, userId } = bench
  await db.execute(`update users set timezone = 'Asia/Tokyo' where id = '${userId}'`)
  const made = await bench.make()
  await db.execute(`update users set timezone = 'UTC' where id = '${userId}'`)
  expect((await bench.change(made.id, { name: 'Renamed' })).timezone).toBe('Asia/Tokyo')
})

test('refuses a missing or blank name', () => {
  for (const name of [undefined, '', '   '])
    expect(words(() => parse({ name }))).toBe('Please enter a workflow name')
  expect(words(() => parse({ criteria: undefined }))).toBe('Criteria are required')
})

test('refuses a lead limit or interval out of range', () => {
  for (const leadLimit of [0, -3, 501, 1e9, 12.9, 'many', '', null])
    expect(wrongFields({ leadLimit })).toEqual([
      ['leadLimit', 'Lead limit must be a whole number from 1 to 500'],
    ])
  for (const frequencyInterval of [0, -1, 1001, 'x', '', null])
    expect(wrongFields({ frequencyInterval })).toEqual([
      ['frequencyInterval', 'Interval must be a whole number from 1 to 1000'],
    ])
  for (const leadLimit of [1, 500, '250']) expect(parse({ leadLimit }).leadLimit).toBe(Number(leadLimit))
  for (const interval of [1, '3', 1000])
    expect(parse({ frequencyInterval: interval }).frequencyInterval).toBe(Number(interval))
})

test('allows only activation and pausing', async () => {
  const ways: Record<string, string> = {}
  for (const from of ['draft', 'active', 'paused', 'completed']) {
    for (const to of ['draft', 'active', 'paused', 'completed']) {
      const { id } = await bench.make()
      await bench.addList(id)
      await bench.db.execute(`update workflows set status = '${from}' where id = '${id}'`)
      ways[`${from} -> ${to}`] = await refused(bench.change(id, { status: to }))
    }
  }
  const accepted = Object.keys(ways).filter((way) => ways[way] === 'accepted')
  expect(accepted).toEqual([
    'draft -> draft',
    'draft -> active',
    'active -> active',
    'active -> paused',
    'paused -> active',
    'paused -> paused',
    'completed -> completed',
  ])
  expect(ways['completed -> active']).toBe('CONFLICT: A workflow that is completed cannot become active')
})

test('cannot be activated without an email list', async () => {
  const { id } = await bench.make()
  const step = await bench.addList(id)
  await bench.change(id, { status: 'active' })
  await bench.change(id, { status: 'paused' })
  await deleteWorkflowStep(bench.db, bench.userId, id, step.id)
  expect(await refused(bench.change(id, { status: 'active', name: 'Kept' }))).toBe(
    'CONFLICT: Choose an email list for its contacts first, then activate the workflow',
  )
  expect(await getWorkflow(bench.db, bench.userId, id)).toMatchObject({
    status: 'paused',
    name: 'Find people',
  })
})

test('editing keeps the status and other fields', async () => {
  const id = await bench.activate({ frequencyType: 'weeks', frequencyInterval: 2, leadLimit: 20 })
  const edited = await bench.change(id, { name: 'Other', leadLimit: 30 })
  expect(edited).toMatchObject({ name: 'Other', status: 'active', leadLimit: 30, frequencyInterval: 2 })
})

test('lists workflows newest first, in pages', async () => {
  const { db, strangerId } = bench
  const names = ['A', 'B', 'C']
  for (const [day, name] of names.entries()) {
    const { id } = await createWorkflow(db, strangerId, parse({ name }) as never, NOW)
    await db.execute(`update workflows set created_at = '2026-02-0${day + 1}' where id = '${id}'`)
  }
  const first = await listWorkflows(db, strangerId, { limit: 2 })
  const second = await listWorkflows(db, strangerId, { limit: 2, cursor: first.cursor! })
  expect([...first.rows, ...second.rows].map(({ name }) => name)).toEqual(['C', 'B', 'A'])
})

test('adds to no dynamic list', async () => {
  const { db, userId } = bench
  const filter = { all: [{ field: 'city', op: 'is', value: 'Berlin' }] }
  const dynamic = await createList(db, userId, {
    ...{ name: 'Berlin', industry: 'Software', jobTitle: 'CTO', location: 'Berlin' },
    filter,
  })
  const { id } = await bench.make()
  expect(await refused(bench.addList(id, [dynamic.id]))).toMatch(/^CONFLICT: This list is dynamic/)
  const both = { workflow: parse({}) as never, emailListIds: [bench.listId, dynamic.id] }
  expect(await refused(createWorkflowWithLists(db, userId, both, NOW))).toMatch(
    /^CONFLICT: This list is dynamic/,
  )
})

test('does not find foreign workflows, steps and lists', async () => {
  const { db, userId, strangerId, listId } = bench
  const { id } = await bench.make()
  const step = await bench.addList(id)
  const theirs = await createWorkflow(db, strangerId, parse({}) as never, NOW)
  const input = { order: 1, stepType: 'add_to_email_list' as const, name: 'Add', emailListIds: [listId] }
  for (const work of [
    () => getWorkflow(db, strangerId, id),
    () => getWorkflow(db, userId, UNKNOWN_ID),
    () => updateWorkflow(db, strangerId, id, { name: 'X' }, NOW),
    () => deleteWorkflow(db, strangerId, id),
    () => listWorkflowSteps(db, strangerId, id),
    () => addWorkflowStep(db, strangerId, id, input),
    () => deleteWorkflowStep(db, strangerId, id, step.id),
    () =>
      updateWorkflowWithLists(
        db,
        strangerId,
        id,
        { workflow: parse({}) as never, emailListIds: [listId] },
        NOW,
      ),
  ])
    expect(await refused(work())).toBe('NOT_FOUND: Workflow not found')
  const list = 'NOT_FOUND: Email list not found'
  expect(await refused(addWorkflowStep(db, strangerId, theirs.id, input))).toBe(list)
  const both = { workflow: parse({}) as never, emailListIds: [listId] }
  expect(await refused(createWorkflowWithLists(db, strangerId, both, NOW))).toBe(list)
  expect(await refused(deleteWorkflowStep(db, userId, theirs.id, step.id))).toBe(
    'NOT_FOUND: Workflow not found',
  )
  expect(await refused(deleteWorkflowStep(db, userId, id, UNKNOWN_ID))).toBe('NOT_FOUND: Step not found')
  expect((await listWorkflowSteps(db, userId, id)).map((one) => one.emailListIds)).toEqual([[listId]])
  expect((await listWorkflows(db, strangerId, { limit: 10 })).rows.length).toBe(4)
})

test('requires an email list for a step', () => {
  for (const emailListIds of [undefined, []])
    expect(words(() => validate(NewWorkflowStep, { emailListIds }))).toBe(
      'Please select at least one email list',
    )
  expect(validate(NewWorkflowStep, { emailListIds: [UNKNOWN_ID] })).toMatchObject({
    order: 1,
    stepType: 'add_to_email_list',
    name: 'Add to Email List',
  })
})

test('saves a workflow with its lists, and replaces them', async () => {
  const { db, userId, listId } = bench
  const other = await bench.makeList('Other')
  const workflow = parse({ name: 'With lists' }) as never
  const { id } = await createWorkflowWithLists(
    db,
    userId,
    { workflow, emailListIds: [listId, other.id] },
    NOW,
  )
  expect(await listWorkflowSteps(db, userId, id)).toMatchObject([
    { order: 1, name: 'Add to Email List', emailListIds: [listId, other.id].sort() },
  ])
  await updateWorkflowWithLists(db, userId, id, { workflow, emailListIds: [other.id] }, NOW)
  expect((await listWorkflowSteps(db, userId, id)).map((step) => step.emailListIds)).toEqual([[other.id]])
})

test('applies no defaults to changes', () => {
  expect(Object.values(validate(WorkflowChange, {})).filter((value) => value !== undefined)).toEqual([])
})
