import { z } from 'zod'
import { api, operation, pagedFrom } from '~/http/api.server'
import { WorkflowStepResponse } from '~/models/api/workflows'
import { PageQuery } from '~/models/shared/fields'
import { addWorkflowStep, listWorkflowSteps } from '~/models/workflows/step.server'
import { NewWorkflowStep } from '~/models/workflows/workflow'
import { isActive } from '~/models/workflows/workflow.server'

const route = api({
  GET: operation({
    summary: 'Steps in order, each with its email lists',
    response: z.array(WorkflowStepResponse),
    query: PageQuery,
    run: async ({ db, userId, params, query }) =>
      pagedFrom(await listWorkflowSteps(db, userId, params.id!), query),
  }),
  POST: operation({
    summary: 'Adds a step',
    response: WorkflowStepResponse,
    body: NewWorkflowStep,
    status: 201,
    fresh: ({ params: { id } }) => ({ workflowId: id }),
    sends: ({ db, userId, params }) => isActive(db, userId, params.id),
    run: ({ db, userId, params, body }) => addWorkflowStep(db, userId, params.id!, body),
  }),
})

export const loader = route.loader
export const action = route.action
