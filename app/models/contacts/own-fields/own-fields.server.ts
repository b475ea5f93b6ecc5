import { and, asc, eq, or, sql } from 'drizzle-orm'
import { contactFields, contacts, contactViews, personas, templates } from '#drizzle/schema'
import { type Db, violatedConstraint } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { STANDARD_VARIABLES } from '~/models/contacts/variables'
import { lockContactsWhere } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { nearestName } from '~/models/shared/spelling'
import { NAMED_USES, type Named, NO_USES, type Uses, type UsesChoice } from '~/models/shared/uses/uses'
import { requireConfirmed } from '~/models/shared/uses/uses.server'
import { refuseKey, toFieldKey } from './key'
import type { NewOwnField, OwnFieldChange } from './own-field'
import { MAX_FIELDS, type OwnField, type OwnFieldType } from './type'
import { type FieldChange, readValue } from './value'

const columns = {
  id: contactFields.id,
  name: contactFields.name,
  key: contactFields.key,
  type: contactFields.type,
  options: contactFields.options,
}

const ofUser = (userId: string) => and(eq(contactFields.userId, userId), eq(contactFields.isDeleted, false))

/** The user's own fields, in the order in which they were made. */
export const listOwnFields = (db: Db, userId: string): Promise<OwnField[]> =>
  db
    .select(columns)
    .from(contactFields)
    .where(ofUser(userId))
    .orderBy(asc(contactFields.createdAt), asc(contactFields.id))

/** The keys of the user's own fields that are dates, for `variablesFor`. */
export const listDateKeys = async (db: Db, userId: string): Promise<string[]> =>
  (await listOwnFields(db, userId)).flatMap(({ key, type }) => (type === 'date' ? [key] : []))

/** @throws AppError NOT_FOUND */
export async function getOwnField(db: Db, userId: string, id: string): Promise<OwnField> {
  const [row] = await db
    .select(columns)
    .from(contactFields)
    .where(and(eq(contactFields.id, id), ofUser(userId)))
  return row ?? notFound('Field not found')
}

/** @throws AppError INVALID if the name gives no key or one of every contact, CONFLICT if it is taken or there are too many */
export async function createOwnField(db: Db, userId: string, input: NewOwnField): Promise<OwnField> {
  const key = toFieldKey(input.name)
  const problem = refuseKey(key)
  if (problem) invalid(problem, 'name')
  await requireRoom(db, userId, 1)
  try {
    const [row] = await db
      .insert(contactFields)
      .values({ ...input, userId, key })
      .returning(columns)
    return row!
  } catch (error) {
    if (!violatedConstraint(error)) throw error
    throw new AppError('CONFLICT', `There is a field {{ ${key} }} already, or one that is being deleted`, {
      field: 'name',
    })
  }
}

/** Refuses more fields than a user may have. Two calls at the same moment may both pass. @throws AppError CONFLICT */
async function requireRoom(db: Db, userId: string, more: number): Promise<void> {
  if ((await db.$count(contactFields, eq(contactFields.userId, userId))) + more > MAX_FIELDS)
    throw new AppError('CONFLICT', `At most ${MAX_FIELDS} fields. Delete one that is no longer used.`, {
      field: 'name',
    })
}

/** Makes fields where there is none with the key. @throws AppError CONFLICT if there would be too many */
export async function addFields(
  db: Db,
  userId: string,
  wanted: readonly { key: string; name: string; type: OwnFieldType }[],
): Promise<void> {
  const known = new Set((await listOwnFields(db, userId)).map(({ key }) => key))
  const missing = wanted.filter(({ key }) => !known.has(key))
  if (missing.length === 0) return
  await requireRoom(db, userId, missing.length)
  await db
    .insert(contactFields)
    .values(missing.map((field) => ({ ...field, userId })))
    .onConflictDoNothing()
}

/**
 * Changes the name or the options. Contacts keep values that are no longer an option.
 * @throws AppError NOT_FOUND; INVALID for options of a field that is no choice
 */
