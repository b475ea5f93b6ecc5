import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { FieldNotes } from '~/components/forms/field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { addStops } from '~/models/contacts/do-not-contact.server'
import { stopEmails } from '~/models/contacts/stops.server'
import { subjectOf } from './subject.server'

export const meta = titled('Do not contact')

const FAILED = 'Failed to save the list'

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

export const loader = page(async (call) => {
  const { email, closeTo } = await subjectOf(call)
  return { address: email, domain: domainOf(email), closeTo }
})

const StopForm = z.object({
  what: z.enum(['unsubscribed', 'address', 'domain'], 'Choose the address or the domain'),
})

export const action = formAction(
  StopForm,
  async ({ what }, call) => {
    const { app, db, userId } = call
    const { id, email, closeTo } = await subjectOf(call)
    const now = await app.clock.now()
    if (what === 'unsubscribed')
      await db.transaction((tx) => stopEmails(tx, userId, id, 'unsubscribed', now, app.secrets))
    else {
      const listed =
        what === 'address'
          ? { addresses: [email.toLowerCase()], domains: [] }
          : { addresses: [], domains: [domainOf(email)] }
      await addStops(db, userId, listed, now, app.secrets)
    }
    return redirectWithToast(app, closeTo, {
      kind: 'success',
      title: `${what === 'domain' ? domainOf(email) : email.toLowerCase()} gets no more emails`,
      text: 'Its sequences end. You can still answer in the inbox.',
    })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** The dialog that blocks the address of the contact below it, or everyone at its domain. */
export default function DoNotContactDialog() {
  const { address, domain, closeTo } = useLoaderData<typeof loader>()
  const [form, fields] = useActionForm<z.input<typeof StopForm>>(useActionData<typeof action>(), {
    defaultValue: { what: 'address' },
  })
  const busy = useSubmitting()
  return (
    <RouteDialog
      title="Do not contact"
      description="Sequences send no more emails to it, and those that are running end."
      closeTo={closeTo}
      size="sm"
    >
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <fieldset className="space-y-2">
          <legend className="sr-only">Whom to block</legend>
          <CheckboxField type="radio" field={fields.what} value="address" label={`Only ${address}`} />
          <CheckboxField
            type="radio"
            field={fields.what}
            value="unsubscribed"
            label={`Only ${address}, who asked for it (unsubscribed)`}
          />
          <CheckboxField type="radio" field={fields.what} value="domain" label={`Everyone at ${domain}`} />
          <FieldNotes field={fields.what} />
        </fieldset>
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="danger" busy={busy && 'Saving...'}>
            Do not contact
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
