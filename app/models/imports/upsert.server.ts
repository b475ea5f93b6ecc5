import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { isAppError } from '~/errors'
import { changedCustom, changedTags, MAX_TAGS } from '~/models/contacts/contact'
import { requirePersona } from '~/models/contacts/contact.server'
import { followChanges } from '~/models/contacts/dynamic-lists/dynamic-lists.server'
import { byField, OPTIONAL_FIELDS } from '~/models/contacts/fields'
import { valueReader } from '~/models/contacts/own-fields/own-fields.server'
import { stopAddresses } from '~/models/contacts/stops.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { lockContactsWhere, lockLists } from '~/models/shared/locks.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import { nearestName } from '~/models/shared/spelling'
import { inheritSuppressions } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'
import { updateExisting } from './existing.server'
import { findContacts, insertContacts, type StoredRow } from './store.server'
import { type Upsert, UpsertContact, type UpsertResult } from './upsert'

/** A valid contact of the call. */
interface Given {
  index: number
  /** Its address in lower case. */
  key: string
  row: StoredRow
  contact: UpsertContact
}

/**
 * Creates the contacts of a call whose address is new, and changes the others: `fill` fills their empty fields, `overwrite` replaces them. Empty
 * values change nothing, tags are added, and stops are set, never lifted. With a list, all of them join it.
 * @returns a result for each, in their order
 * @throws AppError NOT_FOUND for an unknown list
 */
export function upsertContacts(
  db: Db,
  userId: string,
  { contacts: all, mode, personaId }: Upsert,
  now: Date,
  secrets: Secrets,
): Promise<UpsertResult[]> {
  return db.transaction(async (tx) => {
    const list = personaId ? await requirePersona(tx, userId, personaId) : null
    if (personaId) await lockLists(tx, [personaId])
    const { read, results } = await readAll(tx, userId, all)
    const full = await withFullTags(tx, userId, read)
    const valid = read.filter(({ key }) => !full.has(key))
    for (const { index, key } of read) if (full.has(key)) results[index] = refused(index, FULL_TAGS)
    await stopAddresses(tx, userId, stopsOf(valid), now, secrets)
    const rows = valid.map(({ row }) => row)
    const added = await insertContacts(tx, userId, null, list?.industry ?? null, rows)
    const ids = new Map(added.map(({ id, email }) => [email.toLowerCase(), id]))
    await inheritSuppressions(tx, userId, added, secrets)
    const older = await findContacts(
      tx,
      userId,
      valid.map(({ key }) => key).filter((key) => !ids.has(key)),
    )
    const rowOf = new Map(valid.map(({ key, row }) => [key, row]))
    const existing = older.map(({ id, email }) => ({ id, row: rowOf.get(email)!, mode, isOwn: false }))
    const changed = new Set(await updateExisting(tx, userId, existing, now))
    const isNew = new Set(added.map(({ id }) => id))
    for (const { id, email } of older) ids.set(email, id)
    for (const id of await writeOthers(tx, valid, ids, mode)) changed.add(id)
    for (const { index, key } of valid) {
      const id = ids.get(key)
      results[index] = id
        ? {
            index,
            id,
            outcome: isNew.has(id) ? 'created' : changed.has(id) ? 'updated' : 'unchanged',
            message: null,
          }
        : refused(index, 'Another contact has this Apollo ID')
    }
    if (personaId) await addToPersona(tx, userId, { personaId, contactIds: [...ids.values()] }, now, secrets)
    await followChanges(tx, userId)
    return results
  })
}

const refused = (index: number, message: string): UpsertResult => ({
  ...{ index, id: null, outcome: 'invalid' },
  message,
})

const KNOWN = Object.keys(UpsertContact.shape)

/** Checks the contacts of a call. An address that stands in it twice is valid once. */
async function readAll(tx: Db, userId: string, all: Upsert['contacts']) {
  const readOwn = await valueReader(tx, userId)
  const read: Given[] = []
  const results: UpsertResult[] = []
  const first = new Map<string, number>()
  for (const [index, given] of all.entries()) {
    const one = readOne(given, readOwn)
    const key = 'contact' in one ? one.contact.email.toLowerCase() : ''
    const earlier = first.get(key)
    if ('message' in one) results[index] = refused(index, one.message)
    else if (earlier !== undefined) results[index] = refused(index, `The same address as contact ${earlier}`)
    else {
      first.set(key, index)
      read.push({ index, key, ...one })
    }
  }
  return { read, results }
}

