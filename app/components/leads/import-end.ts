import type { JobState } from '~/components/jobs/use-job'
import { showToast } from '~/components/ui/toast-viewer'
import { leadFailure, leadSummary } from './import-words'

/** Shows the result of a lead import in a toast, unless the user stopped it. */
export function showImportEnd(state: JobState): void {
  if (state.status === 'cancelled') return
  showToast(
    state.status === 'completed'
      ? { kind: 'success', title: 'Import completed', text: leadSummary(state.progress) }
      : { kind: 'error', title: 'Import failed', text: leadFailure(state.error) },
  )
}
