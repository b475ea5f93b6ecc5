import { and, eq, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { FIELD_COLUMNS } from '~/models/contacts/columns.server'
import { displayName, hasMoved } from '~/models/contacts/contact'
import { replanChanged } from '~/models/contacts/contact.server'
import { OPTIONAL_FIELDS } from '~/models/contacts/fields'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import { isAmong, rowArrays } from '~/models/shared/row-arrays.server'
import { mergeFields } from './sort-rows.server'
import { ROW_TYPES, rowOf, type StoredRow } from './store.server'

const CHANGES = sql.raw(
  FIELD_COLUMNS.filter((column) => column !== 'email')
    .map((column) => `${column} = r.${column}`)
    .join(', '),
)

/** A contact that exists, and the row of the file with its address. */
export interface ExistingRow {
  id: string
  row: StoredRow
  mode: 'fill' | 'overwrite'
  /** Whether this import created it: then the change is part of its creation. */
  isOwn: boolean
}

/**
 * Fills or overwrites the fields of contacts with those of a file. An empty cell changes nothing, the spelling of the address stays, and
 * an Apollo ID that another contact has is left out. @returns the contacts that changed and existed before the import
 */
export async function updateExisting(
  tx: Db,
  userId: string,
  existing: ExistingRow[],
  now: Date,
): Promise<string[]> {
  if (existing.length === 0) return []
  const ids = existing.map(({ id }) => id)
  await lockEnrollmentsOf(tx, ids)
  const found = await tx
    .select()
    .from(contacts)
    .where(and(isAmong(contacts.id, ids), eq(contacts.userId, userId)))
    .orderBy(contacts.id)
    .for('update')
  const given = new Map(existing.map((existingRow) => [existingRow.id, existingRow]))
  const taken = await takenApolloIds(tx, userId, existing)
  const changed = changesOf(found, given, taken)
  if (changed.length === 0) return []
  await tx.execute(sql`
    update contacts c set ${CHANGES}, custom = r.custom
    from ${rowArrays(
      'r',
      { id: 'uuid', ...ROW_TYPES },
      changed.map(({ id, columns }) => ({ id, ...columns })),
    )}
    where c.id = r.id and c.user_id = ${userId}::uuid`)
  await replanChanged(
    tx,
    changed.map(({ id }) => id),
    changed.filter(({ hasMoved }) => hasMoved).map(({ id }) => id),
    now,
  )
  return changed.flatMap(({ id, isOwn }) => (isOwn ? [] : [id]))
}

interface FoundContact extends StoredRow {
  id: string
}

/**
 * What rows of a file change of the contacts that have their addresses; those that change nothing are left out.
 * @param given the rows, by the contact's id @param taken the Apollo IDs that contacts have; those that the changes take are added
 */
export function changesOf(
  found: readonly FoundContact[],
  given: ReadonlyMap<string, ExistingRow>,
  taken: Set<string>,
): { id: string; isOwn: boolean; hasMoved: boolean; columns: ReturnType<typeof rowOf> }[] {
  return found.flatMap((before) => {
    const { row, mode, isOwn } = given.get(before.id)!
    const isDerived = before.name === displayName({ ...before, name: null })
    const old = { ...before, name: isDerived ? null : before.name }
    const after = mergeFields(old, row, mode === 'fill' ? 'first' : 'second')
    if (after.apolloId !== before.apolloId) {
      if (taken.has(after.apolloId!)) after.apolloId = before.apolloId
      else taken.add(after.apolloId!)
    }
    const isSame =
      OPTIONAL_FIELDS.every((key) => key === 'name' || after[key] === before[key]) &&
      displayName(after) === before.name &&
      Object.keys(after.custom).every((key) => after.custom[key] === before.custom[key])
    return isSame ? [] : [{ id: before.id, isOwn, hasMoved: hasMoved(before, after), columns: rowOf(after) }]
  })
}

/** Which of the rows' Apollo IDs some contact has. */
export async function takenApolloIds(
  tx: Db,
  userId: string,
  existing: { row: Pick<StoredRow, 'apolloId'> }[],
): Promise<Set<string>> {
  const wanted = existing.flatMap(({ row }) => (row.apolloId ? [row.apolloId] : []))
  if (wanted.length === 0) return new Set()
  const rows = await tx.execute<{ id: string }>(sql`
    select apollo_id as id from contacts
    where user_id = ${userId}::uuid and apollo_id = any(${sql.param(wanted)}::text[])`)
  return new Set(rows.map(({ id }) => id))
}
