import { useActionData, useLocation } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { keepListQuery } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { CreateListDialog } from '~/components/personas/create-list-dialog'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewPersona } from '~/models/personas/persona'
import { createPersona } from '~/models/personas/persona.server'
import { paths } from '~/paths'

export const meta = titled('Create Email List')

export const loader = page(async () => null)

export const action = formAction(
  NewPersona,
  async (input, { app, db, userId }) => {
    const { id } = await createPersona(db, userId, input)
    return redirectWithToast(app, paths.persona(id), {
      kind: 'success',
      title: 'Email list created successfully',
    })
  },
  { once: {} },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to create email list')

/** The Create Email List dialog. */
export default function NewPersonaDialog() {
  return (
    <CreateListDialog
      title="Create Email List"
      description="Describe its audience. You add contacts next."
      closeTo={paths.personas() + keepListQuery(useLocation().search)}
      response={useActionData<typeof action>()}
    />
  )
}
