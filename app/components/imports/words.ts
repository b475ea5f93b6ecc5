import type { JobState } from '~/components/jobs/use-job'

/** The result of an import in one sentence (specification document 2, sections 5 and 8). */
export function importSummary({ current, added, skipped, failed }: JobState['progress']): string {
  if (current === 0) return 'Empty template imported successfully. You can now add contacts manually.'
  const parts = [
    `Successfully imported ${added} contacts`,
    skipped > 0 && `${skipped} skipped (duplicate emails)`,
    failed > 0 && `${failed} failed`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Why an import failed. */
export const importFailure = (error: string | null): string => error ?? 'An error occurred during import'
