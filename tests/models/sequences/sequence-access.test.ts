import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countOverLimit, getAnalytics } from '~/models/reports/report.server'
import { cloneSequence } from '~/models/sequences/clone.server'
import { summarizeEnrollments } from '~/models/sequences/members/people.server'
import {
  activateSequence,
  linkPersona,
  listLinkedPersonas,
  pauseSequence,
  unlinkPersona,
} from '~/models/sequences/run.server'
import { NewSequence } from '~/models/sequences/sequence'
import {
  createSequence,
  deleteSequence,
  getSequence,
  updateSequence,
} from '~/models/sequences/sequence.server'
import { SequenceSettings } from '~/models/sequences/settings'
import { saveSettings } from '~/models/sequences/settings.server'
import { NewStep, StepChange } from '~/models/sequences/step'
import {
  countLinksTo,
  countSteps,
  createStep,
  deleteStep,
  getStep,
  listSteps,
  reorderSteps,
  updateStep,
} from '~/models/sequences/step.server'
import { orderAfterMove } from '~/models/sequences/step-graph.server'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

describe('another user', () => {
  test('cannot access a sequence, its steps or contacts', async () => {
    const { id } = await outreach.makeSequence()
    const step = await outreach.makeStep(id)
    const list = await outreach.makeList()
    await linkPersona(db, userId, id, list.id, NOW, secrets)
    const foreign = await createSequence(db, outreach.strangerId, NewSequence.parse({ name: 'Theirs' }))
    const attempts = [
      getSequence(db, outreach.strangerId, id),
      updateSequence(db, outreach.strangerId, id, { name: 'Mine' }, NOW),
      saveSettings(
        db,
        outreach.strangerId,
        id,
        SequenceSettings.parse({ name: 'Mine', timezone: 'UTC', sendDays: ['1'] }),
        NOW,
      ),
      cloneSequence(db, outreach.strangerId, id),
      deleteSequence(db, outreach.strangerId, id),
      activateSequence(db, outreach.strangerId, id, NOW, secrets),
      pauseSequence(db, outreach.strangerId, id),
      listLinkedPersonas(db, outreach.strangerId, id),
      unlinkPersona(db, outreach.strangerId, id, list.id),
      linkPersona(db, outreach.strangerId, foreign.id, list.id, NOW, secrets),
      getAnalytics(db, outreach.strangerId, id),
      listSteps(db, outreach.strangerId, id),
      createStep(
        db,
        outreach.strangerId,
        id,
        NewStep.parse({ stepType: 'wait', waitValue: 1, waitUnit: 'days' }),
        NOW,
      ),
      createStep(
        db,
        outreach.strangerId,
        foreign.id,
        NewStep.parse({ templateId: outreach.templateId, delayDays: 1 }),
        NOW,
      ),
      createStep(
        db,
        outreach.strangerId,
        foreign.id,
        NewStep.parse({ stepType: 'add_to_persona', personaId: list.id }),
        NOW,
      ),
      createStep(
        db,
        outreach.strangerId,
        foreign.id,
        NewStep.parse({ stepType: 'wait', waitValue: 1, waitUnit: 'days', nextActionStepId: step.id }),
        NOW,
      ),
      getStep(db, outreach.strangerId, step.id),
      updateStep(db, outreach.strangerId, step.id, StepChange.parse({ name: 'Mine' }), NOW),
      countLinksTo(db, outreach.strangerId, step.id),
      deleteStep(db, outreach.strangerId, step.id),
      reorderSteps(db, outreach.strangerId, id, [step.id]),
      orderAfterMove(db, outreach.strangerId, id, step.id, 'up'),
      createSequence(db, outreach.strangerId, NewSequence.parse({ name: 'A', personaId: list.id })),
    ]
    for (const outcome of await Promise.all(attempts.map(refused))) expect(outcome).toMatch(/^NOT_FOUND: /)
    expect(await countOverLimit(db, outreach.strangerId, id)).toBe(0)
    expect((await summarizeEnrollments(db, outreach.strangerId, id)).total).toBe(0)
    expect(await countSteps(db, outreach.strangerId, [id])).toEqual(new Map())
    expect((await getSequence(db, userId, id)).name).toBe('Outreach')
    expect(await listSteps(db, userId, id)).toHaveLength(1)
  })
})
