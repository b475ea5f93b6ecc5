import { useMemo } from 'react'
import type { PlainAnswer } from '~/components/forms/plain-form'
import { InstantToast, type Toast } from '~/components/ui/toast-viewer'

/** How the rule of the send time begins (specification document 1, section 5). */
const RULE = 'Send time must be in the future.'

/** The toast of a send time that is past; the same words stand beside the field. */
export function SendTimeToast({ answer }: { answer: unknown }) {
  const message = (answer as PlainAnswer | undefined)?.result?.error?.sendHour?.find((text) =>
    text.startsWith(RULE),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is an event of its own, also with equal words
  const toast = useMemo<Toast | null>(
    () => (message ? { kind: 'error', title: 'Invalid Send Time', text: message } : null),
    [answer, message],
  )
  return <InstantToast toast={toast} />
}
