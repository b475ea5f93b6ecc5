import type { JobState } from '~/components/jobs/use-job'
import type { ImportPreview } from '~/models/imports/preview.server'

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
  fullTags = 0,
}: JobState['progress']): string[] {
  const rows = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`
  return [
    severalAddresses > 0 && `${rows(severalAddresses)} had several addresses: the first was taken.`,
    unknownZones > 0 && `${rows(unknownZones)} had an unknown time zone: it was left out.`,
    unclearStops > 0 &&
      `${rows(unclearStops)} had a value in a Stopped column that is not understood: ${unclearStops === 1 ? 'it counts' : 'they count'} as stopped.`,
    fullTags > 0 &&
      `${fullTags.toLocaleString('en-US')} ${fullTags === 1 ? 'contact has' : 'contacts have'} as many tags as a contact can have, and got none of the import’s.`,
  ].filter((note) => note !== false)
}

/** Why an import failed. */
export const importFailure = (error: string | null): string => error ?? 'An error occurred during import'

/** What an import would do, in lines whose first ones add up to the rows. Those that are about no row are left out. */
export function previewParts({
  added,
  changed,
  same,
  refused,
  repeated,
  empty,
  stopped,
  kinds,
}: ImportPreview): { count: number; text: string }[] {
  const lines: [count: number, one: string, several: string][] = [
    [added, 'new contact', 'new contacts'],
    [changed, 'contact that exists and is changed', 'contacts that exist and are changed'],
    [same, 'contact that exists and stays as it is', 'contacts that exist and stay as they are'],
    [repeated, 'row of an address that stands above', 'rows of addresses that stand above'],
    [refused, 'row that cannot be imported', 'rows that cannot be imported'],
    [empty, 'empty row', 'empty rows'],
    [
      stopped,
      'of the contacts gets no emails: it opted out, bounced or is blocked',
      'of the contacts get no emails: they opted out, bounced or are blocked',
    ],
    [
      kinds.role,
      'of the addresses is of a role such as info@, not of a person',
      'of the addresses are of a role such as info@, not of a person',
    ],
    [
      kinds.disposable,
      'of the addresses is of a provider of addresses for a day',
      'of the addresses are of a provider of addresses for a day',
    ],
  ]
  return lines.flatMap(([count, one, several]) =>
    count > 0 ? [{ count, text: count === 1 ? one : several }] : [],
  )
}
