import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useActionForm } from '~/components/forms/action-form'
import { OnceField } from '~/components/forms/once'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { keepListQuery } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { ContactFields } from '~/components/personas/contact-fields'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { newContactForm } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import type { FieldName } from '~/models/contacts/fields'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import { getPersona } from '~/models/personas/persona.server'
import { paths } from '~/paths'

export const meta = titled('Create New Contact')

export const loader = page(async ({ db, userId, params }) => {
  const { id, name } = await getPersona(db, userId, params.id!)
  return { id, list: name, own: await listOwnFields(db, userId) }
})

export const action = formAction(
  async ({ db, userId }) => newContactForm(await listOwnFields(db, userId)),
  async (input, { app, db, userId, params }) => {
    await createContact(db, userId, { ...input, personaId: params.id! }, await app.clock.now(), app.secrets)
    return redirectWithToast(app, paths.persona(params.id!), {
      kind: 'success',
      title: 'Contact created and linked to email list successfully',
    })
  },
  { once: {} },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to create contact')

/** The Create New Contact dialog. */
export default function NewContactDialog() {
  const { id, list, own } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<Record<FieldName, string>>(useActionData<typeof action>())
  const busy = useSubmitting()
  const closeTo = paths.persona(id) + keepListQuery(useLocation().search)
  return (
    <RouteDialog
      title="Create New Contact"
      description={`The contact is added to "${list}".`}
      closeTo={closeTo}
    >
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <OnceField />
        <ContactFields fields={fields} own={own} />
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
