import { useMemo } from 'react'
import type { ActionResponse } from '~/components/forms/action-form'
import { InstantToast, type Toast } from '~/components/ui/toast-viewer'

/** The beginning of the message about a past send time (specification document 1, section 5). */
const RULE = 'Send time must be in the future.'

/** The toast about a past send time; the field shows the same message. */
export function SendTimeToast({ response }: { response: unknown }) {
  const message = (response as ActionResponse | undefined)?.result?.error?.sendTime?.find((text) =>
    text.startsWith(RULE),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is a separate event, even with the same text
  const toast = useMemo<Toast | null>(
    () => (message ? { kind: 'error', title: 'Invalid Send Time', text: message } : null),
    [response, message],
  )
  return <InstantToast toast={toast} />
}
