import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { keepTable } from '~/components/contacts/view'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { deleteNote, getNote } from '~/models/contacts/notes.server'
import { paths } from '~/paths'

export const meta = titled('Delete note')

const FAILED = 'Failed to delete the note'

export const loader = page(async ({ db, userId, params, url }) => {
  const { text } = await getNote(db, userId, params.id!, params.noteId!)
  return { closeTo: paths.contact(params.id!) + keepTable(url.search), text }
})

export const action = buttonAction(
  z.object({}),
  { failure: FAILED, back: ({ params, url }) => paths.contact(params.id!) + keepTable(url.search) },
  async (_, { app, db, userId, params, url }) => {
    await deleteNote(db, userId, params.id!, params.noteId!)
    const back = paths.contact(params.id!) + keepTable(url.search)
    return redirectWithToast(app, back, { kind: 'success', title: 'Note deleted' })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

const SHOWN = 200

/** Confirms the deletion of a note. */
export default function DeleteNoteDialog() {
  const { closeTo, text } = useLoaderData<typeof loader>()
  return (
    <ConfirmDialog
      title="Delete note"
      text={`Delete this note? "${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}"`}
      closeTo={closeTo}
      confirm="Delete"
      busy="Deleting..."
    />
  )
}
