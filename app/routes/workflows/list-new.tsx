import { useActionData, useLocation } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { CreateListDialog } from '~/components/personas/create-list-dialog'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewPersona } from '~/models/personas/persona'
import { createPersona } from '~/models/personas/persona.server'
import { getWorkflow } from '~/models/workflows/workflow.server'

export const meta = titled('Create Email List')

/** The URL of the form below the dialog, with the form's values. */
const below = ({ pathname, search }: { pathname: string; search: string }) =>
  pathname.replace(/\/[^/]+$/, '') + search

export const loader = page(async ({ db, userId, params }) => {
  if (params.id) await getWorkflow(db, userId, params.id)
  return null
})

export const action = formAction(
  NewPersona,
  async (input, { app, db, userId, params, url }) => {
    if (params.id) await getWorkflow(db, userId, params.id)
    const { id, name } = await createPersona(db, userId, input)
    const search = new URLSearchParams(url.search)
    search.append('emailListIds', id)
    const toast = { kind: 'success', title: 'Email list created successfully', text: name } as const
    return redirectWithToast(app, below({ pathname: url.pathname, search: `?${search}` }), toast)
  },
  { once: {} },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to create email list')

/** The Create Email List dialog over a workflow's form; the form's values are kept in the URL. */
export default function NewListBesideWorkflow() {
  return (
    <CreateListDialog
      title="Create Email List"
      nameLabel="Email List Name"
      submit="Create"
      closeTo={below(useLocation())}
      response={useActionData<typeof action>()}
    />
  )
}
