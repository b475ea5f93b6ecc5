import { and, eq } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { invalid } from '~/errors'
import type { OwnField } from '~/models/contacts/own-fields/type'
import { type AddressKind, kindOfAddress } from '~/models/shared/addresses/address-kind.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { suppressedAddresses } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'
import type { ColumnTarget } from './columns'
import { changesOf, type ExistingRow, takenApolloIds } from './existing.server'
import type { ImportChoices } from './import.server'
import { planFile, readRecord } from './plan.server'
import type { BatchRow } from './row.server'
import { APOLLO_ID_TAKEN, sortRows } from './sort-rows.server'
import { findContacts } from './store.server'

const BATCH = 1000
/** Of a longer file, so many rows are looked at, and for no longer than this. */
const MOST_ROWS = 50_000
const LONGEST_MS = 8_000
/** Of the rows that would be rejected, so many are shown. */
const SHOWN = 20

/** What an import would do. Each row is in exactly one of added, changed, same, refused, repeated and empty. */
export interface ImportPreview {
  rows: number
  /** Whether all rows of the file were looked at. */
  isWhole: boolean
  added: number
  changed: number
  /** Contacts that exist and stay as they are. */
  same: number
  refused: number
  repeated: number
  empty: number
  /** How many of the contacts get no emails: the file or the user says that they opted out or bounced. */
  stopped: number
  /** How many of the addresses probably reach no one person. */
  kinds: Record<AddressKind, number>
  /** The first rows that would be rejected. */
  examples: { line: number; reason: string; text: string }[]
}

/** What is known of the rows before. */
interface Known {
  addresses: Set<string>
  apolloIds: Set<string>
}

/**
 * Looks at the rows of a stored file as its import would, and writes nothing.
 * @throws AppError INVALID if the file cannot be imported
 */
export async function previewImport(
  db: Db,
  userId: string,
  fileId: string,
  choices: ImportChoices,
  secrets: Secrets,
): Promise<ImportPreview> {
  const plan = await planFile(db, userId, fileId, choices)
  const own = fieldsOf(plan.own, plan.targets)
  const preview: ImportPreview = {
    ...{
      rows: 0,
      isWhole: true,
      added: 0,
      changed: 0,
      same: 0,
      refused: 0,
      repeated: 0,
      empty: 0,
      stopped: 0,
    },
    kinds: { role: 0, disposable: 0 },
    examples: [],
  }
  const known: Known = { addresses: new Set(), apolloIds: new Set() }
  const end = performance.now() + LONGEST_MS
  let batch: BatchRow[] = []
  const judge = async () => {
    await judgeBatch(db, userId, { batch, known, preview, existing: choices.existing ?? 'skip' }, secrets)
    batch = []
  }
  for await (const record of plan.rows()) {
    if (record.fatal) invalid(record.problem!)
    if (preview.rows === MOST_ROWS || (batch.length === 0 && performance.now() > end)) {
      preview.isWhole = false
      break
    }
    preview.rows++
    batch.push({ line: record.line, cells: record.cells, row: readRecord(plan, own, record) })
    if (batch.length === BATCH) await judge()
  }
  await judge()
  return preview
}

/** The user's own fields by key, and those that the import would make. */
function fieldsOf(own: OwnField[], targets: readonly ColumnTarget[]): Map<string, OwnField> {
  const byKey = new Map(own.map((field) => [field.key, field]))
  for (const target of targets) {
    if (!('custom' in target) || byKey.has(target.custom)) continue
    const { custom: key, type = 'text' } = target
    byKey.set(key, { id: '', name: key, key, type, options: [] })
  }
  return byKey
}

async function judgeBatch(
  db: Db,
  userId: string,
  given: {
    batch: BatchRow[]
    known: Known
    preview: ImportPreview
    existing: ImportChoices['existing'] & string
  },
  secrets: Secrets,
): Promise<void> {
  const { batch, known, preview, existing } = given
  const { good, refused, empty, repeated } = sortRows(batch)
  preview.empty += empty
  preview.repeated += repeated
  for (const key of [...good.keys()]) {
    if (!known.addresses.has(key)) known.addresses.add(key)
    else if (good.delete(key)) preview.repeated++
  }
  const found = await findContacts(db, userId, [...good.keys()])
  const idOf = new Map(found.map(({ id, email }) => [email, id]))
  const taken = await takenApolloIds(db, userId, [...good.values()])
  for (const id of known.apolloIds) taken.add(id)
  for (const [key, { line, cells, row }] of good) {
    if (idOf.has(key) || !row.apolloId) continue
    if (taken.has(row.apolloId)) {
      refused.push({ row_number: line, reason: APOLLO_ID_TAKEN, cells })
      good.delete(key)
    } else {
      taken.add(row.apolloId)
      known.apolloIds.add(row.apolloId)
    }
  }
  const rows = await readContacts(
    db,
    userId,
    found.map(({ id }) => id),
  )
  const changes =
    existing === 'skip'
      ? []
      : changesOf(
          rows,
          new Map(
            found.map(({ id, email }): [string, ExistingRow] => [
              id,
              { id, row: good.get(email)!.row, mode: existing, isOwn: false },
            ]),
          ),
          taken,
        )
  preview.added += good.size - found.length
  preview.changed += changes.length
  preview.same += found.length - changes.length
  preview.refused += refused.length
  for (const { row_number: line, reason, cells } of refused.slice(0, SHOWN - preview.examples.length))
    preview.examples.push({
      line,
      reason,
      text: cells
        .filter((cell) => cell.trim())
        .slice(0, 3)
        .join(', ')
        .slice(0, 100),
    })
  const stopped = await suppressedAddresses(db, userId, [...good.keys()], secrets)
  for (const contact of rows)
    if (contact.suppressed || contact.unsubscribed || contact.hardBounced)
      stopped.add(contact.email.toLowerCase())
  for (const [key, { row }] of good) {
    if (row.stops.length > 0 || stopped.has(key)) preview.stopped++
    const kind = kindOfAddress(key)
    if (kind) preview.kinds[kind]++
  }
}

const readContacts = async (db: Db, userId: string, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(contacts)
        .where(and(isAmong(contacts.id, ids), eq(contacts.userId, userId)))
        .orderBy(contacts.id)
