import { getFormProps } from '@conform-to/react'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useActionForm, useRefusalToast } from '~/components/forms/action-form'
import { TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { REVOKE_KEYS, RevokeKeys, revokedWords } from '~/components/session/revoke-keys'
import { Button } from '~/components/ui/button'
import { CancelLink, DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { PageHeader } from '~/components/ui/page-header'
import { InstantToast } from '~/components/ui/toast-viewer'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { safePath } from '~/http/safe-path.server'
import { sessionHeaders } from '~/http/sign-in.server'
import { ChangePasswordForm } from '~/models/accounts/account'
import { changePassword } from '~/models/accounts/account.server'
import { listKeys } from '~/models/accounts/keys/keys.server'
import { paths } from '~/paths'

export const meta = titled('Change Password')

export const loader = page(async ({ db, user, userId, url }) => ({
  email: user.email,
  keys: (await listKeys(db, userId)).map(({ name }) => name),
  closeTo: safePath(url.searchParams.get('redirectTo'), paths.settings()),
}))

const PasswordForm = z.intersection(
  ChangePasswordForm,
  z.object({ redirectTo: z.string().max(2000).optional() }),
)

export const action = formAction(
  PasswordForm,
  async ({ redirectTo, ...input }, { app, db, userId, address }) => {
    const { token, revoked } = await changePassword(db, userId, input, address)
    const title = 'Password changed successfully'
    const toast = { kind: 'success', title, text: revokedWords(revoked) } as const
    return redirectWithToast(
      app,
      safePath(redirectTo, paths.settings()),
      toast,
      await sessionHeaders(app, token),
    )
  },
  { hide: ['currentPassword', 'newPassword', 'confirmPassword'], failure: 'Failed to change password' },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Failed to change password')

/** The dialog of the user menu; it closes to the screen that it was opened from. */
export default function ChangePasswordDialog() {
  const { closeTo, email, keys } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const [form, fields] = useActionForm<z.input<typeof PasswordForm>>(response, { defaultValue: REVOKE_KEYS })
  const busy = useSubmitting()
  return (
    <>
      <PageHeader title="Account" subtitle={email} />
      <RouteDialog
        title="Change Password"
        description="Changing the password signs you out on all other devices."
        closeTo={closeTo}
        size="sm"
      >
        <Form {...getFormProps(form)} method="post" className="space-y-4">
          <FormErrors errors={form.errors} id={form.errorId} />
          <input type="hidden" name="redirectTo" value={closeTo} />
          <TextField
            field={fields.currentPassword}
            label="Current Password"
            type="password"
            autoComplete="current-password"
            required
          />
          <TextField
            field={fields.newPassword}
            label="New Password"
            type="password"
            autoComplete="new-password"
            hint="At least 6 characters."
            required
          />
          <TextField
            field={fields.confirmPassword}
            label="Confirm New Password"
            type="password"
            autoComplete="new-password"
            required
          />
          <RevokeKeys field={fields.revokeKeys} names={keys} />
          <input type="text" hidden readOnly autoComplete="username" value={email} />
          <DialogActions>
            <CancelLink to={closeTo} />
            <Button variant="primary" busy={busy && 'Changing...'}>
              Change Password
            </Button>
          </DialogActions>
        </Form>
        <InstantToast toast={useRefusalToast(response, 'Error')} />
      </RouteDialog>
    </>
  )
}
