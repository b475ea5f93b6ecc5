import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { AuthShell } from '~/components/shell/auth-shell'
import { Button } from '~/components/ui/button'
import { FormErrors } from '~/components/ui/form-errors'
import { redirectWithToast } from '~/http/flash.server'
import { openFormAction } from '~/http/form.server'
import { openPage } from '~/http/page.server'
import { ConfirmAddress } from '~/models/accounts/account'
import { confirmAddress } from '~/models/accounts/confirm.server'
import { paths } from '~/paths'

export const meta = titled('Confirm your email address')

export const loader = openPage(async ({ url }) => ({ token: url.searchParams.get('token') ?? '' }))

export const action = openFormAction(
  ConfirmAddress,
  async ({ token }, { app, db, address }) => {
    const email = await confirmAddress(db, token, address)
    return redirectWithToast(app, paths.gmail(), {
      kind: 'success',
      title: 'Address confirmed',
      text: `${email} is confirmed. You can connect a mailbox now.`,
    })
  },
  { failure: 'Confirmation failed' },
)

/** The target of the link in the email. A button, because scanners follow links. */
export default function ConfirmAddressScreen() {
  const { token } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const busy = useSubmitting()
  return (
    <AuthShell title="Confirm your email address">
      <Form method="post" className="space-y-4">
        <FormErrors errors={response?.result?.error?.[''] ?? undefined} id="confirm-errors" />
        <input type="hidden" name="token" value={token} />
        <Button variant="primary" className="w-full" busy={busy && 'Confirming...'}>
          Confirm this address
        </Button>
      </Form>
    </AuthShell>
  )
}
