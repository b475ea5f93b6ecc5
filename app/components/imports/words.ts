import type { JobState } from '~/components/jobs/use-job'

/**
 * The result of an import (specification document 2, sections 5 and 8), then what the specification does not know: changed contacts, empty
 * rows, and who had opted out.
 */
export function importSummary({
  current,
  added,
  skipped,
  failed,
  updated = 0,
  empty = 0,
  stopped = 0,
  bounced = 0,
}: JobState['progress']): string {
  if (current === 0) return 'Empty template imported successfully. You can now add contacts manually.'
  const parts = [
    `Successfully imported ${added} contacts`,
    skipped > 0 && `${skipped} skipped (duplicate emails)`,
    failed > 0 && `${failed} failed`,
    updated > 0 && `${updated} updated`,
    empty > 0 && `${empty} ${empty === 1 ? 'row was' : 'rows were'} empty`,
    stopped - bounced > 0 && `${stopped - bounced} had opted out`,
    bounced > 0 && `${bounced} had bounced`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** What the import decided in some rows, as sentences. */
export function importNotes({
  severalAddresses = 0,
  unknownZones = 0,
  unclearStops = 0,
}: JobState['progress']): string[] {
  const rows = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`
  return [
    severalAddresses > 0 && `${rows(severalAddresses)} had several addresses: the first was taken.`,
    unknownZones > 0 && `${rows(unknownZones)} had an unknown time zone: it was left out.`,
    unclearStops > 0 &&
      `${rows(unclearStops)} had a value in a Stopped column that is not understood: ${unclearStops === 1 ? 'it counts' : 'they count'} as stopped.`,
  ].filter((note) => note !== false)
}

/** Why an import failed. */
export const importFailure = (error: string | null): string => error ?? 'An error occurred during import'
