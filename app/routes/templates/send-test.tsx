import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { useActionForm, useRefusalToast } from '~/components/forms/action-form'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { listSenders } from '~/models/mailboxes/mailbox.server'
import { sendTestEmail } from '~/models/outbox/send-test.server'
import { SendTest } from '~/models/templates/template'
import { getTemplate } from '~/models/templates/template.server'
import { paths } from '~/paths'

export const meta = titled('Send Test Email')

export const loader = page(async ({ db, userId, user, params }) => {
  const { id, name, subject } = await getTemplate(db, userId, params.id!)
  return { template: { id, name, subject }, senders: await listSenders(db, userId), email: user.email }
})

export const action = formAction(SendTest, async (input, { app, userId, params }) => {
  await sendTestEmail(app, userId, params.id!, input)
  return redirectWithToast(app, paths.templatePreview(params.id!), {
    kind: 'success',
    title: 'Test email sent successfully',
  })
})

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to send test email')

/** Asks for the recipient and the sender of a test email. */
export default function SendTestDialog() {
  const { template, senders, email } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const [form, fields] = useActionForm<z.input<typeof SendTest>>(response, { defaultValue: { email } })
  const busy = useSubmitting()
  const closeTo = paths.templatePreview(template.id)
  return (
    <RouteDialog title="Send Test Email" closeTo={closeTo} size="sm">
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <dl className="rounded-md border border-line bg-sunken px-3 py-2 text-sm">
          <div className="flex gap-3">
            <dt className="w-16 shrink-0 text-muted">Template</dt>
            <dd className="min-w-0 break-words">{template.name}</dd>
          </div>
          <div className="flex gap-3">
            <dt className="w-16 shrink-0 text-muted">Subject</dt>
            <dd className="min-w-0 break-words">{template.subject}</dd>
          </div>
        </dl>
        <TextField
          field={fields.email}
          label="Email Address"
          type="email"
          autoComplete="email"
          hint="Variables are filled with sample data. The test counts toward the mailbox’s daily limit."
          required
        />
        <SelectField
          field={fields.senderAccountId}
          label="Sender"
          optional
          options={[
            { value: '', label: 'Use default sender' },
            ...senders.map(({ accountId, email: address }) => ({ value: accountId, label: address })),
          ]}
        />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Sending...'}>
            Send Test
          </Button>
        </DialogActions>
      </Form>
      <InstantToast toast={useRefusalToast(response, 'Error')} />
    </RouteDialog>
  )
}
