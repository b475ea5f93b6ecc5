import { and, eq, sql } from 'drizzle-orm'
import { contacts, personaContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { enrollContacts, lockContactsAgainstDeletion } from '~/models/enrollments/enrollment.server'
import { addToPersona, membersAmong, requireStatic } from '~/models/personas/contacts.server'
import { lockContactsWhere, lockEnrollmentsOf, lockLists, lockSequence } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { Secrets } from '~/secrets.server'
import { MAX_TAGS } from '../contact'
import { BLACKLIST, deleteContacts } from '../contact.server'
import type { FieldValue } from '../own-fields/value'
import { stopAddresses } from '../stops.server'
import { addReasons, type BulkChange, type Reasons } from './bulk'
import { checkFieldValue, setField } from './set-field.server'

/** What a change did to one part of the contacts. `changed` and the reasons add up to the contacts of the part. */
export interface PartResult {
  changed: number
  reasons: Reasons
  /** What the contacts had before, by id; null if it cannot be undone. */
  undo: Record<string, unknown> | null
}

type Part<Action extends BulkChange['action']> = {
  tx: Db
  userId: string
  change: Extract<BulkChange, { action: Action }>
  ids: string[]
  now: Date
  secrets: Secrets
}

/** Applies a change to a part of the contacts, in the caller's transaction. Contacts that were deleted since are left out. */
export function applyPart(
  tx: Db,
  userId: string,
  change: Exclude<BulkChange, { action: 'export' }>,
  ids: string[],
  now: Date,
  secrets: Secrets,
): Promise<PartResult> {
  const part = { tx, userId, ids, now, secrets }
  switch (change.action) {
    case 'addToList':
      return addToList({ ...part, change })
    case 'removeFromList':
      return removeFromList({ ...part, change })
    case 'tag':
    case 'untag':
      return changeTags({ ...part, change })
    case 'setField':
      return setValue({ ...part, change })
    case 'enroll':
      return enroll({ ...part, change })
    case 'suppress':
      return suppress({ ...part, change })
    case 'delete':
      return remove({ ...part, change })
  }
}

/** The reasons without those of no contact. */
const counted = (reasons: Reasons): Reasons =>
  Object.fromEntries(Object.entries(reasons).filter(([, n]) => n > 0))

async function addToList({ tx, userId, change, ids, now, secrets }: Part<'addToList'>): Promise<PartResult> {
  await lockLists(tx, [change.personaId])
  const there = await lockContactsAgainstDeletion(tx, userId, ids)
  const members = await membersAmong(tx, change.personaId, there)
  const joining = there.filter((id) => !members.has(id))
  await addToPersona(tx, userId, { personaId: change.personaId, contactIds: joining }, now, secrets)
  return {
    changed: joining.length,
    reasons: counted({ already: members.size, gone: ids.length - there.length }),
    undo: Object.fromEntries(joining.map((id) => [id, true])),
  }
}

async function removeFromList({ tx, userId, change, ids }: Part<'removeFromList'>): Promise<PartResult> {
  await requireStatic(tx, userId, [change.personaId])
  const there = await lockContactsAgainstDeletion(tx, userId, ids)
  const removed = await tx
    .delete(personaContacts)
    .where(and(eq(personaContacts.personaId, change.personaId), isAmong(personaContacts.contactId, there)))
    .returning({ id: personaContacts.contactId })
  return {
    changed: removed.length,
    reasons: counted({ already: there.length - removed.length, gone: ids.length - there.length }),
    undo: Object.fromEntries(removed.map(({ id }) => [id, true])),
  }
}

/** Adds or removes tags. A contact that would have too many keeps its own. */
export async function changeTags({
  tx,
  userId,
  change,
  ids,
}: Pick<Part<'tag' | 'untag'>, 'tx' | 'userId' | 'change' | 'ids'>): Promise<PartResult> {
  const among = and(isAmong(contacts.id, ids), eq(contacts.userId, userId))
  const rows = await tx
    .select({ id: contacts.id, tags: contacts.tags, hardBounced: contacts.hardBounced })
    .from(contacts)
    .where(among)
    .orderBy(contacts.id)
    .for('no key update')
  const reasons = { already: 0, gone: ids.length - rows.length, fullTags: 0, hardBounced: 0 }
  const undo: Record<string, string[]> = {}
  for (const { id, tags, hardBounced } of rows) {
    const wanted = change.tags.filter((tag) => tags.includes(tag) === (change.action === 'untag'))
    if (wanted.length === 0) reasons.already++
    else if (change.action === 'tag' && tags.length + wanted.length > MAX_TAGS) reasons.fullTags++
    else if (change.action === 'untag' && hardBounced && wanted.includes(BLACKLIST)) reasons.hardBounced++
    else undo[id] = wanted
  }
  await writeTags(tx, userId, change.action, change.tags, Object.keys(undo))
  return { changed: Object.keys(undo).length, reasons: counted(reasons), undo }
}

/** Adds tags that contacts lack, or removes those that they have. The order of the others stays. */
async function writeTags(
  tx: Db,
  userId: string,
  action: 'tag' | 'untag',
  tags: readonly string[],
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const given = sql`${sql.param(tags)}::text[]`
  const kept = sql`array(select t from unnest(${contacts.tags}) with ordinality as o (t, n) where t <> all(${given}) order by n)`
  const added = sql`${contacts.tags} || array(select t from unnest(${given}) with ordinality as o (t, n)
    where t <> all(${contacts.tags}) order by n)`
  await tx
    .update(contacts)
    .set({ tags: action === 'tag' ? added : kept })
    .where(and(isAmong(contacts.id, ids), eq(contacts.userId, userId)))
}

async function setValue({ tx, userId, change, ids, now }: Part<'setField'>): Promise<PartResult> {
  // The field may have been deleted since, or lost an option.
  const { key, value } = await checkFieldValue(tx, userId, change)
  await lockEnrollmentsOf(tx, ids)
  let present = 0
  const before = await setField(
    tx,
    userId,
    key,
    ids,
    () => {
      present++
      return value
    },
    now,
  )
  const changed = Object.keys(before).length
  return {
    changed,
    reasons: counted({ already: present - changed, gone: ids.length - present }),
    undo: before,
  }
}

async function enroll({ tx, userId, change, ids, now, secrets }: Part<'enroll'>): Promise<PartResult> {
  await lockSequence(tx, userId, change.sequenceId)
  const there = await lockContactsAgainstDeletion(tx, userId, ids)
  const result = await enrollContacts(tx, userId, change.sequenceId, there, now, secrets)
  return {
    changed: result.enrolled,
    reasons: counted({
      already: result.already,
      gone: ids.length - there.length,
      overLimit: result.overLimit,
      ...result.reasons,
    }),
    undo: null,
  }
}

async function suppress({ tx, userId, ids, now, secrets }: Part<'suppress' | 'delete'>): Promise<PartResult> {
  await lockEnrollmentsOf(tx, ids)
  const among = and(isAmong(contacts.id, ids), eq(contacts.userId, userId))
  await lockContactsWhere(tx, among)
  const rows = await tx
    .select({ email: contacts.email, suppressed: contacts.suppressed })
    .from(contacts)
    .where(among)
  const fresh = rows.filter(({ suppressed }) => !suppressed)
  const stops = fresh.map(({ email }) => ({ email, kind: 'doNotContact' as const }))
  await stopAddresses(tx, userId, stops, now, secrets)
  return {
    changed: fresh.length,
    reasons: counted({ already: rows.length - fresh.length, gone: ids.length - rows.length }),
    undo: null,
  }
}

async function remove({ tx, userId, ids, now, secrets }: Part<'suppress' | 'delete'>): Promise<PartResult> {
  const deleted = await deleteContacts(tx, userId, ids, now, secrets)
  return { changed: deleted, reasons: counted({ gone: ids.length - deleted }), undo: null }
}

/**
 * Takes back what a change did to a part of the contacts. What was changed since then stays.
 * @param undo of `applyPart`
 */
export async function undoPart(
  tx: Db,
  userId: string,
  change: BulkChange,
  undo: Record<string, unknown>,
  now: Date,
  secrets: Secrets,
): Promise<PartResult> {
  const ids = Object.keys(undo)
  const part = { tx, userId, ids, now, secrets }
  switch (change.action) {
    case 'addToList':
      return {
        ...(await removeFromList({ ...part, change: { ...change, action: 'removeFromList' } })),
        undo: null,
      }
    case 'removeFromList':
      return { ...(await addToList({ ...part, change: { ...change, action: 'addToList' } })), undo: null }
    case 'tag':
    case 'untag':
      return undoTags({ ...part, change }, undo as Record<string, string[]>)
    case 'setField':
      return undoValue({ ...part, change }, undo as Record<string, FieldValue | null>)
    default:
      return notFound('This change cannot be undone')
  }
}

async function undoTags(
  { tx, userId, change, ids }: Part<'tag' | 'untag'>,
  undo: Record<string, string[]>,
): Promise<PartResult> {
  const result: PartResult = { changed: 0, reasons: {}, undo: null }
  // Contacts that had the same of the tags are changed together: mostly that is all of them.
  const bySame = new Map<string, string[]>()
  for (const id of ids) {
    const tags = JSON.stringify(undo[id])
    bySame.set(tags, [...(bySame.get(tags) ?? []), id])
  }
  for (const [tags, same] of bySame) {
    const action = change.action === 'tag' ? ('untag' as const) : ('tag' as const)
    const reverse = { action, tags: JSON.parse(tags) as string[] }
    const { changed, reasons } = await changeTags({ tx, userId, change: reverse, ids: same })
    result.changed += changed
    result.reasons = addReasons(result.reasons, reasons)
  }
  return result
}

async function undoValue(
  { tx, userId, change, ids, now }: Part<'setField'>,
  undo: Record<string, FieldValue | null>,
): Promise<PartResult> {
  await lockEnrollmentsOf(tx, ids)
  let present = 0
  const newValue = (id: string, value: FieldValue | null) => {
    present++
    return value === change.value ? undo[id]! : undefined
  }
  const changed = Object.keys(await setField(tx, userId, change.key, ids, newValue, now)).length
  return {
    changed,
    reasons: counted({ changedSince: present - changed, gone: ids.length - present }),
    undo: null,
  }
}
