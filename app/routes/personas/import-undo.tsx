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

export const meta = titled('Undo Import')

export const loader = page(async ({ db, userId, params }) => {
  const { fileName, job } = await getUndo(db, userId, { personaId: params.id!, batchId: params.batchId! })
  return { closeTo: paths.imports(params.id!), fileName, job }
})

const FAILED = 'Failed to undo the import'

export const action = buttonAction(
  z.object({}),
  { failure: (_, reason) => reason, back: ({ params }) => paths.imports(params.id!) },
  async (_, { app, db, userId, params }) => {
    const { id, batchId } = params
    await startUndo(db, userId, { personaId: id!, batchId: batchId! })
    return redirectWithToast(app, paths.undoImport(id!, batchId!), {
      kind: 'success',
      title: 'Undo started',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the undo of an import, then shows its progress and which contacts stayed. */
export default function UndoImportDialog() {
  const { closeTo, fileName, job } = useLoaderData<typeof loader>()
  if (job) return <UndoProgress what="Import" name={fileName} {...{ closeTo, job }} />
  return (
    <ConfirmDialog
      title="Undo Import"
      text={`Undo the import of "${fileName}"? Its contacts are removed from this list. Contacts that the import created are deleted, unless they have been emailed or are in another list. Contacts you had before are kept, and their sequences continue.`}
      closeTo={closeTo}
      confirm="Undo Import"
      busy="Undoing..."
    />
  )
}
