import { Form, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { failing } from '~/components/forms/failing'
import { usePlainForm } from '~/components/forms/plain-form'
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
import { ContactForm, formFieldsOf } from '~/models/contacts/contact'
import { getContact, updateContact } from '~/models/contacts/contact.server'
import { getPersona } from '~/models/personas/persona.server'
import { paths } from '~/paths'

export const meta = titled('Edit Contact')

export const loader = page(async ({ db, userId, params }) => {
  const { id } = await getPersona(db, userId, params.id!)
  return { id, fields: formFieldsOf(await getContact(db, userId, params.contactId!)) }
})

export const action = formAction(ContactForm, async (change, { app, db, userId, params, url }) => {
  await updateContact(db, userId, params.contactId!, change, await app.clock.now(), app.secrets)
  return redirectWithToast(app, paths.persona(params.id!) + keepPlace(url.search), {
    kind: 'success',
    title: 'Contact updated successfully',
  })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = failing('Failed to update contact')

/** The Edit Contact dialog. */
export default function EditContactDialog() {
  const { id, fields } = useLoaderData<typeof loader>()
  const { form, field, errors } = usePlainForm(useActionData<typeof action>(), fields)
  const busy = useSubmitting()
  const closeTo = paths.persona(id) + keepPlace(useLocation().search)
  return (
    <RouteDialog title="Edit Contact" closeTo={closeTo}>
      <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
        <FormErrors errors={errors} />
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
