import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { FieldNotes } from '~/components/forms/field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { keepInboxQuery } from '~/components/inbox/view'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { addStops } from '~/models/contacts/do-not-contact.server'
import { getConversation } from '~/models/inbox/conversations.server'
import { paths } from '~/paths'

export const meta = titled('Do not contact')

const FAILED = 'Failed to save the list'

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

export const loader = page(async ({ db, userId, params, url }) => {
  const { id, contactEmail } = await getConversation(db, userId, params.id!)
  return {
    address: contactEmail,
    domain: domainOf(contactEmail),
    closeTo: paths.conversation(id, keepInboxQuery(url.search)),
  }
})

const StopForm = z.object({ what: z.enum(['address', 'domain'], 'Choose the address or the domain') })

export const action = formAction(
  StopForm,
  async ({ what }, { app, db, userId, params, url }) => {
    const { id, contactEmail } = await getConversation(db, userId, params.id!)
    const listed =
      what === 'address'
        ? { addresses: [contactEmail.toLowerCase()], domains: [] }
        : { addresses: [], domains: [domainOf(contactEmail)] }
    await addStops(db, userId, listed, await app.clock.now(), app.secrets)
    return redirectWithToast(app, paths.conversation(id, keepInboxQuery(url.search)), {
      kind: 'success',
      title: `${listed.addresses[0] ?? listed.domains[0]} gets no more emails`,
      text: 'Its sequences end. You can still answer in this conversation.',
    })
  },
  { failure: FAILED },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** The dialog over a conversation that blocks its contact's address, or everyone at its domain. */
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
