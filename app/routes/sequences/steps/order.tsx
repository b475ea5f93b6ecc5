import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { inPlaceClientAction } from '~/components/forms/in-place-client-action'
import { titled } from '~/components/page/meta'
import { ReviewDialog } from '~/components/sequences/versions/review-dialog'
import { inPlaceAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { reviewAgain, reviewOf, saveConfirmed } from '~/http/review.server'
import { validate } from '~/http/validate'
import { reorderSteps } from '~/models/sequences/step.server'
import { Confirmation } from '~/models/sequences/versions/review'
import { paths, withView } from '~/paths'
import { overviewOf } from './addresses'

export const meta = titled('Change Order')

const Order = Confirmation.extend({
  ids: z.array(z.uuid('Invalid id')).max(1000, 'Too many steps'),
})

/** The review of a new order, which stands in the URL. */
export const loader = page(async (call) => {
  const { userId, params, url } = call
  const id = params.id!
  const { ids } = validate(Order, { ids: url.searchParams.getAll('ids') })
  const review = ids.length > 0 && (await reviewOf(call, (tx) => reorderSteps(tx, userId, id, ids)))
  if (!review) throw redirect(overviewOf(call))
  return { ids, review, closeTo: overviewOf(call) }
})

/** Stores the order of the steps, after dragging or from the dialog. */
export const action = inPlaceAction(
  Order,
  { failure: 'Failed to update step', back: (call) => overviewOf(call) },
  async ({ ids, ...confirmed }, call) => {
    const { app, userId, params } = call
    const id = params.id!
    const saved = await saveConfirmed(call, confirmed, (tx) => reorderSteps(tx, userId, id, ids))
    const isAsked = confirmed.confirm !== undefined
    const dialog = withView(paths.orderSteps(id, ids), call.url.searchParams.get('view'))
    if (!saved) return isAsked ? reviewAgain(app, dialog, confirmed) : redirect(dialog)
    if (!isAsked) return 'Step updated successfully'
    return redirectWithToast(app, overviewOf(call), { kind: 'success', title: 'Step updated successfully' })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = inPlaceClientAction('Failed to update step')

/** Asks before a new order of a running sequence is saved. */
export default function ChangeOrderDialog() {
  const { ids, review, closeTo } = useLoaderData<typeof loader>()
  return (
    <ReviewDialog
      title="Change Order"
      review={review}
      closeTo={closeTo}
      fields={ids.map((id) => ['ids', id] as const)}
      submit="Save change"
      busy="Saving..."
    />
  )
}
