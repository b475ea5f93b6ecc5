import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InsertPlace, onwardFields, placeFields, planInsertion } from '~/models/sequences/flow/insert'
import { type Link, linksOf } from '~/models/sequences/flow/links'
import { createStep, deleteStep, listSteps, updateStep } from '~/models/sequences/step.server'
import { StepFields } from '~/models/sequences/step-form'
import { saveStepForm } from '~/models/sequences/step-graph.server'
import { NOW, type Outreach, openOutreach, refused, UNKNOWN_ID } from '../../support/outreach'
import { caseCount } from '../../support/sizes'
import { type RandomStep, randomSteps } from '../../unit/support/random-steps'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

const steps = (id: string) => listSteps(db, userId, id)

/** The form of a new step at a place, with the values that it starts with. */
async function formAt(id: string, place: InsertPlace, type: 'send_email' | 'wait' = 'wait') {
  const plan = planInsertion(await steps(id), place)
  if (typeof plan === 'string') throw new Error(plan)
  return StepFields.parse({
    stepType: type,
    name: 'New',
    ...(type === 'wait'
      ? { waitValue: '1', waitUnit: 'days' }
      : { templateId: outreach.templateId, delayDays: '1' }),
    ...(plan.branchOnly ? { branchOnly: 'on' } : {}),
    ...onwardFields(plan, type),
    ...placeFields(place),
  })
}

const insert = async (id: string, place: InsertPlace, type?: 'send_email' | 'wait') =>
  saveStepForm(db, userId, id, null, await formAt(id, place, type), NOW)

const shortOf = async (id: string) =>
  (await steps(id)).map(({ name, branchOnly }) => (branchOnly ? `(${name})` : name))

test('a step inserted on the main line comes between its neighbors in order', async () => {
  const { id } = await outreach.makeSequence()
  const first = await outreach.makeStep(id, { name: 'A' })
  await outreach.makeStep(id, { name: 'B' })
  await insert(id, { after: first.id, branches: ['notOpened', 'openedNoReply'] }, 'send_email')
  expect(await shortOf(id)).toEqual(['A', 'New', 'B'])
  expect((await steps(id)).map(({ order }) => order)).toEqual([1, 2, 3])
  await insert(id, { after: null, branches: [] })
  expect(await shortOf(id)).toEqual(['New', 'A', 'New', 'B'])
})

test('a step inserted on a branch is branch only and leads on to the branch’s step', async () => {
  const { id } = await outreach.makeSequence()
  const first = await outreach.makeStep(id, { name: 'A' })
  const second = await outreach.makeStep(id, { name: 'B' })
  await updateStep(db, userId, first.id, { repliedStepId: second.id }, NOW)
  const made = await insert(id, { after: first.id, branches: ['replied'] }, 'send_email')
  expect(await shortOf(id)).toEqual(['A', '(New)', 'B'])
  const [a, made2] = await steps(id)
  expect(a).toMatchObject({ repliedStepId: made.id, notOpenedNext: 'default' })
  expect(made2).toMatchObject({
    notOpenedStepId: second.id,
    openedNoReplyStepId: second.id,
    repliedNext: 'default',
  })
})

test('a step inserted on one of two default branches leaves the other', async () => {
  const { id } = await outreach.makeSequence()
  const first = await outreach.makeStep(id, { name: 'A' })
  const second = await outreach.makeStep(id, { name: 'B' })
  await insert(id, { after: first.id, branches: ['openedNoReply'] })
  expect(await shortOf(id)).toEqual(['A', '(New)', 'B'])
  const [a, made] = await steps(id)
  expect(a).toMatchObject({ notOpenedNext: 'default', openedNoReplyStepId: made!.id })
  expect(made).toMatchObject({ nextActionStepId: second.id })
})

test('a step inserted before the end follows the last one', async () => {
  const { id } = await outreach.makeSequence()
  const first = await outreach.makeStep(id, { name: 'A' })
  await insert(id, { after: first.id, branches: ['replied'] })
  await insert(id, { after: first.id, branches: ['notOpened', 'openedNoReply'] })
  expect(await shortOf(id)).toEqual(['A', 'New', '(New)'])
})

