import { getFormProps } from '@conform-to/react'
import { data } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import type { z } from 'zod'
import { type ActionResponse, useActionForm, useRefusalToast } from '~/components/forms/action-form'
import { TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { RedirectSoon } from '~/components/page/redirect-soon'
import { REVOKE_KEYS, RevokeKeys } from '~/components/session/revoke-keys'
import { AuthShell } from '~/components/shell/auth-shell'
import { Button, LinkButton } from '~/components/ui/button'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast, type Toast } from '~/components/ui/toast-viewer'
import { openFormAction } from '~/http/form.server'
import { openPage } from '~/http/page.server'
import { callerOf } from '~/http/sign-in.server'
import { ResetPasswordForm } from '~/models/accounts/account'
import { listKeysOfToken, resetPassword } from '~/models/accounts/account.server'
import { paths } from '~/paths'

export const meta = titled('Reset Password')

/** Seconds until the screen redirects (specification document 1, section 9). */
const LEAVES_AFTER = 3

export const loader = openPage(async ({ app, db, url }) => {
  const token = url.searchParams.get('token')
  const keys = token ? await listKeysOfToken(db, token, await app.clock.now()) : []
  return { token, keys: keys.map(({ name }) => name) }
})

export const action = openFormAction(
  ResetPasswordForm,
  async (input, { app, db, request, address }) => {
    await resetPassword(db, input, await callerOf(app, request, address), await app.clock.now())
    return data({ done: true })
  },
  { hide: ['newPassword', 'confirmPassword'], failure: 'Failed to reset password' },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to reset password', 'Reset Failed')

/** The target of the link in the reset email: the form, or its result. */
export default function ResetPasswordScreen() {
  const { token, keys } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>() as ({ done?: boolean } & ActionResponse) | undefined
  if (response?.done) return <Done />
  return token ? <ResetForm token={token} keys={keys} response={response} /> : <InvalidLink />
}

const INVALID: Toast = {
  kind: 'error',
  title: 'Invalid Reset Link',
  text: 'This password reset link is invalid. Please request a new one.',
}

function InvalidLink() {
  return (
    <AuthShell title="Invalid Reset Link">
      <p className="mb-4 text-sm text-muted">{INVALID.text}</p>
      <LinkButton to={paths.login()} variant="primary" className="w-full">
        Back to Login
      </LinkButton>
      <RedirectSoon to={paths.home()} seconds={LEAVES_AFTER} />
      <InstantToast toast={INVALID} />
    </AuthShell>
  )
}

const DONE: Toast = {
  kind: 'success',
  title: 'Password Reset Successfully!',
  text: 'Your password has been changed. Redirecting to login...',
}

function Done() {
  return (
    <AuthShell title="Password Reset">
      <p className="mb-4 text-sm text-muted">
        Your new password is set, and all other devices are signed out. Sign in to continue.
      </p>
      <LinkButton to={paths.login()} variant="primary" className="w-full">
        Go to Login
      </LinkButton>
      <RedirectSoon to={paths.home()} seconds={LEAVES_AFTER} />
      <InstantToast toast={DONE} />
    </AuthShell>
  )
}

function ResetForm({
  token,
  keys,
  response,
}: {
  token: string
  keys: string[]
  response: ActionResponse | undefined
}) {
  const [form, fields] = useActionForm<z.input<typeof ResetPasswordForm>>(response, {
    defaultValue: REVOKE_KEYS,
  })
  const busy = useSubmitting()
  const refused = useRefusalToast(response, 'Reset Failed')
  const noToken = response?.result?.error?.token
  const empty = useMemo<Toast | null>(
    () => (noToken ? { kind: 'error', title: 'Error', text: 'Invalid reset token' } : null),
    [noToken],
  )
  return (
    <AuthShell title="Reset Password" subtitle="Choose a new password for your account.">
      <Form {...getFormProps(form)} method="post" className="space-y-4">
        <FormErrors errors={form.errors ?? noToken} id={form.errorId} />
        <input type="hidden" name="token" value={token} />
        <TextField
          field={fields.newPassword}
          label="New Password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters."
          required
        />
        <TextField
          field={fields.confirmPassword}
          label="Confirm Password"
          type="password"
          autoComplete="new-password"
          required
        />
        <RevokeKeys field={fields.revokeKeys} names={keys} />
        <Button variant="primary" className="w-full" busy={busy && 'Resetting Password...'}>
          Reset Password
        </Button>
      </Form>
      <InstantToast toast={refused ?? empty} />
    </AuthShell>
  )
}
