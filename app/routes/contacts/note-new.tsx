import { useLoaderData } from '@remix-run/react'
import { NoteDialog } from '~/components/contacts/note-dialog'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { displayName } from '~/models/contacts/contact'
import { getContact } from '~/models/contacts/contact.server'
import { NewNote } from '~/models/contacts/notes'
import { addNote } from '~/models/contacts/notes.server'
import { paths } from '~/paths'

export const meta = titled('Add note')

const FAILED = 'Failed to add the note'

export const loader = page(async ({ db, userId, params }) => {
  const contact = await getContact(db, userId, params.id!)
  return { id: contact.id, name: displayName(contact) }
})

export const action = formAction(
  NewNote,
  async ({ text }, { app, db, userId, params }) => {
    await addNote(db, userId, params.id!, text, await app.clock.now())
    return redirectWithToast(app, paths.contact(params.id!), { kind: 'success', title: 'Note added' })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** The dialog of a new note over its contact. */
export default function NewNoteDialog() {
  const { id, name } = useLoaderData<typeof loader>()
  return <NoteDialog name={name} closeTo={paths.contact(id)} />
}
