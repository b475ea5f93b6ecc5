import { Form, useActionData, useSearchParams } from '@remix-run/react'
import { Button } from '~/components/button'
import { failing } from '~/components/failing'
import { FormErrors } from '~/components/form-errors'
import { titled } from '~/components/meta'
import { usePlainForm, useRefusalToast } from '~/components/plain-form'
import { CancelLink, DialogActions, RouteDialog } from '~/components/route-dialog'
import { TextField } from '~/components/text-field'
import { InstantToast } from '~/components/toast-viewer'
import { useSubmitting } from '~/components/use-submitting'
import { redirectWithToast } from '~/http/flash.server'
import { openFormAction } from '~/http/form.server'
import { callerOf } from '~/http/sign-in.server'
import { ForgotPassword } from '~/models/account'
import { requestPasswordReset } from '~/models/account.server'
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

/** With scripts, what fails on the way is said in a toast. */
export const clientAction = failing('Failed to send reset email')

/** Asks for the address that a reset link goes to. */
export default function ForgotPasswordDialog() {
  const answer = useActionData<typeof action>()
  const { form, field, errors } = usePlainForm(answer)
  const busy = useSubmitting()
  const [search] = useSearchParams()
  const closeTo = paths.login() + (search.size > 0 ? `?${search}` : '')
  return (
    <RouteDialog
      title="Reset Password"
      description="We mail you a link to choose a new password. It works for 15 minutes."
      closeTo={closeTo}
      size="sm"
    >
      <Form ref={form} method="post" noValidate className="space-y-4">
        <FormErrors errors={errors} />
        <TextField field={field('email')} label="Email" type="email" autoComplete="username" required />
        <DialogActions>
          <CancelLink to={closeTo} />
          <Button variant="primary" busy={busy && 'Sending...'}>
            Send Reset Link
          </Button>
        </DialogActions>
      </Form>
      <InstantToast toast={useRefusalToast(answer, 'Error')} />
    </RouteDialog>
  )
}
