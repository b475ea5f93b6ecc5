import { getFormProps } from '@conform-to/react'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { useActionForm } from '~/components/forms/action-form'
import { OnceField } from '~/components/forms/once'
import { TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { LoginFields } from '~/components/mailboxes/login-fields'
import { MannerFields } from '~/components/mailboxes/manner-fields'
import { PresetPicker } from '~/components/mailboxes/preset-picker'
import { ServerFields } from '~/components/mailboxes/server-fields'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { NewMailbox } from '~/models/mailboxes/mailbox'
import { MAILBOX_PRESETS, presetFields } from '~/models/mailboxes/presets'
import { createSmtpMailbox } from '~/models/mailboxes/smtp.server'
import { listTimezones } from '~/models/shared/timezone'
import { paths } from '~/paths'
import { sandboxPreset } from './sandbox-preset.server'

export const meta = titled('Add SMTP Mailbox')

export const loader = page(async ({ app, user, url }) => ({
  presets: [...sandboxPreset(app), ...MAILBOX_PRESETS],
  chosen: url.searchParams.get('preset') ?? '',
  timezone: user.timezone,
  timezones: listTimezones(user.timezone),
}))

export const action = formAction(
  NewMailbox,
  async (input, { app, db, userId, address }) => {
    const now = await app.clock.now()
    const { email, canRead } = await createSmtpMailbox(db, userId, input, now, { ...app, address })
    return redirectWithToast(app, paths.gmail(), {
      kind: 'success',
      title: 'SMTP mailbox connected',
      text: canRead
        ? `${email} can now send emails.`
        : `${email} can now send emails. Its replies and bounces cannot be read.`,
    })
  },
  { hide: ['password'], once: { isApart: true } },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to add the mailbox')

const EMPTY = { smtpPort: '465', smtpSecure: 'true', imapPort: '993', imapSecure: 'true' }

/** The Add SMTP Mailbox dialog. */
export default function NewSmtpMailbox() {
  const { presets, chosen, timezone, timezones } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const preset = presets.find(({ id }) => id === chosen)
  const [form, fields] = useActionForm<z.input<typeof NewMailbox>>(response, {
    defaultValue: {
      ...EMPTY,
      ...(preset && presetFields(preset)),
      sendIntervalSeconds: '60',
      timezone,
    },
  })
  const busy = useSubmitting()
  return (
    <RouteDialog
      title="Add SMTP Mailbox"
      description="Connect any mailbox that supports SMTP. We test the login before saving it."
      closeTo={paths.gmail()}
      size="lg"
    >
      <p className="mb-4 text-sm">
        Several mailboxes at once?{' '}
        <Link
          to={paths.importMailboxes()}
          preventScrollReset
          className="rounded-sm font-medium text-accent-ink underline"
        >
          Add them from a CSV file
        </Link>
      </p>
      <PresetPicker presets={presets} chosen={chosen} formId={form.id} />
      <Form {...getFormProps(form)} method="post" preventScrollReset className="space-y-5">
        <FormErrors errors={form.errors} id={form.errorId} />
        <OnceField />
        <TextField
          field={fields.email}
          label="Email address"
          type="email"
          maxLength={254}
          required
          autoComplete="off"
          hint="The sender address of its emails."
        />
        <ServerFields fields={fields} kind="smtp" />
        <LoginFields fields={fields} stored={false} refused={!!response} />
        <ServerFields fields={fields} kind="imap" />
        <MannerFields fields={fields} timezones={timezones} provider="smtp" providerLimit={null} />
        <DialogActions>
          <CancelLink to={paths.gmail()} />
          <Button variant="primary" busy={busy && 'Logging in...'}>
            Add Mailbox
          </Button>
        </DialogActions>
      </Form>
    </RouteDialog>
  )
}
