import { api, operation } from '~/http/api.server'
import { StepAnswer } from '~/models/api/sequences'
import { Done } from '~/models/api/shared'
import { StepChange } from '~/models/sequences/step'
import { deleteStep, getStep, updateStep } from '~/models/sequences/step.server'

const route = api({
  GET: operation({
    summary: 'One step',
    answer: StepAnswer,
    run: ({ db, userId, params }) => getStep(db, userId, params.id!),
  }),
  PATCH: operation({
    summary: 'Changes a step',
    answer: StepAnswer,
    body: StepChange,
    current: ({ db, userId, params }) => getStep(db, userId, params.id!),
    run: async ({ app, db, userId, params, body }) =>
      updateStep(db, userId, params.id!, body, await app.clock.now()),
  }),
  DELETE: operation({
    summary: 'Deletes a step',
    answer: Done,
    run: ({ db, userId, params }) => deleteStep(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
