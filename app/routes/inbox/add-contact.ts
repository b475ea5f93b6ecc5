import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { isAppError } from '~/errors'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { getConversation } from '~/models/inbox/conversations.server'
import { paths } from '~/paths'

export const loader = ({ params }: { params: { id?: string } }) => redirect(paths.conversation(params.id!))

/** Adds the person whom a reply names as a contact. */
export const action = buttonAction(
  z.object({}),
  { failure: (_, reason) => reason, back: ({ params }) => paths.conversation(params.id!) },
  async (_, { app, db, userId, params }) => {
    const { id, proposedEmail } = await getConversation(db, userId, params.id!)
    if (!proposedEmail) return redirect(paths.conversation(id))
    try {
      const contact = NewContact.parse({ email: proposedEmail })
      const added = await createContact(db, userId, contact, await app.clock.now(), app.secrets)
      return redirectWithToast(app, paths.contact(added.id), { kind: 'success', title: 'Contact added' })
    } catch (error) {
      if (!isAppError(error) || error.code !== 'DUPLICATE_EMAIL') throw error
      return redirectWithToast(app, `${paths.contacts()}?${new URLSearchParams({ q: proposedEmail })}`, {
        kind: 'success',
        title: 'This is already one of your contacts',
      })
    }
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to add the contact')
