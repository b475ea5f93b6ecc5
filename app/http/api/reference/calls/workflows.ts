import type { CallRows } from '../row'
import { ID } from '../values'

const params = { id: ID.workflow }

export const WORKFLOW_CALLS: CallRows = {
  'GET /api/workflows': { id: 'listWorkflows', query: { limit: 50 } },
  'POST /api/workflows': {
    id: 'createWorkflow',
    body: {
      name: 'New CTOs each week',
      criteria: { jobTitles: ['CTO'], locations: ['Berlin'] },
      frequencyType: 'weeks',
      frequencyInterval: 1,
      isEndless: true,
      leadLimit: 50,
    },
  },
  'GET /api/workflows/{id}': { id: 'getWorkflow', params },
  'PATCH /api/workflows/{id}': {
    id: 'updateWorkflow',
    text: 'A draft or paused workflow can become active, and an active one paused.',
    params,
    body: { leadLimit: 20 },
  },
  'DELETE /api/workflows/{id}': { id: 'deleteWorkflow', params },
  'GET /api/workflows/{id}/estimate': {
    id: 'estimateWorkflow',
    text: 'A run adds at most `leadLimit` contacts, and costs at most as many credits.',
    params,
  },
  'GET /api/workflows/{id}/steps': { id: 'listWorkflowSteps', params },
  'POST /api/workflows/{id}/steps': {
    id: 'createWorkflowStep',
    params,
    body: { emailListIds: [ID.persona] },
  },
  'DELETE /api/workflows/{id}/steps/{stepId}': {
    id: 'deleteWorkflowStep',
    params: { id: ID.workflow, stepId: ID.workflowStep },
  },
}
