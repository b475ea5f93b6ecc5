import { useEffect, useMemo, useRef } from 'react'
import { type ActionResponse, useActionForm, useFailureToast } from '~/components/forms/action-form'
import { useUnsavedGuard } from '~/components/forms/use-unsaved-guard'
import type { Toast } from '~/components/ui/toast-viewer'
import { readWorkflowDraft, toFormEntries, type WorkflowDraft } from '~/models/workflows/draft'
import type { TriggerField } from './trigger-fields'

interface WorkflowFormOptions {
  draft: WorkflowDraft
  /** Whether the draft comes from the URL: a chip or the wizard's step was submitted, and nothing is saved yet. */
  changed: boolean
  /** The form's URL; dialogs below it keep the form. */
  path: string
  /** The message for a failed save: "Failed to …". */
  failure: string
}

/** The form of a workflow: it shows the draft, or the submitted values after a refusal, and asks before changes are lost. */
export function useWorkflowForm(response: unknown, { draft, changed, path, failure }: WorkflowFormOptions) {
  const ref = useRef<HTMLFormElement>(null)
  const [form, fields] = useActionForm<Record<TriggerField | 'emailListIds', string>>(response, {
    defaultValue: draft.fields,
  })
  const touch = useUnsavedGuard(ref, { response, stays: (to) => to.startsWith(path) })
  // Each submission of a chip loads another draft, and counts as a submission of the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is what makes it dirty again
  useEffect(() => {
    if (changed) touch()
  }, [changed, draft, touch])
  const typed = (response as ActionResponse | undefined)?.result?.initialValue
  const shown = useMemo(
    () => (typed ? readWorkflowDraft(toFormEntries(typed)) : null) ?? draft,
    [typed, draft],
  )
  const failed = useFailureToast(response, failure)
  const wrong = useWrongToast(response)
  return { ref, form, fields, shown, toast: failed ?? wrong }
}

/** The first invalid field in a toast, as the specification requires. */
function useWrongToast(given: unknown): Toast | null {
  const { result } = (given as ActionResponse | undefined) ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is a separate event, even with the same text
  return useMemo(() => {
    const [text] = Object.entries(result?.error ?? {}).flatMap(([name, errors]) =>
      name ? (errors ?? []) : [],
    )
    return text ? { kind: 'error', title: 'Validation Error', text } : null
  }, [given])
}
