import { useEffect, useId, useMemo, useRef } from 'react'
import type { Toast } from '~/components/ui/toast-viewer'
import { type FieldControl, plainField } from './field'

/** The part of an action's response that a form reads (see `FormResponse` in the form builder). */
export interface PlainResponse {
  result?: { initialValue?: Record<string, unknown> | null; error?: Record<string, string[] | null> }
  refusal?: string
}

/**
 * A form that only the server validates: after a refused submit its fields keep the typed values and show their messages, and the first
 * wrong one gets the focus. Needs no library in the browser.
 * @param given the action's response, if any
 * @param defaults the initial values of the fields
 * @param together fields with one shared message, which is shown only below the first invalid one
 */
export function usePlainForm(
  given: unknown,
  defaults: Record<string, string | undefined> = {},
  together: readonly string[] = [],
) {
  const response = given as PlainResponse | undefined
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  useEffect(() => {
    if (response?.result?.error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [response])
  const field = (name: string): FieldControl => {
    const typed = response?.result?.initialValue
    const value = typed ? typed[name] : defaults[name]
    const errorsOf = (field: string) => response?.result?.error?.[field] ?? undefined
    const errors = errorsOf(name)
    const own = plainField(name, typeof value === 'string' ? value : undefined, errors, `${id}${name}`)
    const first = together.includes(name)
      ? together.find((field) => errors && errorsOf(field)?.join() === errors.join())
      : undefined
    return first === undefined || first === name
      ? own
      : { ...own, errorId: `${id}${first}-error`, saidElsewhere: true }
  }
  return { form, field, errors: response?.result?.error?.[''] ?? undefined }
}

/** The toast of a refusal: its title and the server's message. Returns the same object for the same response. */
export function useRefusalToast(given: unknown, title: string): Toast | null {
  const { refusal } = (given as PlainResponse | undefined) ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is a separate event, even with the same text
  return useMemo(() => (refusal ? { kind: 'error', title, text: refusal } : null), [given, title])
}

/**
 * The toast of a failed action: "Failed to …", and why. None for an invalid field, whose message is shown beside it.
 * @param preferred shows only the server's message
 */
export function useFailureToast(given: unknown, failure: string, preferred = false): Toast | null {
  const { refusal, result } = (given as PlainResponse | undefined) ?? {}
  const reason = result?.error?.[''] ? refusal : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is a separate event, even with the same text
  return useMemo(
    () =>
      reason ? { kind: 'error', title: 'Error', text: preferred ? reason : `${failure}. ${reason}` } : null,
    [given, failure],
  )
}
