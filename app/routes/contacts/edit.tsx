import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useActionForm, useFailureToast } from '~/components/forms/action-form'
import { EditFields, useEdit } from '~/components/forms/edits'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { ContactFields } from '~/components/personas/contact-fields'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { contactForm } from '~/models/contacts/contact'
import { getContact, updateContact } from '~/models/contacts/contact.server'
import type { FieldName } from '~/models/contacts/fields'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import { below, contactOf } from './addresses'
import { contactEdits, loadContact } from './edits.server'

export const meta = titled('Edit Contact')

export const loader = page(async ({ db, userId, params, url }) => {
  const own = await listOwnFields(db, userId)
  return {
    own,
    loaded: await loadContact(db, userId, contactOf(params), own),
    closeTo: below(url, contactOf(params)),
  }
})

const FAILED = 'Failed to update contact'

export const action = formAction(
  async ({ db, userId, params }) => {
    const { custom } = await getContact(db, userId, contactOf(params))
    return contactForm(await listOwnFields(db, userId), custom)
  },
  async (_, { app, db, userId, params, url }, { merged, kept }) => {
    const now = await app.clock.now()
    await db.transaction(async (tx) =>
      updateContact(tx, userId, contactOf(params), await merged(tx), now, app.secrets),
    )
    return redirectWithToast(app, below(url, contactOf(params)), {
      kind: 'success',
      title: 'Contact updated successfully',
      text: kept(),
    })
  },
  { failure: FAILED, edits: contactEdits },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** The Edit Contact dialog, over the list of all contacts, an email list, the contact's own page or a conversation. */
export default function EditContactDialog() {
  const { own, loaded, closeTo } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const edit = useEdit(response, loaded)
  const [form, fields] = useActionForm<Record<FieldName, string>>(response, { defaultValue: edit.values })
  const busy = useSubmitting()
  return (
    <RouteDialog title="Edit Contact" closeTo={closeTo}>
      <InstantToast toast={useFailureToast(response, FAILED)} />
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <EditFields edit={edit} />
        <ContactFields fields={fields} own={own} />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Saving...'}>
            Save Changes
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
