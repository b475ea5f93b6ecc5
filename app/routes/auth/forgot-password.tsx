import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useSearchParams } from '@remix-run/react'
import type { z } from 'zod'
import { useActionForm, useRefusalToast } from '~/components/forms/action-form'
import { TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { openFormAction } from '~/http/form.server'
import { callerOf } from '~/http/sign-in.server'
import { ForgotPassword } from '~/models/accounts/account'
import { requestPasswordReset } from '~/models/accounts/account.server'
import { paths } from '~/paths'

export const meta = titled('Reset Password')

export const action = openFormAction(
  ForgotPassword,
  async ({ email }, { app, db, request, address, url }) => {
    await requestPasswordReset(db, email, await callerOf(app, request, address))
    return redirectWithToast(app, paths.login() + url.search, {
      kind: 'success',
      title: 'Reset Link Sent!',
      text: 'A password reset link has been sent to your email address. The link will expire in 15 minutes.',
    })
  },
  { failure: 'Failed to send reset email' },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to send reset email')

/** Asks for the address to send a reset link to. */
export default function ForgotPasswordDialog() {
  const response = useActionData<typeof action>()
  const [form, fields] = useActionForm<z.input<typeof ForgotPassword>>(response)
  const busy = useSubmitting()
  const [search] = useSearchParams()
  const closeTo = paths.login() + (search.size > 0 ? `?${search}` : '')
  return (
    <RouteDialog
      title="Reset Password"
      description="We email you a link to choose a new password. It works for 15 minutes."
      closeTo={closeTo}
      size="sm"
    >
      <Form {...getFormProps(form)} method="post" className="space-y-4">
        <FormErrors errors={form.errors} id={form.errorId} />
        <TextField field={fields.email} label="Email" type="email" autoComplete="username" required />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Sending...'}>
            Send Reset Link
          </Button>
        </DialogActions>
      </Form>
      <InstantToast toast={useRefusalToast(response, 'Error')} />
    </RouteDialog>
  )
}
