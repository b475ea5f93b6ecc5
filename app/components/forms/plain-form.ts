import { useEffect, useId, useMemo, useRef } from 'react'
import type { Toast } from '~/components/ui/toast-viewer'
import { type FieldControl, plainField } from './field'

/** The part of an action's answer that a form reads (see `FormAnswer` in the form builder). */
export interface PlainAnswer {
  result?: { initialValue?: Record<string, unknown> | null; error?: Record<string, string[] | null> }
  refusal?: string
}

/**
 * A form that the server alone validates: after a refused submit its fields hold what was typed and their messages, and
 * the first wrong one takes the focus. Costs no library in the browser.
 * @param given the action's answer, if there is one
 * @param defaults what the fields show first
 * @param together fields that one sentence is about: below the first of them that lacks it is said, and only there
 */
export function usePlainForm(
  given: unknown,
  defaults: Record<string, string | undefined> = {},
  together: readonly string[] = [],
) {
  const answer = given as PlainAnswer | undefined
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  useEffect(() => {
    if (answer?.result?.error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [answer])
  const field = (name: string): FieldControl => {
    const typed = answer?.result?.initialValue
    const value = typed ? typed[name] : defaults[name]
    const errorsOf = (one: string) => answer?.result?.error?.[one] ?? undefined
    const errors = errorsOf(name)
    const own = plainField(name, typeof value === 'string' ? value : undefined, errors, `${id}${name}`)
    const first = together.includes(name)
      ? together.find((one) => errors && errorsOf(one)?.join() === errors.join())
      : undefined
    return first === undefined || first === name
      ? own
      : { ...own, errorId: `${id}${first}-error`, saidElsewhere: true }
  }
  return { form, field, errors: answer?.result?.error?.[''] ?? undefined }
}

/** The toast of a refusal: the title of the act, the server's words. The same object for the same answer. */
export function useRefusalToast(given: unknown, title: string): Toast | null {
  const { refusal } = (given as PlainAnswer | undefined) ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is an event of its own, also with equal words
  return useMemo(() => (refusal ? { kind: 'error', title, text: refusal } : null), [given, title])
}

/**
 * The toast of an act that failed as a whole: "Failed to …", and why. None for a wrong field: that is said beside it.
 * @param preferred the server's own words stand alone
 */
export function useFailureToast(given: unknown, failure: string, preferred = false): Toast | null {
  const { refusal, result } = (given as PlainAnswer | undefined) ?? {}
  const reason = result?.error?.[''] ? refusal : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is an event of its own, also with equal words
  return useMemo(
    () =>
      reason ? { kind: 'error', title: 'Error', text: preferred ? reason : `${failure}. ${reason}` } : null,
    [given, failure],
  )
}