function readOne(
  given: Record<string, unknown>,
  readOwn: Awaited<ReturnType<typeof valueReader>>,
): Pick<Given, 'row' | 'contact'> | { message: string } {
  const unknown = Object.keys(given).find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) {
    const meant = nearestName(unknown, KNOWN)
    return { message: `Unknown field: ${unknown.slice(0, 100)}${meant ? `. Did you mean ${meant}?` : ''}` }
  }
  const read = UpsertContact.safeParse(given)
  if (!read.success) {
    const { path, message } = read.error.issues[0]!
    return { message: path.length > 0 ? `${path.join('.')}: ${message}` : message }
  }
  const { data: contact } = read
  try {
    return {
      contact,
      row: {
        email: contact.email,
        ...byField(OPTIONAL_FIELDS, (name) => contact[name] || null),
        custom: changedCustom({}, readOwn(contact.custom ?? {})),
      },
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { message: error.message }
  }
}

const FULL_TAGS = `tags: At most ${MAX_TAGS} tags, with those that the contact has`

/** The addresses of contacts that would have too many tags. */
async function withFullTags(tx: Db, userId: string, given: Given[]): Promise<Set<string>> {
  const tagged = given.filter(({ contact }) => contact.tags?.length)
  if (tagged.length === 0) return new Set()
  const rows = await tx.execute<{ key: string; tags: string[] }>(sql`
    select lower(email) as key, tags from contacts
    where user_id = ${userId}::uuid and lower(email) = any(${sql.param(tagged.map(({ key }) => key))}::text[])`)
  const present = new Map(rows.map(({ key, tags }) => [key, tags]))
  const isFull = ({ key, contact }: Given) =>
    new Set([...(present.get(key) ?? []), ...contact.tags!]).size > MAX_TAGS
  return new Set(tagged.filter(isFull).map(({ key }) => key))
}

const stopsOf = (valid: Given[]) =>
  valid.flatMap(({ contact: { email, suppressed, unsubscribed } }) => [
    ...(suppressed ? [{ email, kind: 'doNotContact' as const }] : []),
    ...(unsubscribed ? [{ email, kind: 'unsubscribed' as const }] : []),
  ])

/** Writes tags and organizations, which files do not have. @returns the contacts that it changed */
async function writeOthers(
  tx: Db,
  valid: Given[],
  ids: ReadonlyMap<string, string>,
  mode: Upsert['mode'],
): Promise<string[]> {
  const wanted = valid.flatMap(({ key, contact: { tags, organization } }) => {
    const id = ids.get(key)
    return id && (tags?.length || organization) ? [{ id, tags: tags ?? [], organization }] : []
  })
  if (wanted.length === 0) return []
  const among = sql`contacts.id = any(${sql.param(wanted.map(({ id }) => id))}::uuid[])`
  await lockContactsWhere(tx, among)
  const present = await tx.execute<{ id: string; tags: string[]; organization: unknown }>(
    sql`select id, tags, organization from contacts where ${among}`,
  )
  const before = new Map(present.map((row) => [row.id, row]))
  const changes = wanted.flatMap(({ id, tags, organization }) => {
    const old = before.get(id)!
    const newTags = changedTags(old.tags, { addTags: tags })
    const isTaken = organization && (mode === 'overwrite' || !old.organization)
    const newOrganization = isTaken ? organization : old.organization
    const isSame =
      newTags.length === old.tags.length &&
      JSON.stringify(newOrganization) === JSON.stringify(old.organization)
    return isSame ? [] : [{ id, tags: newTags, organization: newOrganization }]
  })
  if (changes.length === 0) return []
  await tx.execute(sql`
    update contacts c set tags = array(select jsonb_array_elements_text(r.tags)), organization = r.organization
    from ${rowArrays('r', { id: 'uuid', tags: 'jsonb', organization: 'jsonb' }, changes)} where c.id = r.id`)
  return changes.map(({ id }) => id)
}
