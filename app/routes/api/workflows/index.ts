import { z } from 'zod'
import { api, operation, paged } from '~/http/api.server'
import { WorkflowResponse } from '~/models/api/workflows'
import { NewWorkflow, WorkflowsQuery } from '~/models/workflows/workflow'
import { countWorkflows, createWorkflow, listWorkflows } from '~/models/workflows/workflow.server'

const route = api({
  GET: operation({
    summary: 'Workflows, newest first',
    response: z.array(WorkflowResponse),
    query: WorkflowsQuery,
    run: async ({ db, userId, query }) =>
      paged({ ...(await listWorkflows(db, userId, query)), total: await countWorkflows(db, userId, query) }),
  }),
  POST: operation({
    summary: 'Creates a workflow as a draft',
    response: WorkflowResponse,
    body: NewWorkflow,
    status: 201,
    fresh: ({ user: { timezone } }) => ({ timezone }),
    run: async ({ app, db, userId, body }) => createWorkflow(db, userId, body, await app.clock.now()),
  }),
})

export const loader = route.loader
export const action = route.action
