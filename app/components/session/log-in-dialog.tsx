import { getFormProps, useForm } from '@conform-to/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { TextField } from '~/components/forms/text-field'
import { plainFetch, setAsk } from '~/components/page/log-in-again'
import { useAuth } from '~/components/page/state'
import { Button } from '~/components/ui/button'
import { NestedDialog } from '~/components/ui/dialog/nested-dialog'
import { FormErrors } from '~/components/ui/form-errors'
import { paths } from '~/paths'

const FAILED = 'The server did not answer. Please try again.'

/**
 * Asks for the password over the page when a request meets an ended session. The page stays as it is, with everything typed, and belongs
 * to one account, so no other can be chosen here.
 */
export function LogInDialog() {
  const { id, email } = useAuth()
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const answer = useRef<(loggedIn: boolean) => void>(() => {})
  useEffect(() => {
    setAsk({
      account: id,
      ask: () =>
        new Promise((resolve) => {
          answer.current = resolve
          setProblem(null)
          setOpen(true)
        }),
    })
    return () => {
      setAsk(null)
      answer.current(false)
    }
  }, [id])
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isOpen) return
    // After the dialog has opened, which focuses its first button.
    const timer = setTimeout(() => place.current?.querySelector<HTMLElement>('[type=password]')?.focus())
    return () => clearTimeout(timer)
  }, [isOpen])
  const close = (loggedIn: boolean) => {
    setOpen(false)
    answer.current(loggedIn)
  }
  const logIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    setBusy(true)
    const said = await problemOf({ email, password })
    setBusy(false)
    setProblem(said)
    if (said === null) close(true)
  }
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: 'log-in',
    defaultValue: { email },
    onSubmit: logIn,
  })
  return (
    <NestedDialog title="Log in to go on" open={isOpen} onClose={() => close(false)}>
      {isOpen && (
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
            <Button type="button" onClick={() => close(false)}>
              Not now
            </Button>
            <Button variant="primary" busy={isBusy && 'Logging in...'}>
              Log in and go on
            </Button>
          </div>
        </form>
      )}
    </NestedDialog>
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
