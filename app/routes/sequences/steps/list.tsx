import { useActionData, useLocation } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { CreateListDialog } from '~/components/personas/create-list-dialog'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewPersona } from '~/models/personas/persona'
import { createPersona } from '~/models/personas/persona.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { below, belowWith } from './addresses'

export const meta = titled('Create New Email List')

export const loader = page(async ({ db, userId, params }) => {
  await getSequence(db, userId, params.id!)
  return null
})

export const action = formAction(
  NewPersona,
  async (input, { app, db, userId, params, url }) => {
    await getSequence(db, userId, params.id!)
    const { id, name } = await createPersona(db, userId, input)
    const toast = { kind: 'success', title: 'Persona created and selected', text: name } as const
    return redirectWithToast(app, belowWith(url, 'personaId', id), toast)
  },
  { once: {} },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to create email list')

/** The Create New Email List dialog over a form that chooses a list; the form's values are kept in the URL. */
export default function NewListBeside() {
  return (
    <CreateListDialog
      title="Create New Email List"
      closeTo={below(useLocation())}
      response={useActionData<typeof action>()}
    />
  )
}
