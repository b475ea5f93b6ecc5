import { useLoaderData } from '@remix-run/react'
import { NoteDialog } from '~/components/contacts/note-dialog'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { keepInboxQuery } from '~/components/inbox/view'
import { titled } from '~/components/page/meta'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewNote } from '~/models/contacts/notes'
import { addNote } from '~/models/contacts/notes.server'
import { getConversation } from '~/models/inbox/conversations.server'
import { paths } from '~/paths'

export const meta = titled('Add note')

const FAILED = 'Failed to add the note'

export const loader = page(async ({ db, userId, params, url }) => {
  const { id, contactName, contactEmail } = await getConversation(db, userId, params.id!)
  return { name: contactName || contactEmail, closeTo: paths.conversation(id, keepInboxQuery(url.search)) }
})

export const action = formAction(
  NewNote,
  async ({ text }, { app, db, userId, params, url }) => {
    const { id, contactId } = await getConversation(db, userId, params.id!)
    await addNote(db, userId, contactId, text, await app.clock.now())
    return redirectWithToast(app, paths.conversation(id, keepInboxQuery(url.search)), {
      kind: 'success',
      title: 'Note added',
    })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** The dialog of a new note over the conversation with its contact. */
export default function ConversationNoteDialog() {
  return <NoteDialog {...useLoaderData<typeof loader>()} />
}
