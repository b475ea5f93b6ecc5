import { OPTIONAL_FIELDS, type OptionalField } from '~/models/contacts/fields'
import { type BatchRow, EMPTY_ROW, type ImportRow, type RowNote } from './row.server'
import type { StopKind } from './stop-words'
import type { RejectedRow } from './store.server'

type Fields = Pick<ImportRow, OptionalField | 'custom'>

/** Merges what two rows say about one address: `wins` says whose value counts where both have one. The rest is the first's. */
export function mergeFields<T extends Fields>(first: T, second: Fields, wins: 'first' | 'second'): T {
  const [strong, weak] = wins === 'first' ? [first, second] : [second, first]
  const merged = { ...first, custom: { ...weak.custom, ...strong.custom } }
  for (const key of OPTIONAL_FIELDS) merged[key] = strong[key] || weak[key]
  return merged
}

/** Why a row is rejected whose Apollo ID another contact has. */
export const APOLLO_ID_TAKEN = 'Another contact has this Apollo ID'

/** What an import does with the rows of a batch. */
interface Sorted {
  /** By address in lower case. A later row of an address fills what the first left empty. */
  good: Map<string, { line: number; cells: string[]; row: ImportRow }>
  refused: RejectedRow[]
  /** Rows of an address that an earlier one of the batch has. */
  repeated: number
  empty: number
  stopped: number
  bounced: number
  notes: Record<RowNote, number>
}

/** Sorts the rows of a batch by what becomes of them. Each row is in exactly one of good, refused, repeated and empty. */
export function sortRows(rows: readonly BatchRow[]): Sorted {
  const notes = { severalAddresses: 0, unknownZones: 0, unclearStops: 0 }
  const sorted: Sorted = {
    good: new Map(),
    refused: [],
    repeated: 0,
    empty: 0,
    stopped: 0,
    bounced: 0,
    notes,
  }
  for (const { line, cells, row } of rows) {
    if (row === EMPTY_ROW) {
      sorted.empty++
      continue
    }
    const stops = row.stops ?? []
    if (stops.length > 0) sorted.stopped++
    if (stops.includes('hardBounce')) sorted.bounced++
    if ('reason' in row) {
      sorted.refused.push({ row_number: line, reason: row.reason, cells })
      continue
    }
    for (const note of row.notes) notes[note]++
    const key = row.email.toLowerCase()
    const earlier = sorted.good.get(key)
    if (earlier) {
      sorted.repeated++
      earlier.row = mergeFields(earlier.row, row, 'first')
    } else sorted.good.set(key, { line, cells, row })
  }
  return sorted
}

/** The stops that rows ask for, for each of their addresses, those of rejected rows too. */
export function stopsOf(rows: readonly Pick<BatchRow, 'row'>[]): { email: string; kind: StopKind }[] {
  return rows.flatMap(({ row }) => {
    if (row === EMPTY_ROW) return []
    const emails = [...(row.email ? [row.email] : []), ...(row.others ?? [])]
    return (row.stops ?? []).flatMap((kind) => emails.map((email) => ({ email, kind })))
  })
}
