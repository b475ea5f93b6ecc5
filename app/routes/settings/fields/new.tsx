import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { titled } from '~/components/page/meta'
import { FieldDialog } from '~/components/settings/field-dialog'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewOwnFieldForm } from '~/models/contacts/own-fields/own-field'
import { createOwnField } from '~/models/contacts/own-fields/own-fields.server'
import { paths } from '~/paths'

export const meta = titled('Add field')

export const loader = page(async () => null)

export const action = formAction(NewOwnFieldForm, async (input, { app, db, userId }) => {
  await createOwnField(db, userId, input)
  return redirectWithToast(app, paths.fields(), { kind: 'success', title: 'Field added' })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to add the field')

/** Adds a field of contacts. */
export default function AddFieldDialog() {
  return <FieldDialog title="Add field" save="Add field" busy="Adding..." />
}
