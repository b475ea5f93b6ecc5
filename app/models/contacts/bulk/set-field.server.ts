import { and, eq, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { invalid } from '~/errors'
import { isAmong, rowArrays } from '~/models/shared/row-arrays.server'
import { columnsOf, FIELD_COLUMNS, FIELD_TYPES } from '../columns.server'
import { ContactChange, changedCustom, displayName, hasMoved } from '../contact'
import { replanChanged } from '../contact.server'
import { OPTIONAL_FIELDS, type OptionalField } from '../fields'
import { BUILT_IN, CUSTOM, unknownField } from '../filter/filter'
import { checkValues, listOwnFields } from '../own-fields/own-fields.server'
import type { FieldValue } from '../own-fields/value'

/** A field and its checked value; null removes the value. */
export interface FieldAndValue {
  /** A built-in field, or `custom.` and the key of an own one. */
  key: string
  value: FieldValue | null
}

/** The fields that many contacts can have in common: an Apollo ID is one contact's. */
const SETTABLE = OPTIONAL_FIELDS.filter((name) => name !== 'apolloId')
const isSettable = (key: string): key is OptionalField => SETTABLE.some((name) => name === key)

/**
 * Checks a field and its new value, as the form of a contact does. The key of an own field may lack `custom.`.
 * @throws AppError INVALID, which names what is wrong
 */
export async function checkFieldValue(
  db: Db,
  userId: string,
  { key, value }: FieldAndValue,
): Promise<FieldAndValue> {
  if (isSettable(key)) {
    const read = ContactChange.safeParse({ [key]: value })
    return read.success
      ? { key, value: (read.data[key] as string | null | undefined) || null }
      : invalid(read.error.issues[0]!.message, 'value')
  }
  const own = await listOwnFields(db, userId)
  const plain = key.startsWith(CUSTOM) ? key.slice(CUSTOM.length) : key
  if (Object.hasOwn(BUILT_IN, key)) return invalid(`${key} cannot be set for many contacts`, 'key')
  if (!own.some((field) => field.key === plain)) return invalid(unknownField(CUSTOM + plain, own), 'key')
  // Present values are not known: each counts as a change.
  const checked = await checkValues(db, userId, { [plain]: value ?? null })
  return { key: CUSTOM + plain, value: checked[plain] ?? null }
}

type Row = typeof contacts.$inferSelect

/**
 * Gives contacts a value of a field, each its own, and plans their emails again where that matters. The caller has locked their enrollments.
 * @param newValue the new value of a contact; undefined leaves it as it is
 * @returns the values that changed contacts had before, by id
 */
export async function setField(
  tx: Db,
  userId: string,
  key: string,
  ids: string[],
  newValue: (id: string, present: FieldValue | null) => FieldValue | null | undefined,
  now: Date,
): Promise<Record<string, FieldValue | null>> {
  const rows = await tx
    .select()
    .from(contacts)
    .where(and(isAmong(contacts.id, ids), eq(contacts.userId, userId)))
    .orderBy(contacts.id)
    .for('no key update')
  const before: Record<string, FieldValue | null> = {}
  const changed: Row[] = []
  const moved: string[] = []
  for (const row of rows) {
    const present = valueIn(row, key)
    const value = newValue(row.id, present)
    if (value === undefined || value === present) continue
    const after = withValue(row, key, value)
    before[row.id] = present
    changed.push(after)
    if (hasMoved(row, after)) moved.push(row.id)
  }
  if (changed.length === 0) return {}
  const values = changed.map((row) => ({ id: row.id, ...columnsOf(row), custom: row.custom }))
  await tx.execute(sql`
    update contacts c set ${ASSIGNED}, custom = r.custom
    from ${rowArrays('r', { id: 'uuid', ...FIELD_TYPES, custom: 'jsonb' }, values)}
    where c.id = r.id and c.user_id = ${userId}::uuid`)
  await replanChanged(tx, Object.keys(before), moved, now)
  return before
}

const ASSIGNED = sql.raw(FIELD_COLUMNS.map((column) => `${column} = r.${column}`).join(', '))

/** A name that was only made from the others counts as none. */
function valueIn(row: Row, key: string): FieldValue | null {
  if (key.startsWith(CUSTOM)) return row.custom[key.slice(CUSTOM.length)] ?? null
  return key === 'name' && isDerived(row) ? null : (row[key as OptionalField] ?? null)
}

const isDerived = (row: Row) => row.name === displayName({ ...row, name: null })

function withValue(row: Row, key: string, value: FieldValue | null): Row {
  if (key.startsWith(CUSTOM))
    return { ...row, custom: changedCustom(row.custom, { [key.slice(CUSTOM.length)]: value }) }
  const after = { ...row, ...(isDerived(row) ? { name: '' } : {}), [key]: value }
  return { ...after, name: displayName(after) }
}
