import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sequences } from '#drizzle/schema'
import { linkPersona } from '~/models/sequences/run.server'
import { estimateWorkflow } from '~/models/workflows/estimate.server'
import { NOW, refused, secrets } from '../../support/outreach'
import { openWorkflowBench, type WorkflowBench } from '../../support/workflows'

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflowBench()
})
afterAll(() => bench?.drop())

test('estimates credits and contacts, and names lists and running sequences', async () => {
  const { db, userId } = bench
  const { id } = await bench.make({ leadLimit: 40, frequencyType: 'weeks', frequencyInterval: 2 })
  expect(await estimateWorkflow(db, userId, id)).toMatchObject({ lists: [], sequences: [] })
  const second = await bench.makeList('Second')
  const apart = await bench.makeList('Apart')
  await bench.addList(id, [bench.listId, second.id])
  const sequence = async (name: string, status: 'draft' | 'running' | 'paused', lists: string[]) => {
    const made = await bench.makeSequence({ name })
    for (const list of lists) await linkPersona(db, userId, made.id, list, NOW, secrets)
    await db.update(sequences).set({ status }).where(eq(sequences.id, made.id))
  }
  await sequence('A', 'running', [bench.listId, second.id])
  await sequence('B', 'paused', [second.id])
  await sequence('C', 'draft', [second.id])
  await sequence('D', 'running', [apart.id])
  const found = await estimateWorkflow(db, userId, id)
  expect(found).toMatchObject({
    ...{ name: 'Find people', leadLimit: 40, frequencyType: 'weeks', frequencyInterval: 2 },
    lists: ['People', 'Second'],
  })
  expect(found.sequences.map(({ name, running }) => [name, running])).toEqual([
    ['A', true],
    ['B', false],
  ])
  expect(await refused(estimateWorkflow(db, bench.strangerId, id))).toMatch(/^NOT_FOUND/)
})
