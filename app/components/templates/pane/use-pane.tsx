import { lazy, type RefObject, Suspense, useState } from 'react'
import { useHydrated } from '~/components/ui/use-hydrated'
import type { StepUse } from '../step-share'

const PreviewPane = lazy(() => import('./preview-pane'))

/** The live preview beside the form of a step's email. It needs scripts; without them Preview shows the same. */
export function usePane(form: RefObject<HTMLFormElement | null>, step: StepUse | undefined) {
  const hydrated = useHydrated()
  const [lacking, setLacking] = useState<Record<string, string>>({})
  const pane = hydrated && step && (
    <Suspense fallback={<p className="text-sm text-muted">Loading the preview...</p>}>
      <PreviewPane form={form} sequenceId={step.sequenceId} tellLacking={setLacking} />
    </Suspense>
  )
  return { pane, lacking }
}
