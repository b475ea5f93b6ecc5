import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { Form, Link, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { useActionForm, useRefusalToast } from '~/components/forms/action-form'
import { TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { AuthShell } from '~/components/shell/auth-shell'
import { Button } from '~/components/ui/button'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { createAuthenticator } from '~/http/authenticator.server'
import { redirectWithToast } from '~/http/flash.server'
import { openFormAction } from '~/http/form.server'
import { resumePath } from '~/http/forms/resume.server'
import { openPage } from '~/http/page.server'
import { signInHeaders } from '~/http/sign-in.server'
import { Login } from '~/models/accounts/account'
import { signUpMode } from '~/models/accounts/sign-up.server'
import { paths } from '~/paths'

export const meta = titled('Sign In')

/** Where the user wanted to go, or the first screen. */
const targetOf = (url: URL) => resumePath(url.searchParams.get('to')) ?? paths.gmail()

export const loader = openPage(async ({ app, signedIn, url }) => {
  if (signedIn) throw redirect(targetOf(url))
  return { canSignUp: (await signUpMode(app.db, app.env)) !== 'closed' }
})

export async function action(args: ActionFunctionArgs) {
  const unread = args.request.clone() // the strategy reads the form itself
  const signIn = openFormAction(
    Login,
    async (_, { app, request, address, url }) => {
      const user = await createAuthenticator(app, address).authenticate('login', unread)
      const toast = {
        kind: 'success',
        title: 'Welcome back!',
        text: 'You have been logged in successfully',
      } as const
      const headers = await signInHeaders(app, request, user.id)
      return redirectWithToast(app, targetOf(url), toast, headers)
    },
    { hide: ['password'], failure: 'Login failed' },
  )
  return signIn(args)
}

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Login failed', 'Login failed')

/** The sign-in half of the signed-out screen; `/signup` is the other half. */
export default function LoginScreen() {
  const { canSignUp } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const [form, fields] = useActionForm<z.input<typeof Login>>(response)
  const busy = useSubmitting()
  return (
    <>
      <AuthShell
        title="Sign In"
        subtitle="to Coldframe"
        footer={
          canSignUp && (
            <>
              No account yet?{' '}
              <Link
                to={paths.signup()}
                className="inline-block py-1 font-medium text-accent-ink underline underline-offset-2"
              >
                Create Account
              </Link>
            </>
          )
        }
      >
        <Form {...getFormProps(form)} method="post" className="space-y-4">
          <FormErrors errors={form.errors} id={form.errorId} />
          <TextField field={fields.email} label="Email" type="email" autoComplete="username" required />
          <TextField
            field={fields.password}
            label="Password"
            type="password"
            autoComplete="current-password"
            required
          />
          <Button variant="primary" className="w-full" busy={busy && 'Signing in...'}>
            Sign In
          </Button>
          <p className="text-center text-sm">
            <Link
              to={paths.forgotPassword()}
              preventScrollReset
              className="inline-block py-1 text-muted underline underline-offset-2 hover:text-ink"
            >
              Forgot Password?
            </Link>
          </p>
        </Form>
      </AuthShell>
      <Outlet />
      <InstantToast toast={useRefusalToast(response, 'Login failed')} />
    </>
  )
}
