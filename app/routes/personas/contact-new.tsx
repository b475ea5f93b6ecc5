import { Form, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { Button } from '~/components/button'
import { failing } from '~/components/failing'
import { FormErrors } from '~/components/form-errors'
import { titled } from '~/components/meta'
import { ContactFields } from '~/components/personas/contact-fields'
import { keepPlace } from '~/components/personas/keep-place'
import { usePlainForm } from '~/components/plain-form'
import { CancelLink, DialogActions, RouteDialog } from '~/components/route-dialog'
import { useSubmitting } from '~/components/use-submitting'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewContactForm } from '~/models/contact'
import { createContact } from '~/models/contact.server'
import { getPersona } from '~/models/persona.server'
import { paths } from '~/paths'

export const meta = titled('Create New Contact')

export const loader = page(async ({ db, userId, params }) => {
  const { id, name } = await getPersona(db, userId, params.id!)
  return { id, list: name }
})

export const action = formAction(NewContactForm, async (input, { app, db, userId, params }) => {
  await createContact(db, userId, { ...input, personaId: params.id! }, await app.clock.now(), app.secrets)
  return redirectWithToast(app, paths.persona(params.id!), {
    kind: 'success',
    title: 'Contact created and linked to email list successfully',
  })
})

/** With scripts, what fails on the way is said in a toast. */
export const clientAction = failing('Failed to create contact')

/** The Create New Contact dialog. */
export default function NewContactDialog() {
  const { id, list } = useLoaderData<typeof loader>()
  const { form, field, errors } = usePlainForm(useActionData<typeof action>())
  const busy = useSubmitting()
  const closeTo = paths.persona(id) + keepPlace(useLocation().search)
  return (
    <RouteDialog title="Create New Contact" description={`It joins "${list}".`} closeTo={closeTo}>
      <Form ref={form} method="post" noValidate preventScrollReset className="space-y-4">
        <FormErrors errors={errors} />
        <ContactFields field={field} />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Creating...'}>
            Create Contact
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
