import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { deleteWorkflow, getWorkflow } from '~/models/workflows/workflow.server'
import { paths } from '~/paths'

export const meta = titled('Delete Workflow')

export const loader = page(async ({ db, userId, params }) => {
  const { name } = await getWorkflow(db, userId, params.id!)
  return { name }
})

export const action = buttonAction(
  z.object({}),
  { failure: 'Failed to delete workflow', back: () => paths.workflows() },
  async (_, { app, db, userId, params }) => {
    await deleteWorkflow(db, userId, params.id!)
    return redirectWithToast(app, paths.workflows(), {
      kind: 'success',
      title: 'Workflow deleted successfully',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to delete workflow')

/** Confirms the deletion of a workflow. */
export default function DeleteWorkflowDialog() {
  const { name } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Delete Workflow"
      text={`Are you sure you want to delete "${name}"? Its run history is deleted and a run in progress stops; contacts that it added are kept. This action cannot be undone.`}
      closeTo={paths.workflows()}
      confirm="Delete"
      busy="Deleting..."
    />
  )
}
