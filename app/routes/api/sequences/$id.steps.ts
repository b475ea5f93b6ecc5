import { z } from 'zod'
import { api, operation } from '~/http/api.server'
import { StepAnswer } from '~/models/api/sequences'
import { NewStep } from '~/models/sequences/step'
import { createStep, listSteps } from '~/models/sequences/step.server'

const route = api({
  GET: operation({
    summary: 'Steps in order',
    answer: z.array(StepAnswer),
    run: ({ db, userId, params }) => listSteps(db, userId, params.id!),
  }),
  POST: operation({
    summary: 'Adds a step',
    answer: StepAnswer,
    body: NewStep,
    status: 201,
    fresh: ({ params: { id } }) => ({ sequenceId: id }),
    run: async ({ app, db, userId, params, body }) =>
      createStep(db, userId, params.id!, body, await app.clock.now()),
  }),
})

export const loader = route.loader
export const action = route.action
