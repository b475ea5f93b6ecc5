import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { staying } from '~/components/forms/staying'
import { stayingAction } from '~/http/button.server'
import { page } from '~/http/page.server'
import { reorderSteps } from '~/models/sequences/step.server'
import { paths } from '~/paths'
import { overviewOf } from './step-addresses'

export const loader = page(async ({ params }) => {
  throw redirect(paths.sequence(params.id!))
})

/** Stores the order of the steps after dragging. */
export const action = stayingAction(
  z.object({ ids: z.array(z.uuid('Invalid id')).max(1000, 'Too many steps') }),
  { failure: 'Failed to update step', back: (call) => overviewOf(call) },
  async ({ ids }, { db, userId, params }) => {
    await reorderSteps(db, userId, params.id!, ids)
    return 'Step updated successfully'
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = staying('Failed to update step')
