import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { failing } from '~/components/forms/failing'
import { titled } from '~/components/page/meta'
import { useView } from '~/components/sequences/flow/use-view'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { countLinksTo, deleteStep } from '~/models/sequences/step.server'
import { getStepOf } from '~/models/sequences/step-graph.server'
import { paths } from '~/paths'
import { overviewOf } from './step-addresses'

export const meta = titled('Delete Step')

export const loader = page(async ({ db, userId, params }) => {
  const { id, stepId } = params as { id: string; stepId: string }
  const { name } = await getStepOf(db, userId, id, stepId)
  return { id, name, links: await countLinksTo(db, userId, stepId) }
})

export const action = buttonAction(
  z.object({}),
  { failure: 'Failed to delete step', back: (call) => overviewOf(call) },
  async (_, call) => {
    const { app, db, userId, params } = call
    const { id, stepId } = params as { id: string; stepId: string }
    await getStepOf(db, userId, id, stepId)
    await deleteStep(db, userId, stepId)
    return redirectWithToast(app, overviewOf(call), { kind: 'success', title: 'Step deleted successfully' })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = failing('Failed to delete step')

/** Confirms the deletion of a step and states its effect on other steps. */
export default function DeleteStepDialog() {
  const { id, name, links } = useLoaderData<typeof loader>()
  const ends =
    links === 0
      ? ''
      : ` ${links === 1 ? '1 branch leads' : `${links} branches lead`} to it and will become the end of the sequence.`
  return (
    <ConfirmDialog
      title="Delete Step"
      text={`Are you sure you want to delete "${name}"?${ends} Contacts whose reaction to its emails is still awaited continue with the next step in order.`}
      closeTo={useView().inView(paths.sequence(id))}
      confirm="Delete Step"
      busy="Deleting..."
    />
  )
}