test('the step before may have lost its template', async () => {
  const { id } = await outreach.makeSequence()
  const first = await outreach.makeStep(id, { name: 'A' })
  await db.execute(`update steps set template_id = null where id = '${first.id}'`)
  await db.execute(`delete from step_variants where step_id = '${first.id}'`)
  const made = await insert(id, { after: first.id, branches: ['replied'] })
  expect((await steps(id))[0]).toMatchObject({ repliedStepId: made.id })
})

test('a place in another sequence is not found, and a place that has changed is refused', async () => {
  const { id } = await outreach.makeSequence()
  const first = await outreach.makeStep(id)
  const second = await outreach.makeStep(id)
  const other = await outreach.makeSequence()
  const foreign = await outreach.makeStep(other.id)
  const at = async (after: string) => ({
    ...(await formAt(id, { after: first.id, branches: ['replied'] })),
    insertAt: { after, branches: ['replied' as const] },
  })
  for (const after of [foreign.id, UNKNOWN_ID])
    expect(await refused(saveStepForm(db, userId, id, null, await at(after), NOW))).toBe(
      'NOT_FOUND: Step not found',
    )
  expect(await refused(saveStepForm(db, outreach.strangerId, id, null, await at(first.id), NOW))).toBe(
    'NOT_FOUND: Sequence not found',
  )
  const both = await formAt(id, { after: first.id, branches: ['notOpened', 'openedNoReply'] })
  await updateStep(db, userId, first.id, { notOpenedStepId: 'end' }, NOW)
  expect(await refused(saveStepForm(db, userId, id, null, both, NOW))).toBe(
    'CONFLICT: The steps have changed in the meantime. Please choose the place again.',
  )
  await deleteStep(db, userId, second.id)
  expect(await steps(id)).toHaveLength(1)
})

/** Creates a random sequence. @returns its id */
async function store(random: RandomStep[]): Promise<string> {
  const { id } = await outreach.makeSequence()
  const ids = new Map<string, string>()
  for (const { id: key, name, stepType, branchOnly, order } of random) {
    const fields = {
      send_email: { templateId: outreach.templateId, delayDays: 1 },
      wait: { waitValue: 1, waitUnit: 'days' as const },
      add_to_persona: { personaId: (await outreach.makeList()).id },
    }[stepType]
    const input = { ...fields, stepType, name, branchOnly, order }
    ids.set(key, (await createStep(db, userId, id, input, NOW)).id)
  }
  for (const step of random) {
    const target = (next: string, to: string | null) => (next === 'step' ? ids.get(to!)! : (next as 'end'))
    const change =
      step.stepType === 'send_email'
        ? {
            notOpenedStepId: target(step.notOpenedNext, step.notOpenedStepId),
            openedNoReplyStepId: target(step.openedNoReplyNext, step.openedNoReplyStepId),
            repliedStepId: target(step.repliedNext, step.repliedStepId),
            ...{
              notOpenedWaitDays: step.notOpenedWaitDays,
              openedNoReplyWaitDays: step.openedNoReplyWaitDays,
            },
          }
        : {
            nextActionStepId: step.nextActionStepId
              ? ids.get(step.nextActionStepId)!
              : (step.nextActionType ?? 'default'),
          }
    await updateStep(db, userId, ids.get(step.id)!, change as never, NOW)
  }
  return id
}

/** Each branch of each step with its target, as text. */
const ways = (links: Link[], without: string | null = null) =>
  links.flatMap(({ from, branches, to }) =>
    from === without && without !== null
      ? []
      : (branches.length > 0 ? branches : ['start']).map((branch) => `${from} ${branch} ${to}`),
  )

test('an insertion changes only the way that it is made on', async () => {
  await fc.assert(
    fc.asyncProperty(randomSteps(5), fc.nat(), fc.boolean(), async (random, pick, isMail) => {
      const id = await store(random)
      const before = linksOf(await steps(id))
      const link = before[pick % before.length]!
      const type = isMail ? 'send_email' : 'wait'
      const made = await insert(id, { after: link.from, branches: link.branches }, type)
      const after = linksOf(await steps(id))
      const changed = ways([{ ...link, to: made.id }])
      expect(ways(after, made.id).sort()).toEqual(
        [...ways(before.filter((other) => other !== link)), ...changed].sort(),
      )
      const onward = after.filter(({ from }) => from === made.id)
      const led = onward.filter(({ branches }) => !branches.every((branch) => branch === 'replied'))
      expect(led.map(({ to }) => to)).toEqual([link.to])
    }),
    { numRuns: caseCount(60) },
  )
})
