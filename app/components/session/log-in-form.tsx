import { getFormProps, useForm } from '@conform-to/react'
import { type FormEvent, type RefObject, useState } from 'react'
import { TextField } from '~/components/forms/text-field'
import { plainFetch } from '~/components/page/log-in-again'
import { Button } from '~/components/ui/button'
import { FormErrors } from '~/components/ui/form-errors'
import { paths } from '~/paths'

const FAILED = 'The server did not answer. Please try again.'

export interface LogInFormProps {
  email: string
  place: RefObject<HTMLFormElement>
  /** Called once: logged in, or not now. */
  onDone: (isLoggedIn: boolean) => void
}

/** The password of one account, over the page. It is loaded after the page: every screen may need it, and few do. */
export function LogInForm({ email, place, onDone }: LogInFormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const logIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    setBusy(true)
    const said = await problemOf({ email, password })
    setBusy(false)
    setProblem(said)
    if (said === null) onDone(true)
  }
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: 'log-in',
    defaultValue: { email },
    onSubmit: logIn,
  })
  return (
    <form ref={place} {...getFormProps(form)} method="post" action={paths.login()} className="space-y-4">
      <p className="text-sm text-muted">Your session has ended. What you typed is still here.</p>
      <FormErrors errors={problem === null ? null : [problem]} id={form.errorId} />
      <TextField field={fields.email} label="Email" autoComplete="username" readOnly />
      <TextField
        field={fields.password}
        label="Password"
        type="password"
        autoComplete="current-password"
        required
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" onClick={() => onDone(false)}>
          Not now
        </Button>
        <Button variant="primary" busy={isBusy && 'Logging in...'}>
          Log in and go on
        </Button>
      </div>
    </form>
  )
}

/** Logs in. @returns what is wrong, or null */
async function problemOf(fields: object): Promise<string | null> {
  const response = await plainFetch('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  }).catch(() => null)
  if (response?.ok) return null
  const { message } = (await response?.json().catch(() => null)) ?? {}
  return typeof message === 'string' ? message : FAILED
}
