import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { WorkflowResponse } from '~/models/api/workflows'
import { WorkflowChange } from '~/models/workflows/workflow'
import { deleteWorkflow, getWorkflow, isActive, updateWorkflow } from '~/models/workflows/workflow.server'

const route = api({
  GET: operation({
    summary: 'One workflow',
    response: WorkflowResponse,
    run: ({ db, userId, params }) => getWorkflow(db, userId, params.id!),
  }),
  PATCH: operation({
    summary: 'Changes a workflow; `status` activates or pauses it',
    response: WorkflowResponse,
    body: WorkflowChange,
    current: ({ db, userId, params }) => getWorkflow(db, userId, params.id!),
    sends: ({ db, userId, params, body }) => body.status === 'active' || isActive(db, userId, params.id),
    run: async ({ app, db, userId, params, body }) =>
      updateWorkflow(db, userId, params.id!, body, await app.clock.now()),
  }),
  DELETE: operation({
    summary: 'Deletes a workflow and its history; a run in progress stops',
    response: Done,
    run: ({ db, userId, params }) => deleteWorkflow(db, userId, params.id!),
  }),
})

export const loader = route.loader
export const action = route.action
