import { Form, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { EditFields, useEdit } from '~/components/forms/edits'
import { usePlainForm } from '~/components/forms/plain-form'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { keepPlace } from '~/components/page/keep-place'
import { titled } from '~/components/page/meta'
import { ContactFields } from '~/components/personas/contact-fields'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { ContactForm } from '~/models/contacts/contact'
import { updateContact } from '~/models/contacts/contact.server'
import { getPersona } from '~/models/personas/persona.server'
import { paths } from '~/paths'
import { contactEdits, loadContact } from '../contacts/edits.server'

export const meta = titled('Edit Contact')

export const loader = page(async ({ db, userId, params }) => {
  const { id } = await getPersona(db, userId, params.id!)
  return { id, loaded: await loadContact(db, userId, params.contactId!) }
})

export const action = formAction(
  ContactForm,
  async (_, { app, db, userId, params, url }, { merged, kept }) => {
    const now = await app.clock.now()
    await db.transaction(async (tx) =>
      updateContact(tx, userId, params.contactId!, await merged(tx), now, app.secrets),
    )
    return redirectWithToast(app, paths.persona(params.id!) + keepPlace(url.search), {
      kind: 'success',
      title: 'Contact updated successfully',
      text: kept(),
    })
  },
  { edits: contactEdits },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to update contact')

/** The Edit Contact dialog. */
export default function EditContactDialog() {
  const { id, loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const edit = useEdit(answer, loaded)
  const { form, field, errors } = usePlainForm(answer, edit.initial)
  const busy = useSubmitting()
  const closeTo = paths.persona(id) + keepPlace(useLocation().search)
  return (
    <RouteDialog title="Edit Contact" closeTo={closeTo}>
      <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
        <FormErrors errors={errors} />
        <EditFields edit={edit} />
        <ContactFields field={field} />
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
