import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveNext } from '~/engine/graph'
import { loadPlans } from '~/models/enrollments/plans.server'
import { deleteStep, reorderSteps } from '~/models/sequences/step.server'
import { NOW, type Outreach, openOutreach } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

/** The step that follows for a contact who got the emails of `visited`, the last of them now in its reaction window. */
async function nextAfter(sequenceId: string, visited: string[]) {
  const plan = (await loadPlans(outreach.db, [sequenceId], NOW)).get(sequenceId)!
  const visits = Object.fromEntries(visited.map((id) => [id, 1]))
  const next = resolveNext(plan, visits, { stepId: visited.at(-1)!, reaction: 'not_opened' })
  return next.kind === 'step' ? next.step.id : null
}

async function threeSteps() {
  const { id } = await outreach.makeSequence()
  const [a, b, c] = [await outreach.makeStep(id), await outreach.makeStep(id), await outreach.makeStep(id)]
  return { id, a: a.id, b: b.id, c: c.id }
}

test('a contact in a deleted step goes on with the next one, also after an earlier step was deleted', async () => {
  const { id, a, b, c } = await threeSteps()
  await deleteStep(outreach.db, outreach.userId, b)
  expect(await nextAfter(id, [a, b])).toBe(c)
  await deleteStep(outreach.db, outreach.userId, a)
  expect(await nextAfter(id, [a, b])).toBe(c)
})

test('a contact in a deleted step goes on with the step that took its place, whichever was made first', async () => {
  const { id, a, b, c } = await threeSteps()
  await reorderSteps(outreach.db, outreach.userId, id, [a, c, b])
  await deleteStep(outreach.db, outreach.userId, c)
  expect(await nextAfter(id, [a, c])).toBe(b)
})
