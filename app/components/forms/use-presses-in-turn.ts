import { useNavigation, useSubmit } from '@remix-run/react'
import { type FormEvent, useEffect, useRef } from 'react'

type Pressed = HTMLButtonElement | HTMLFormElement

/**
 * For a form whose buttons load it again, changed: each press sends what is on screen, so it waits until those before it have arrived.
 * @returns the form's `onSubmit`, and `load`, which loads the form again without a button, also in turn
 */
export function usePressesInTurn() {
  const submit = useSubmit()
  const isLoading = useNavigation().state !== 'idle'
  const waiting = useRef<Pressed[]>([])
  // At once: rendered later, `isLoading` would still be false at the next press, which would replace this one.
  const send = (pressed: Pressed) =>
    submit(pressed, {
      preventScrollReset: true,
      replace: pressed instanceof HTMLFormElement || undefined,
      flushSync: true,
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each screen that has arrived
  useEffect(() => {
    if (isLoading) return
    // A button that is no longer shown, or can do nothing there, has nothing to change.
    const isUsable = (pressed: Pressed) => pressed.isConnected && !('disabled' in pressed && pressed.disabled)
    const [next, ...others] = waiting.current.filter(isUsable)
    waiting.current = others
    // React does not render at once within an effect.
    if (next) queueMicrotask(() => send(next))
  }, [isLoading])

  const load = (pressed: Pressed) => {
    if (isLoading) waiting.current.push(pressed)
    else send(pressed)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    load((submitter as HTMLButtonElement | null) ?? event.currentTarget)
  }
  return { onSubmit, load }
}
