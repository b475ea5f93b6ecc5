import { type ComponentType, useEffect, useRef, useState } from 'react'
import { setAsk } from '~/components/page/log-in-again'
import { useAuth } from '~/components/page/state'
import { NestedDialog } from '~/components/ui/dialog/nested-dialog'
import type { LogInFormProps } from './log-in-form'

const loadForm = () => import('./log-in-form')

/**
 * Asks for the password over the page when a request meets an ended session. The page stays as it is, with everything typed, and belongs
 * to one account, so no other can be chosen here.
 */
export function LogInDialog() {
  const { id, email } = useAuth()
  const [LogInForm, setLogInForm] = useState<ComponentType<LogInFormProps> | null>(null)
  const answer = useRef<(isLoggedIn: boolean) => void>(() => {})
  useEffect(() => {
    setAsk({
      account: id,
      ask: () =>
        loadForm().then(
          (loaded) =>
            new Promise((resolve) => {
              answer.current = resolve
              setLogInForm(() => loaded.LogInForm)
            }),
          // Not loaded: a save then fails like a lost connection, and the page stays.
          () => false,
        ),
    })
    // Ahead of its use, but after the page: an upgrade, which may end the session, takes its file away.
    loadForm().catch(() => {})
    return () => {
      setAsk(null)
      answer.current(false)
    }
  }, [id])
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!LogInForm) return
    // After the dialog has opened, which focuses its first button.
    const timer = setTimeout(() => place.current?.querySelector<HTMLElement>('[type=password]')?.focus())
    return () => clearTimeout(timer)
  }, [LogInForm])
  const close = (isLoggedIn: boolean) => {
    setLogInForm(null)
    answer.current(isLoggedIn)
  }
  return (
    <NestedDialog title="Log in to go on" open={LogInForm !== null} onClose={() => close(false)}>
      {LogInForm && <LogInForm email={email} place={place} onDone={close} />}
    </NestedDialog>
  )
}
