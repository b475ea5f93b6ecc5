import { useMemo } from 'react'
import { type PlainAnswer, useFailureToast, usePlainForm } from '~/components/forms/plain-form'
import type { Toast } from '~/components/ui/toast-viewer'
import { asForm, readDraft, type WorkflowDraft } from '~/models/workflows/draft'

/**
 * The form of a workflow: it shows the draft, after a refusal what was typed.
 * @param failure what did not work when saving fails: "Failed to …"
 */
export function useWorkflowForm(answer: unknown, draft: WorkflowDraft, failure: string) {
  const plain = usePlainForm(answer, draft.fields)
  const typed = (answer as PlainAnswer | undefined)?.result?.initialValue
  const shown = useMemo(() => (typed ? readDraft(asForm(typed)) : null) ?? draft, [typed, draft])
  const failed = useFailureToast(answer, failure)
  const wrong = useWrongToast(answer)
  return { ...plain, shown, toast: failed ?? wrong }
}

/** The first wrong field in a toast, as the specification says. */
function useWrongToast(given: unknown): Toast | null {
  const { result } = (given as PlainAnswer | undefined) ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is an event of its own, also with equal words
  return useMemo(() => {
    const [text] = Object.entries(result?.error ?? {}).flatMap(([name, errors]) =>
      name ? (errors ?? []) : [],
    )
    return text ? { kind: 'error', title: 'Validation Error', text } : null
  }, [given])
}
