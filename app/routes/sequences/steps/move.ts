import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { saveConfirmed } from '~/http/review.server'
import { reorderSteps } from '~/models/sequences/step.server'
import { orderAfterMove } from '~/models/sequences/step-graph.server'
import { paths, withView } from '~/paths'
import { overviewOf } from './addresses'

export const loader = page(async ({ params }) => {
  throw redirect(paths.sequence(params.id!))
})

/** Moves a step one place up or down. */
export const action = buttonAction(
  z.object({ direction: z.enum(['up', 'down'], 'Unknown direction') }),
  { failure: 'Failed to update step', back: (call) => overviewOf(call) },
  async ({ direction }, call) => {
    const { app, db, userId, params, url } = call
    const { id, stepId } = params as { id: string; stepId: string }
    const ids = await orderAfterMove(db, userId, id, stepId, direction)
    if (ids && !(await saveConfirmed(call, null, (tx) => reorderSteps(tx, userId, id, ids))))
      return redirect(withView(paths.orderSteps(id, ids), url.searchParams.get('view')))
    return redirectWithToast(app, overviewOf(call), { kind: 'success', title: 'Step updated successfully' })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to update step')
