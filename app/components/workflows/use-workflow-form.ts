import { useMemo } from 'react'
import { type PlainAnswer, useFailureToast, usePlainForm } from '~/components/forms/plain-form'
import type { Toast } from '~/components/ui/toast-viewer'
import { readWorkflowDraft, toFormEntries, type WorkflowDraft } from '~/models/workflows/draft'

/**
 * The form of a workflow: it shows the draft, or the submitted values after a refusal.
 * @param failure the message for a failed save: "Failed to …"
 */
export function useWorkflowForm(answer: unknown, draft: WorkflowDraft, failure: string) {
  const plain = usePlainForm(answer, draft.fields)
  const typed = (answer as PlainAnswer | undefined)?.result?.initialValue
  const shown = useMemo(
    () => (typed ? readWorkflowDraft(toFormEntries(typed)) : null) ?? draft,
    [typed, draft],
  )
  const failed = useFailureToast(answer, failure)
  const wrong = useWrongToast(answer)
  return { ...plain, shown, toast: failed ?? wrong }
}

/** The first invalid field in a toast, as the specification requires. */
function useWrongToast(given: unknown): Toast | null {
  const { result } = (given as PlainAnswer | undefined) ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is a separate event, even with the same text
  return useMemo(() => {
    const [text] = Object.entries(result?.error ?? {}).flatMap(([name, errors]) =>
      name ? (errors ?? []) : [],
    )
    return text ? { kind: 'error', title: 'Validation Error', text } : null
  }, [given])
}
