import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { isAppError } from '~/errors'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { addProposedContact } from '~/models/inbox/add-proposed.server'
import { getConversation } from '~/models/inbox/conversations.server'
import { yesNo } from '~/models/shared/fields'
import { paths } from '~/paths'

export const loader = ({ params }: { params: { id?: string } }) => redirect(paths.conversation(params.id!))

/** Adds the person whom a reply names as a contact. */
export const action = buttonAction(
  z.object({ sameLists: yesNo }),
  { failure: (_, reason) => reason, back: ({ params }) => paths.conversation(params.id!) },
  async ({ sameLists = false }, { app, db, userId, params }) => {
    const id = params.id!
    try {
      const now = await app.clock.now()
      const added = await addProposedContact(db, userId, id, { sameLists }, now, app.secrets)
      return redirectWithToast(app, paths.contact(added), { kind: 'success', title: 'Contact added' })
    } catch (error) {
      if (!isAppError(error) || error.code !== 'DUPLICATE_EMAIL') throw error
      const { proposedEmail } = await getConversation(db, userId, id)
      return redirectWithToast(
        app,
        `${paths.contacts()}?${new URLSearchParams({ q: proposedEmail ?? '' })}`,
        { kind: 'success', title: 'This is already one of your contacts' },
      )
    }
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to add the contact')