export async function updateOwnField(
  db: Db,
  userId: string,
  id: string,
  change: OwnFieldChange,
): Promise<OwnField> {
  const before = await getOwnField(db, userId, id)
  if (change.options && (before.type === 'choice') !== change.options.length > 0)
    invalid('A choice needs options, and other types have none', 'options')
  await db
    .update(contactFields)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(contactFields.id, id), ofUser(userId)))
  return getOwnField(db, userId, id)
}

/** A key that a template can name. */
const VARIABLE = /^[A-Za-z_][\w-]*$/

/** What deleting a field affects: the first templates, views and dynamic lists by name that name it. */
export async function readOwnFieldUses(db: Db, userId: string, key: string): Promise<Uses> {
  const [templates, views, lists] = await Promise.all([
    templatesWith(db, userId, key),
    viewsWith(db, userId, key),
    listsWith(db, userId, key),
  ])
  return { ...NO_USES, templates, views, lists }
}

async function templatesWith(db: Db, userId: string, key: string): Promise<Named[]> {
  if (!VARIABLE.test(key)) return []
  const named = `\\{\\{-?\\s*${key}\\s*(\\||-?\\}\\})`
  const texts = sql`concat_ws(' ', ${templates.subject}, ${templates.htmlBody}, ${templates.plainTextBody})`
  return db
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(and(eq(templates.userId, userId), sql`${texts} ~ ${named}`))
    .orderBy(asc(templates.name), asc(templates.id))
    .limit(NAMED_USES)
}

async function viewsWith(db: Db, userId: string, key: string): Promise<Named[]> {
  const field = `custom.${key}`
  const isFiltered = sql`jsonb_path_exists(${contactViews.filter}, '$.** ? (@.field == $field)',
    jsonb_build_object('field', ${field}::text))`
  return db
    .select({ id: contactViews.id, name: contactViews.name })
    .from(contactViews)
    .where(
      and(
        eq(contactViews.userId, userId),
        or(
          sql`${field}::text = any(${contactViews.columns})`,
          eq(contactViews.sortBy, field),
          sql`coalesce(${isFiltered}, false)`,
        ),
      ),
    )
    .orderBy(asc(contactViews.name), asc(contactViews.id))
    .limit(NAMED_USES)
}

const listsWith = (db: Db, userId: string, key: string): Promise<Named[]> =>
  db
    .select({ id: personas.id, name: personas.name })
    .from(personas)
    .where(and(eq(personas.userId, userId), sql`${`custom.${key}`}::text = any(${personas.filterFields})`))
    .orderBy(asc(personas.name), asc(personas.id))
    .limit(NAMED_USES)

/**
 * Deletes a field at once. A job removes its values from the contacts.
 * @param choice absent: confirmed
 * @throws AppError NOT_FOUND; IN_USE if something uses it and the choice does not confirm
 */
export async function deleteOwnField(db: Db, userId: string, id: string, choice?: UsesChoice): Promise<void> {
  await db.transaction(async (tx) => {
    const { key } = await getOwnField(tx, userId, id)
    await requireConfirmed(choice, 'This field', () => readOwnFieldUses(tx, userId, key))
    await tx.update(contactFields).set({ isDeleted: true }).where(eq(contactFields.id, id))
    await enqueue(tx, 'remove-field-values', { userId, fieldId: id })
  })
}

/** A deleted field whose values are still to be removed; null if there is none. */
export async function findDeletedField(db: Db, userId: string, id: string): Promise<{ key: string } | null> {
  const [row] = await db
    .select({ key: contactFields.key })
    .from(contactFields)
    .where(and(eq(contactFields.id, id), eq(contactFields.userId, userId), eq(contactFields.isDeleted, true)))
  return row ?? null
}

