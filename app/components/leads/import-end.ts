import { showToast } from '../toast-viewer'
import type { JobState } from '../use-job'
import { leadFailure, leadSummary } from './import-words'

/** Says in a toast how an import of leads ended. */
export function showImportEnd(state: JobState): void {
  showToast(
    state.status === 'completed'
      ? { kind: 'success', title: 'Import completed', text: leadSummary(state.progress) }
      : { kind: 'error', title: 'Import failed', text: leadFailure(state.error) },
  )
}
