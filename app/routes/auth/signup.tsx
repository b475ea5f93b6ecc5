import { getFormProps } from '@conform-to/react'
import { redirect } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { useActionForm, useRefusalToast } from '~/components/forms/action-form'
import { TextField } from '~/components/forms/text-field'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { TRAP, TrapField } from '~/components/forms/trap-field'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { AuthShell } from '~/components/shell/auth-shell'
import { Button, LinkButton } from '~/components/ui/button'
import { FormErrors } from '~/components/ui/form-errors'
import { InstantToast } from '~/components/ui/toast-viewer'
import { invalid } from '~/errors'
import { redirectWithToast } from '~/http/flash.server'
import { openFormAction } from '~/http/form.server'
import { openPage } from '~/http/page.server'
import { callerOf, signInHeaders } from '~/http/sign-in.server'
import { SignUp } from '~/models/accounts/account'
import { readSignUp, signUp } from '~/models/accounts/sign-up.server'
import { paths } from '~/paths'

export const meta = titled('Create Account')

export const loader = openPage(async ({ app, signedIn, url }) => {
  if (signedIn) throw redirect(paths.gmail())
  const invitation = url.searchParams.get('invitation')
  return { invitation, ...(await readSignUp(app.db, app.env, invitation, await app.clock.now())) }
})

const SignupSchema = SignUp.extend({ [TRAP]: z.string().optional() })

export const action = openFormAction(
  SignupSchema,
  async (input, { app, db, request, address }) => {
    if (input[TRAP]) invalid('This looks like an automated submission. Please reload the page and try again.')
    const caller = await callerOf(app, request, address)
    const user = await signUp(db, input, caller, app.env, await app.clock.now())
    const headers = await signInHeaders(app, request, user.id)
    const toast = {
      kind: 'success',
      title: 'Welcome!',
      text: 'Your account has been created successfully',
      track: 'SIGN_UP',
    } as const
    return redirectWithToast(app, paths.gmail(), toast, headers)
  },
  { hide: ['password', TRAP], failure: 'Registration failed' },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure('Registration failed', 'Registration failed')

/** The sign-up half of the signed-out screen; `/login` is the other half. */
export default function SignupScreen() {
  const { refusal } = useLoaderData<typeof loader>()
  return refusal ? <NoForm why={refusal} /> : <SignupForm />
}

function NoForm({ why }: { why: string }) {
  return (
    <AuthShell title="Create Account">
      <p className="mb-4 text-sm text-muted">{why}</p>
      <LinkButton to={paths.login()} variant="primary" className="w-full">
        Sign In
      </LinkButton>
    </AuthShell>
  )
}

function SignupForm() {
  const { invitation, invited } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const [form, fields] = useActionForm<z.input<typeof SignupSchema>>(response, {
    defaultValue: { email: invited ?? '' },
  })
  const busy = useSubmitting()
  return (
    <>
      <AuthShell
        title="Create Account"
        subtitle="and send your first sequence today"
        footer={
          <>
            Already have an account?{' '}
            <Link
              to={paths.login()}
              className="inline-block py-1 font-medium text-accent-ink underline underline-offset-2"
            >
              Sign In
            </Link>
          </>
        }
      >
        <Form {...getFormProps(form)} method="post" className="space-y-4">
          <FormErrors errors={form.errors} id={form.errorId} />
          <TrapField />
          {invited && <input type="hidden" name="invitation" value={invitation ?? ''} />}
          <TimezoneField />
          <TextField field={fields.fullName} label="Full Name" autoComplete="name" required />
          <TextField
            field={fields.email}
            label="Email"
            type="email"
            autoComplete="username"
            hint={invited ? 'The address that was invited.' : undefined}
            readOnly={invited !== null}
            required
          />
          <TextField
            field={fields.password}
            label="Password"
            type="password"
            autoComplete="new-password"
            hint="At least 8 characters."
            required
          />
          <Button variant="primary" className="w-full" busy={busy && 'Creating account...'}>
            Create Account
          </Button>
        </Form>
      </AuthShell>
      <InstantToast toast={useRefusalToast(response, 'Registration failed')} />
    </>
  )
}

/** The browser's time zone, filled in by scripts. */
function TimezoneField() {
  const [zone, setZone] = useState('')
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''), [])
  return <input type="hidden" name="timezone" value={zone} readOnly />
}
