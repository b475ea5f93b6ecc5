import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { UndoProgress } from '~/components/imports/undo-progress'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { startUndo } from '~/models/imports/undo/undo.server'
import { getUndo } from '~/models/imports/view.server'
import { paths } from '~/paths'

export const meta = titled('Undo Run')

const keyOf = ({ id, runId }: Record<string, string | undefined>) => ({ workflowId: id!, runId: runId! })

export const loader = page(async ({ db, userId, params }) => {
  const { fileName, job } = await getUndo(db, userId, keyOf(params))
  return { closeTo: paths.workflow(params.id!), name: fileName, job }
})

const FAILED = 'Failed to undo the run'

export const action = buttonAction(
  z.object({}),
  { failure: (_, reason) => reason, back: ({ params }) => paths.workflow(params.id!) },
  async (_, { app, db, userId, params }) => {
    await startUndo(db, userId, keyOf(params))
    return redirectWithToast(app, paths.undoRun(params.id!, params.runId!), {
      kind: 'success',
      title: 'Undo started',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the undo of a workflow's run, then shows its progress and which contacts stayed. */
export default function UndoRunDialog() {
  const { closeTo, name, job } = useLoaderData<typeof loader>()
  if (job) return <UndoProgress what="Run" {...{ name, closeTo, job }} />
  return (
    <ConfirmDialog
      title="Undo Run"
      text={`Undo this run of "${name}"? Its contacts are removed from the lists that it added them to. Contacts that the run created are deleted, unless they have been emailed or are in another list. Its credits are spent; the workflow does not pay for the same leads again.`}
      closeTo={closeTo}
      confirm="Undo Run"
      busy="Undoing..."
    />
  )
}
