import { useLoaderData } from '@remix-run/react'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { FieldDialog } from '~/components/settings/field-dialog'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { OwnFieldForm } from '~/models/contacts/own-fields/own-field'
import { getOwnField, updateOwnField } from '~/models/contacts/own-fields/own-fields.server'
import { paths } from '~/paths'

export const meta = titled('Edit field')

export const loader = page(async ({ db, userId, params }) => getOwnField(db, userId, params.id!))

export const action = formAction(OwnFieldForm, async (input, { app, db, userId, params }) => {
  await updateOwnField(db, userId, params.id!, input)
  return redirectWithToast(app, paths.fields(), { kind: 'success', title: 'Field updated' })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to update the field')

/** Changes the name of a field, or the options of a choice. */
export default function EditFieldDialog() {
  const present = useLoaderData<typeof loader>()
  return <FieldDialog title="Edit field" present={present} save="Save Changes" busy="Saving..." />
}
