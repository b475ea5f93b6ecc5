import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { inPlaceClientAction } from '~/components/forms/in-place-client-action'
import { inPlaceAction } from '~/http/button.server'
import { updateWorkflow } from '~/models/workflows/workflow.server'
import { paths } from '~/paths'

const FAILED = 'Failed to update workflow status'

export const loader = () => redirect(paths.workflows())

/** Activates or pauses a workflow. */
export const action = inPlaceAction(
  z.object({ status: z.enum(['active', 'paused'], 'Unknown status') }),
  { failure: FAILED, back: () => paths.workflows() },
  async ({ status }, { app, db, userId, params }) => {
    await updateWorkflow(db, userId, params.id!, { status }, await app.clock.now())
    return `Workflow ${status === 'active' ? 'activated' : 'paused'} successfully`
  },
)

/** With scripts, a failed request shows a toast and the old state again. */
export const clientAction = inPlaceClientAction(FAILED)
