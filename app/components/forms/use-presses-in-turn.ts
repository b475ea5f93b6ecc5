import { useNavigation } from '@remix-run/react'
import { type FormEvent, useEffect, useRef } from 'react'

/**
 * For a form whose buttons load it again, changed: each press sends what is on screen, so the next one waits until the
 * one before has arrived. Of several presses that wait, the last counts.
 * @returns the form's `onSubmit`
 */
export function usePressesInTurn(): (event: FormEvent<HTMLFormElement>) => void {
  const isLoading = useNavigation().state !== 'idle'
  const waiting = useRef<HTMLElement | null>(null)

  useEffect(() => {
    const button = waiting.current
    if (isLoading || !button) return
    waiting.current = null
    // A button that is no longer shown has nothing to change.
    if (button.isConnected) button.closest('form')?.requestSubmit(button)
  }, [isLoading])

  return (event) => {
    if (!isLoading) return
    event.preventDefault()
    waiting.current = (event.nativeEvent as SubmitEvent).submitter
  }
}
