import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { StepResponse } from '~/models/api/sequences'
import { isRunning } from '~/models/sequences/running.server'
import { NewStep } from '~/models/sequences/step'
import { createStep, listSteps } from '~/models/sequences/step.server'
import { KeepInProgress } from '~/models/sequences/versions/review'
import { applyApiChange } from '~/models/sequences/versions/staying.server'
import { PageQuery } from '~/models/shared/fields'

const route = api({
  GET: operation({
    summary: 'Steps in order',
    response: z.array(StepResponse),
    query: PageQuery,
    run: async ({ db, userId, params, query }) => pagedFrom(await listSteps(db, userId, params.id!), query),
  }),
  POST: operation({
    summary: 'Adds a step',
    response: StepResponse,
    query: KeepInProgress,
    body: NewStep,
    status: 201,
    fresh: ({ params: { id } }) => ({ sequenceId: id }),
    sends: ({ db, userId, params }) => isRunning(db, userId, params.id),
    run: async ({ app, db, userId, params, query, body }) => {
      const now = await app.clock.now()
      return applyApiChange(query, db, userId, params.id!, (tx) =>
        createStep(tx, userId, params.id!, body, now),
      )
    },
  }),
})

export const loader = route.loader
export const action = route.action
