import { useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { useView } from '~/components/sequences/flow/use-view'
import { ReviewDialog } from '~/components/sequences/versions/review-dialog'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { UsesPanel } from '~/components/ui/dialog/uses-panel'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { reviewAgain, reviewOf, saveConfirmed } from '~/http/review.server'
import { countAwaiting, countLinksTo, deleteStep, readStepUses } from '~/models/sequences/step.server'
import { getStepOf } from '~/models/sequences/step-graph.server'
import { Confirmation } from '~/models/sequences/versions/review'
import { paths } from '~/paths'
import { overviewOf } from './addresses'

export const meta = titled('Delete Step')

export const loader = page(async (call) => {
  const { db, userId, params } = call
  const { id, stepId } = params as { id: string; stepId: string }
  const { name } = await getStepOf(db, userId, id, stepId)
  const [links, awaiting, uses, review] = await Promise.all([
    countLinksTo(db, userId, stepId),
    countAwaiting(db, userId, stepId),
    readStepUses(db, userId, stepId),
    reviewOf(call, (tx) => deleteStep(tx, userId, stepId)),
  ])
  return { id, name, links, awaiting, uses, review }
})

export const action = buttonAction(
  Confirmation,
  { failure: 'Failed to delete step', back: (call) => overviewOf(call) },
  async (confirmed, call) => {
    const { app, db, userId, params, url } = call
    const { id, stepId } = params as { id: string; stepId: string }
    await getStepOf(db, userId, id, stepId)
    const saved = await saveConfirmed(call, confirmed, (tx) => deleteStep(tx, userId, stepId))
    if (!saved) return reviewAgain(app, paths.deleteStep(id, stepId) + url.search, confirmed)
    return redirectWithToast(app, overviewOf(call), { kind: 'success', title: 'Step deleted successfully' })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to delete step')

/** Confirms the deletion of a step and states its effect on other steps. */
export default function DeleteStepDialog() {
  const { id, name, links, awaiting, uses, review } = useLoaderData<typeof loader>()
  const { inView } = useView()
  const ends =
    links === 0
      ? ''
      : ` ${links === 1 ? '1 branch leads' : `${links} branches lead`} to it and will become the end of the sequence.`
  const goOn =
    awaiting === 0
      ? ''
      : ' Contacts whose reaction to its emails is still awaited continue with the next step in order.'
  const question = {
    title: 'Delete Step',
    text: `Are you sure you want to delete "${name}"?${ends}${goOn}`,
    closeTo: inView(paths.sequence(id)),
    busy: 'Deleting...',
  }
  return review ? (
    <ReviewDialog {...question} review={review} submit="Delete Step" variant="danger">
      <UsesPanel uses={uses} />
    </ReviewDialog>
  ) : (
    <ConfirmDialog {...question} confirm="Delete Step">
      <UsesPanel uses={uses} />
    </ConfirmDialog>
  )
}
