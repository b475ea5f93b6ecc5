import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextDueAt } from '~/models/outbox/due-times.server'
import { getWorkflow } from '~/models/workflows/workflow.server'
import { NOW } from '../support/outreach'
import { openWorkflowBench, type WorkflowBench } from '../support/workflows'

let bench: WorkflowBench
beforeEach(async () => {
  bench = await openWorkflowBench({ people: 250 })
})
afterEach(() => bench?.drop())

const look = (id: string) => getWorkflow(bench.db, bench.userId, id)
const times = (...texts: string[]) => texts.map((text) => new Date(text))
const limited = {
  ok: false,
  why: 'limited',
  detail: 'The maximum number of api calls',
  retryAfter: 90,
} as const

test('a scheduled start waits for its time and schedules from it', async () => {
  const id = await bench.activate({
    startStrategy: 'scheduled',
    startAt: '2026-03-31T08:00:00Z',
    frequencyType: 'months',
    endAt: '2026-05-31T08:00:00Z',
    leadLimit: 5,
  })
  expect((await look(id)).nextRunAt).toEqual(new Date('2026-03-31T08:00:00Z'))
  const seen = []
  for (let at = NOW; ; ) {
    const next = await nextDueAt(bench.db, at, new Date('2027-01-01T00:00:00Z'))
    if (!next) break
    at = next
    bench.at(at.toISOString())
    seen.push(((await bench.run(id))!.scheduledFor as Date).toISOString())
  }
  expect(seen).toEqual(['2026-03-31T08:00:00.000Z', '2026-04-30T08:00:00.000Z', '2026-05-31T08:00:00.000Z'])
  expect(await look(id)).toMatchObject({
    status: 'completed',
    lastRunAt: new Date('2026-05-31T08:00:00Z'),
    nextRunAt: null,
  })
})

test('runs once after a long outage, then at the next scheduled time', async () => {
  const id = await bench.activate({ frequencyType: 'days', frequencyInterval: 2, leadLimit: 3 })
  await bench.run(id)
  bench.at('2026-04-20T15:00:00Z')
  await bench.run(id)
  await bench.run(id)
  const runs = await bench.runsOf(id)
  expect(runs.map((run) => run.scheduledFor)).toEqual(times('2026-03-02T11:00:00Z', '2026-03-04T11:00:00Z'))
  expect(runs[1]!.startedAt).toEqual(new Date('2026-04-20T15:00:00Z'))
  expect((await look(id)).nextRunAt).toEqual(new Date('2026-04-21T11:00:00Z'))
})

test('completes without a run when its end passed during an outage', async () => {
  const id = await bench.activate({ frequencyType: 'days', endAt: '2026-03-10T11:00:00Z', leadLimit: 3 })
  await bench.run(id)
  bench.at('2026-04-20T15:00:00Z')
  await bench.start()
  expect(await bench.runsOf(id)).toHaveLength(1)
  expect(await look(id)).toMatchObject({ status: 'completed', nextRunAt: null })
})

test('skips the times that passed while paused', async () => {
  const id = await bench.activate({ frequencyType: 'days', leadLimit: 3 })
  await bench.run(id)
  await bench.change(id, { status: 'paused' })
  bench.at('2026-03-20T15:00:00Z')
  await bench.start()
  await bench.change(id, { status: 'active' })
  await bench.start()
  expect(await bench.runsOf(id)).toHaveLength(1)
  expect((await look(id)).nextRunAt).toEqual(new Date('2026-03-21T11:00:00Z'))
  await bench.change(id, { status: 'paused' })
  await bench.change(id, { endAt: '2026-03-21T10:00:00Z' })
  bench.at('2026-03-22T00:00:00Z')
  await expect(bench.change(id, { status: 'active' })).rejects.toThrow(
    'The end date of this workflow has passed',
  )
})

test('an edited schedule moves the next run, or completes the workflow', async () => {
  const id = await bench.activate({ frequencyType: 'days', leadLimit: 3 })
  await bench.run(id)
  expect((await bench.change(id, { frequencyType: 'weeks' })).nextRunAt).toEqual(
    new Date('2026-03-09T11:00:00Z'),
  )
  const scheduled = { startStrategy: 'scheduled', startAt: '2026-03-05T07:00:00Z' }
  expect((await bench.change(id, scheduled)).nextRunAt).toEqual(new Date('2026-03-05T07:00:00Z'))
  expect((await bench.change(id, { name: 'Other' })).nextRunAt).toEqual(new Date('2026-03-05T07:00:00Z'))
  expect(await bench.change(id, { startStrategy: 'immediately', frequencyType: 'once' })).toMatchObject({
    status: 'completed',
    nextRunAt: null,
  })
})

test('the next run waits for an unfinished one', async () => {
  const id = await bench.activate({ frequencyType: 'days' })
  bench.leads.failures.push(limited)
  await bench.run(id)
  bench.at('2026-03-05T12:00:00Z')
  await bench.start()
  expect(await bench.runsOf(id)).toHaveLength(1)
  await bench.work(id)
  await bench.run(id)
  expect(await bench.runsOf(id)).toHaveLength(2)
})