/** The next contacts with a value of a deleted field, by id. */
export async function listWithValue(
  db: Db,
  userId: string,
  { key, after, limit }: { key: string; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(
      and(
        eq(contacts.userId, userId),
        sql`${contacts.custom} ? ${key}`,
        after ? sql`${contacts.id} > ${after}::uuid` : undefined,
      ),
    )
    .orderBy(asc(contacts.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Removes the values of a deleted field from these contacts. */
export async function removeValues(db: Db, userId: string, key: string, ids: string[]): Promise<void> {
  const among = and(isAmong(contacts.id, ids), eq(contacts.userId, userId))
  await db.transaction(async (tx) => {
    // In the order of ids, as everywhere: an update alone could deadlock with an import.
    await lockContactsWhere(tx, among)
    await tx
      .update(contacts)
      .set({ custom: sql`${contacts.custom} - ${key}::text` })
      .where(among)
  })
}

/** The last step: the row of a deleted field goes, and its key is free again. */
export const forgetField = (db: Db, userId: string, id: string) =>
  db
    .delete(contactFields)
    .where(and(eq(contactFields.id, id), eq(contactFields.userId, userId), eq(contactFields.isDeleted, true)))

/**
 * Checks the values of a call by the types of the fields. Present values are no change, so they need not fit.
 * @param before the present values @param createFields whether an unknown key becomes a text field, instead of being refused
 * @throws AppError INVALID for an unknown key and for a value that does not fit
 */
export async function checkValues(
  db: Db,
  userId: string,
  all: FieldChange = {},
  { createFields = false, before = {} as FieldChange } = {},
): Promise<FieldChange> {
  const given = Object.fromEntries(Object.entries(all).filter(([key, value]) => value !== before[key]))
  if (Object.keys(given).length === 0) return {}
  let fields = await fieldsByKey(db, userId)
  // Removing what is not there needs no field.
  const unknown = Object.keys(given).filter((key) => !fields.has(key) && given[key] !== null)
  if (unknown.length > 0) {
    if (!createFields) refuseUnknown(unknown[0]!, [...fields.keys()])
    for (const key of unknown) {
      const problem =
        key === toFieldKey(key) ? refuseKey(key) : `Write the key in small letters: ${toFieldKey(key)}`
      if (problem) invalid(problem, `custom.${key}`)
    }
    await addFields(
      db,
      userId,
      unknown.map((key) => ({ key, name: key, type: 'text' })),
    )
    fields = await fieldsByKey(db, userId)
    const gone = unknown.find((key) => !fields.has(key))
    if (gone)
      throw new AppError('CONFLICT', `The field ${gone} is being deleted. Try again in a minute.`, {
        field: `custom.${gone}`,
      })
  }
  return readValues(fields, given)
}

/** Values of known fields, by the types of the fields. @throws AppError INVALID for a value that does not fit */
function readValues(fields: ReadonlyMap<string, OwnField>, given: FieldChange): FieldChange {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const field = fields.get(key)
      if (value === null || !field) return [key, null]
      const read = readValue(field, value)
      return 'problem' in read
        ? invalid(`${field.name}: ${read.problem}`, `custom.${key}`)
        : [key, read.value]
    }),
  )
}

/** Reads the values of many contacts: the fields are asked for once. @throws AppError INVALID as checkValues */
export async function valueReader(db: Db, userId: string): Promise<(given: FieldChange) => FieldChange> {
  const fields = await fieldsByKey(db, userId)
  return (given) => {
    const unknown = Object.keys(given).find((key) => !fields.has(key))
    if (unknown !== undefined) refuseUnknown(unknown, [...fields.keys()])
    return readValues(fields, given)
  }
}

const fieldsByKey = async (db: Db, userId: string) =>
  new Map((await listOwnFields(db, userId)).map((field) => [field.key, field]))

function refuseUnknown(key: string, known: string[]): never {
  if (STANDARD_VARIABLES.includes(key))
    invalid(`${key} is a field of every contact, not one of your own`, `custom.${key}`)
  const meant = nearestName(key, known)
  return invalid(
    `There is no field ${key}${meant ? `: did you mean ${meant}?` : '. Make it under Settings, or send createFields=true.'}`,
    `custom.${key}`,
  )
}
