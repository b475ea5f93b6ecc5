import { api, operation } from '~/http/api.server'
import { WorkflowEstimateResponse } from '~/models/api/workflows'
import { estimateWorkflow } from '~/models/workflows/estimate.server'

const route = api({
  GET: operation({
    summary: 'What a run of a workflow can cost, and whom it adds to what',
    response: WorkflowEstimateResponse,
    run: ({ db, userId, params }) => estimateWorkflow(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
