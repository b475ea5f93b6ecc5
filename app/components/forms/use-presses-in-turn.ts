import { useNavigation } from '@remix-run/react'
import { type FormEvent, useEffect, useRef } from 'react'

/**
 * For a form whose buttons load it again, changed: each press sends what is on screen, so it waits until those before it have arrived.
 * @returns the form's `onSubmit`
 */
export function usePressesInTurn(): (event: FormEvent<HTMLFormElement>) => void {
  const isLoading = useNavigation().state !== 'idle'
  const waiting = useRef<HTMLButtonElement[]>([])

  useEffect(() => {
    if (isLoading) return
    // A button that is no longer shown, or can do nothing there, has nothing to change.
    const isUsable = (button: HTMLButtonElement) => button.isConnected && !button.disabled
    const [next, ...others] = waiting.current.filter(isUsable)
    waiting.current = others
    if (next) next.form?.requestSubmit(next)
  }, [isLoading])

  return (event) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!isLoading) return
    event.preventDefault()
    if (submitter) waiting.current.push(submitter as HTMLButtonElement)
  }
}
