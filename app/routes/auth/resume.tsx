import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { Form, useActionData, useLocation } from '@remix-run/react'
import { useActionForm } from '~/components/forms/action-form'
import { TextField } from '~/components/forms/text-field'
import { useSubmitting } from '~/components/forms/use-submitting'
import { titled } from '~/components/page/meta'
import { AuthShell } from '~/components/shell/auth-shell'
import { Button, LinkButton } from '~/components/ui/button'
import { Disclosure } from '~/components/ui/disclosure'
import { FormErrors } from '~/components/ui/form-errors'
import { readForm } from '~/http/body.server'
import { errorHeaders, toAppError } from '~/http/errors.server'
import {
  type KeptForm,
  keepForm,
  ownerOf,
  readKept,
  resumePath,
  submitKept,
} from '~/http/forms/resume.server'
import { respondWith } from '~/http/page.server'
import { callerOf, cookieOf, signInHeaders } from '~/http/sign-in.server'
import { validate } from '~/http/validate'
import { Login } from '~/models/accounts/account'
import { verifyLogin } from '~/models/accounts/account.server'
import { RESUMED } from '~/models/shared/forms/signed-out'
import { paths } from '~/paths'

export const meta = titled('Sign In')

/** A form with files is at most as large as an answer with its attachments; what is kept of it is sent as JSON. */
const LIMIT = 34 * 1024 * 1024
const KEPT = 'kept'

const OTHER_ACCOUNT =
  'The form below belongs to another account, so nothing was saved. Log in with the account that you used before.'

interface ResumeResponse {
  to: string
  kept: KeptForm
  /** Whether the user is signed in again, but the form has to be shown once more. */
  isBack?: boolean
  result?: { initialValue: { email: string }; error: Record<string, string[]> }
}

/**
 * Keeps a form that was sent without a session, and saves it once the user has logged in. The browser has sent it here again (status
 * 307), so the address of the form is in the URL.
 */
export const action = (args: ActionFunctionArgs) => respondWith(() => resume(args))

async function resume({ request, context }: ActionFunctionArgs) {
  const { app, address } = context
  const to = resumePath(new URL(request.url).searchParams.get('to'))
  if (!to) return redirect(paths.login())
  const form = await readForm(request, LIMIT)
  if (!form.has(KEPT))
    return data<ResumeResponse>({ to, kept: await keepForm(app, request, form) }, { status: 401 })
  const kept = readKept(form.get(KEPT))
  if (!kept) return redirect(paths.login(to))
  const email = String(form.get('email') ?? '')
  const again = (message: string, status: number, field = '', headers: HeadersInit = {}) =>
    data<ResumeResponse>(
      { to, kept, result: { initialValue: { email }, error: { [field]: [message] } } },
      { status, headers },
    )
  try {
    const input = validate(Login, { email, password: form.get('password') ?? '' })
    const user = await verifyLogin(app.db, input, await callerOf(app, request, address))
    const owner = ownerOf(app, kept)
    if (owner && owner !== user.id) return again(OTHER_ACCOUNT, 403)
    const headers = await signInHeaders(app, request, user.id)
    const isComplete = owner !== null && !kept.isPartial
    const saved = isComplete && (await submitKept(context, { request, to, cookie: cookieOf(headers) }, kept))
    if (!saved) return data<ResumeResponse>({ to, kept, isBack: true }, { headers })
    for (const cookie of saved.headers.getSetCookie()) headers.append('Set-Cookie', cookie)
    return redirect(saved.headers.get('location')!, { headers })
  } catch (error) {
    const refusal = error instanceof Response ? null : toAppError(error)
    if (!refusal) throw error
    return again(refusal.message, refusal.status, refusal.options.field, errorHeaders(refusal))
  }
}

/** Logs in again, with what was typed. */
export default function ResumeScreen() {
  const response = useActionData<typeof action>() as ResumeResponse | undefined
  const { search } = useLocation()
  const [form, fields] = useActionForm<Login>(response)
  const busy = useSubmitting()
  // It is reached only by a form.
  if (!response)
    return (
      <AuthShell title="Sign In" subtitle="There is no form to save.">
        <LinkButton to={paths.login()} variant="primary" className="w-full">
          Sign In
        </LinkButton>
      </AuthShell>
    )
  if (response.isBack) return <Back {...response} />
  return (
    <AuthShell title="Log in to save" subtitle="Your session has ended. What you typed is kept.">
      <Form
        {...getFormProps(form)}
        method="post"
        action={`/login/resume${search}`}
        encType="multipart/form-data"
        reloadDocument
        className="space-y-4"
      >
        <FormErrors errors={form.errors} id={form.errorId} />
        <input type="hidden" name={KEPT} value={JSON.stringify(response.kept)} />
        <TextField field={fields.email} label="Email" type="email" autoComplete="username" required />
        <TextField
          field={fields.password}
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button variant="primary" className="w-full" busy={busy && 'Signing in...'}>
          Log in and save
        </Button>
        <Typed {...response.kept} />
      </Form>
    </AuthShell>
  )
}

/** Signed in again: the screen of the form is shown once more, with what was typed. */
const Back = ({ to, kept }: ResumeResponse) => (
  <AuthShell title="You are logged in again" subtitle="Nothing is saved yet. What you typed is kept.">
    <form method="post" action={to} className="space-y-4">
      {kept.entries.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields repeat, and their order is theirs
        <textarea key={index} hidden readOnly name={name} value={value} />
      ))}
      <input type="hidden" name={RESUMED} value="on" />
      {kept.isPartial && (
        <p className="text-sm">
          Passwords and files are not kept: enter or choose them again before you save.
        </p>
      )}
      <Button variant="primary" className="w-full">
        Continue
      </Button>
      <LinkButton to={paths.home()} className="w-full">
        Discard
      </LinkButton>
      <Typed {...kept} />
    </form>
  </AuthShell>
)

/** Texts that a program made, and not the user. */
const OWN =
  /^(loaded|once|intent|confirm|inProgress|keep-.*|made|outer|at|provider|status|builderJson|[0-9a-f-]{36})$/

const Typed = ({ entries }: KeptForm) => {
  const texts = entries.filter(([name, value]) => value.trim() !== '' && !OWN.test(name))
  if (texts.length === 0) return null
  return (
    <Disclosure summary="What you typed">
      <ul className="max-h-60 space-y-1.5 overflow-y-auto text-sm">
        {texts.map(([, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values repeat
          <li key={index} className="break-words whitespace-pre-wrap">
            {value}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
