import { type SubmissionResult, useForm } from '@conform-to/react'
import { useMemo } from 'react'
import type { Toast } from '~/components/ui/toast-viewer'

/** The part of an action's response that a form reads (see `FormResponse` in the form builder). */
export interface ActionResponse {
  result?: SubmissionResult<string[]>
  refusal?: string
}

/** Replaces the messages of the previous response when an action redirects, and so responds with nothing. */
const NOTHING: SubmissionResult<string[]> = {}

/**
 * Conform's form with an action's response. Only the server validates: a schema in the browser would bring zod with it.
 * @param response the action's response, if any
 */
// biome-ignore lint/suspicious/noExplicitAny: as in conform, a form has fields of any type
export const useActionForm = <Schema extends Record<string, any>>(
  response: unknown,
  options: Omit<Parameters<typeof useForm<Schema>>[0], 'lastResult' | 'onValidate'> = {},
) => useForm<Schema>({ ...options, lastResult: (response as ActionResponse | undefined)?.result ?? NOTHING })

/** The response of an action that several forms of a screen share, if it is about the form with this `intent`. */
export const responseTo = (intent: string, response: unknown): unknown =>
  (response as ActionResponse | undefined)?.result?.initialValue?.intent === intent ? response : undefined

/** The toast of a refusal: its title and the server's message. Returns the same object for the same response. */
export function useRefusalToast(response: unknown, title: string): Toast | null {
  const { refusal } = (response as ActionResponse | undefined) ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is a separate event, even with the same text
  return useMemo(() => (refusal ? { kind: 'error', title, text: refusal } : null), [response, title])
}

/**
 * The toast of a failed action: "Failed to …", and why. None for an invalid field, whose message is shown beside it.
 * @param preferred shows only the server's message
 */
export function useFailureToast(response: unknown, failure: string, preferred = false): Toast | null {
  const { refusal, result } = (response as ActionResponse | undefined) ?? {}
  const reason = result?.error?.[''] ? refusal : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is a separate event, even with the same text
  return useMemo(
    () =>
      reason ? { kind: 'error', title: 'Error', text: preferred ? reason : `${failure}. ${reason}` } : null,
    [response, failure],
  )
}
