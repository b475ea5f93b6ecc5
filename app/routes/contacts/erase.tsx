import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Address } from '~/components/ui/address'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { getContact } from '~/models/contacts/contact.server'
import { eraseContact } from '~/models/contacts/erase.server'
import { paths } from '~/paths'

export const meta = titled('Erase Person')

export const loader = page(async ({ db, userId, params }) => {
  const { id, email } = await getContact(db, userId, params.id!)
  return { id, email }
})

const TYPE = 'Type the address of the contact'
const FAILED = 'Failed to erase the person'

const EraseForm = z.object({ email: z.string({ error: TYPE }).trim().min(1, TYPE).max(320) })

export const action = formAction(
  EraseForm,
  async ({ email }, { app, db, userId, params }) => {
    await eraseContact(db, userId, params.id!, email, await app.clock.now(), app.secrets)
    return redirectWithToast(app, paths.contacts(), { kind: 'success', title: 'Person erased' })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the permanent erasure of a person's data. */
export default function EraseDialog() {
  const { id, email } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<z.input<typeof EraseForm>>(useActionData<typeof action>())
  const busy = useSubmitting()
  return (
    <RouteDialog title="Erase Person" closeTo={paths.contact(id)}>
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <div className="space-y-2 text-sm text-muted">
          <p>
            Use this when a person asks you to erase their data. The contact is deleted, and their name,
            address and texts are removed from emails, the log, replies and recorded decisions. This action
            cannot be undone.
          </p>
          <p>
            Report totals are kept, and so is a keyed hash of the address, so that no import, lead search or
            form can add this person again. If they also asked for their data, export it first.
          </p>
        </div>
        <TextField
          field={fields.email}
          label={
            <span className="min-w-0 break-words">
              Type <Address>{email}</Address> to confirm
            </span>
          }
          maxLength={320}
          autoComplete="off"
          required
        />
        <DialogActions>
          <CancelLink to={paths.contact(id)} />
          <Button variant="danger" busy={busy && 'Erasing...'}>
            Erase Person
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
