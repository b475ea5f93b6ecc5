import { useLoaderData } from '@remix-run/react'
import { NoteDialog } from '~/components/contacts/note-dialog'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewNote } from '~/models/contacts/notes'
import { addNote } from '~/models/contacts/notes.server'
import { subjectOf } from './subject.server'

export const meta = titled('Add note')

const FAILED = 'Failed to add the note'

export const loader = page(async (call) => {
  const { name, closeTo } = await subjectOf(call)
  return { name, closeTo }
})

export const action = formAction(
  NewNote,
  async ({ text }, call) => {
    const { app, db, userId } = call
    const { id, closeTo } = await subjectOf(call)
    await addNote(db, userId, id, text, await app.clock.now())
    return redirectWithToast(app, closeTo, { kind: 'success', title: 'Note added' })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** The dialog of a new note about the contact below it, or that of the conversation below it. */
export default function NewNoteDialog() {
  return <NoteDialog {...useLoaderData<typeof loader>()} />
}
