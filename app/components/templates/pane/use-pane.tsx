import { lazy, type RefObject, Suspense, useState } from 'react'
import { useHydrated } from '~/components/ui/use-hydrated'

const PreviewPane = lazy(() => import('./preview-pane'))

/**
 * The live preview beside the editor. It needs scripts; without them Preview shows the same.
 * @param sequenceId whose contacts it is shown for; empty for all
 */
export function usePane(form: RefObject<HTMLFormElement | null>, sequenceId = '') {
  const hydrated = useHydrated()
  const [lacking, setLacking] = useState<Record<string, string>>({})
  const pane = hydrated && (
    <Suspense fallback={<p className="text-sm text-muted">Loading the preview...</p>}>
      <PreviewPane form={form} sequenceId={sequenceId} tellLacking={setLacking} />
    </Suspense>
  )
  return { pane, lacking }
}
