import { api, operation } from '~/http/api.server'
import { Done } from '~/models/api/shared'
import { deleteWorkflowStep } from '~/models/workflows/step.server'

const route = api({
  DELETE: operation({
    summary: 'Deletes a step',
    response: Done,
    run: ({ db, userId, params }) => deleteWorkflowStep(db, userId, params.id!, params.stepId!),
  }),
})

export const loader = route.loader
export const action = route.action
