import { and, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { contactChanges, contacts, personaContacts, personas, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, invalid, isAppError } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { addToPersona } from '~/models/personas/contacts.server'
import type { NewPersona, Persona, PersonaChange } from '~/models/personas/persona'
import { createPersona, getPersona, updatePersona } from '~/models/personas/persona.server'
import { lockFilling, lockLists } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { Secrets } from '~/secrets.server'
import { type Condition, checkFilter, type Filter, isGroup } from '../filter/filter'
import { type FilterTime, filterCondition, nextChange } from '../filter/filter.server'
import { listOwnFields } from '../own-fields/own-fields.server'
import { fieldsOf } from './filter-fields'

/** A time in the past: the next run compares all contacts. */
const AT_ONCE = new Date('2000-01-01T00:00:00Z')

/** Creates an email list. With a filter it is dynamic, and a job fills it. @throws AppError INVALID for a filter that does not fit */
export function createList(db: Db, userId: string, { filter, ...input }: NewPersona): Promise<Persona> {
  return db.transaction(async (tx) => {
    const kept = await keptFilter(tx, userId, filter ?? null)
    const list = await createPersona(tx, userId, { ...input, ...kept })
    if (kept.filter) await enqueue(tx, 'fill-lists', { userId })
    return list
  })
}

/**
 * Changes an email list. A new filter makes it dynamic; null makes it one that keeps the members that it has.
 * @throws AppError NOT_FOUND; INVALID for a filter that does not fit; CONFLICT if something adds contacts to it, which a dynamic list refuses
 */
export function updateList(
  db: Db,
  userId: string,
  id: string,
  { filter, ...change }: PersonaChange,
): Promise<Persona> {
  if (filter === undefined) return updatePersona(db, userId, id, change)
  return db.transaction(async (tx) => {
    const before = await getPersona(tx, userId, id)
    if (filter !== null && before.filter === null) await refuseFed(tx, userId, id)
    const kept = await keptFilter(tx, userId, filter, id)
    const list = await updatePersona(tx, userId, id, { ...change, ...kept })
    if (kept.filter) await enqueue(tx, 'fill-lists', { userId })
    return list
  })
}

/** A list that steps or workflows add to, or that a dynamic list names, cannot become dynamic. */
async function refuseFed(tx: Db, userId: string, id: string): Promise<void> {
  const [fed] = await tx.execute<{ steps: boolean; workflows: boolean; lists: boolean }>(sql`
    select exists (select from steps t where t.persona_id = ${id}::uuid and t.archived_at is null) as steps,
      exists (select from workflow_step_personas w where w.persona_id = ${id}::uuid) as workflows,
      exists (select from personas p where p.user_id = ${userId}::uuid
        and jsonb_path_exists(p.filter, '$.** ? (@.value == $id)', jsonb_build_object('id', ${id}::text))) as lists`)
  const refuse = (what: string): never => {
    throw new AppError('CONFLICT', `${what}, so this list cannot become dynamic`, { field: 'filter' })
  }
  if (fed!.steps) refuse('Steps of sequences add contacts to this list')
  if (fed!.workflows) refuse('Workflows add contacts to this list')
  if (fed!.lists) refuse('The filter of a dynamic list names this list')
}

/** What is stored of a filter. */
async function keptFilter(tx: Db, userId: string, given: PersonaChange['filter'], ownId?: string) {
  if (!given) return { filter: null, filterFields: [], nextCheckAt: null }
  const filter = checkFilter(given, await listOwnFields(tx, userId))
  await refuseCircles(tx, userId, filter, ownId)
  return { filter: given, filterFields: fieldsOf(filter), nextCheckAt: AT_ONCE }
}

const conditionsOf = (filter: Filter): Condition[] =>
  filter.parts.flatMap((part) => (isGroup(part) ? conditionsOf(part) : [part]))

/** Lists that depend on each other may never come to rest, so a dynamic list depends on plain ones only. */
async function refuseCircles(tx: Db, userId: string, filter: Filter, ownId?: string): Promise<void> {
  const named = conditionsOf(filter).filter(({ field }) => field === 'personaId')
  if (named.some(({ value }) => value === undefined))
    invalid('A dynamic list is a list itself: its filter has to name the lists that it asks for', 'filter')
  const ids = named.map(({ value }) => String(value).toLowerCase())
  if (ownId && ids.includes(ownId)) invalid('The filter of a list cannot name the list itself', 'filter')
  if (ids.length === 0) return
  const wanted = and(inArray(personas.id, ids), eq(personas.userId, userId), isNotNull(personas.filter))
  if ((await tx.$count(personas, wanted)) > 0)
    invalid('The filter of a dynamic list cannot name another dynamic list', 'filter')
}

/** The users whose dynamic lists have something to follow. @param now mail time */
export async function listUsersToFill(db: Db, now: Date): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select distinct user_id as id from contact_changes
    union select user_id from personas where next_check_at <= ${now.toISOString()}::timestamptz`)
  return rows.map(({ id }) => id)
}

/** Enqueues the job that follows a change, if a dynamic list of the user asks for what changed. Without it, the lists follow within a minute. */
export async function followChanges(tx: Db, userId: string): Promise<void> {
  const [found] = await tx
    .select({ id: contactChanges.id })
    .from(contactChanges)
    .where(eq(contactChanges.userId, userId))
    .limit(1)
  if (found) await enqueue(tx, 'fill-lists', { userId })
}

interface DynamicList {
  id: string
  filter: Filter
}

/** The user's dynamic lists. One whose filter no longer fits, because a field was deleted, keeps its members. */
async function readLists(tx: Db, userId: string, where?: SQL): Promise<DynamicList[]> {
  const rows = await tx
    .select({ id: personas.id, filter: personas.filter })
    .from(personas)
    .where(and(eq(personas.userId, userId), isNotNull(personas.filter), where))
    .orderBy(personas.id)
  const own = await listOwnFields(tx, userId)
  return rows.flatMap(({ id, filter }) => {
    try {
      return [{ id, filter: checkFilter(filter, own) }]
    } catch (error) {
      if (isAppError(error)) return []
      throw error
    }
  })
}

const timeOf = async (tx: Db, userId: string, now: Date): Promise<FilterTime> => {
  const [user] = await tx.select({ timezone: users.timezone }).from(users).where(eq(users.id, userId))
  return { now, timezone: user?.timezone ?? 'UTC' }
}

/**
 * Notes the contacts that the lists which are due have to take up or to let go, and when time alone changes that again.
 * @param now mail time
 */
export function noteDue(db: Db, userId: string, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    await lockFilling(tx, userId)
    const time = await timeOf(tx, userId, now)
    const isDue = lte(personas.nextCheckAt, now)
    await tx
      .update(personas)
      .set({ nextCheckAt: null })
      .where(and(eq(personas.userId, userId), isDue, sql`${personas.filter} is null`))
    for (const { id, filter } of await readLists(tx, userId, isDue)) {
      await tx.execute(sql`
        insert into contact_changes (user_id, contact_id)
        select contacts.user_id, contacts.id from contacts
        where contacts.user_id = ${userId}::uuid and ${filterCondition(filter, time)} <> exists (
          select from persona_contacts pc where pc.persona_id = ${id}::uuid and pc.contact_id = contacts.id)`)
      await tx
        .update(personas)
        .set({ nextCheckAt: await findNextChange(tx, userId, filter, time) })
        .where(eq(personas.id, id))
    }
    // Those that cannot be read are not due either.
    await tx
      .update(personas)
      .set({ nextCheckAt: null })
      .where(and(eq(personas.userId, userId), isDue))
  })
}

/** When time alone changes who matches, not before the next minute; null for never. @param among only these contacts */
async function findNextChange(
  tx: Db,
  userId: string,
  filter: Filter,
  time: FilterTime,
  among?: string[],
): Promise<Date | null> {
  const moments = conditionsOf(filter).flatMap((condition) => nextChange(condition, time) ?? [])
  if (moments.length === 0) return null
  const [row] = await tx.execute<{ at: string | Date | null }>(sql`
    select least(${sql.join(
      moments.map((at) => sql`min(${at})`),
      sql`, `,
    )}) as at from contacts
    where contacts.user_id = ${userId}::uuid ${among ? sql`and ${isAmong(contacts.id, among)}` : sql``}`)
  return row?.at ? new Date(Math.max(new Date(row.at).getTime(), time.now.getTime() + MINUTE_MS)) : null
}

const MINUTE_MS = 60_000
/** Contacts that one transaction compares: locks are held only briefly. */
const BATCH = 500

/**
 * Lets the dynamic lists of a user follow the next contacts that changed: those that match join, those that do not leave, in one transaction.
 * @param now mail time
 * @returns whether there may be more
 */
export function fillNext(db: Db, userId: string, now: Date, secrets: Secrets): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Two workers that look at one contact at different times must not both act on what they saw.
    await lockFilling(tx, userId)
    const taken = await tx.execute<{ id: string }>(sql`
      delete from contact_changes where id in (
        select id from contact_changes where user_id = ${userId}::uuid order by id limit ${BATCH})
      returning contact_id as id`)
    if (taken.length === 0) return false
    const ids = [...new Set(taken.map(({ id }) => id))]
    const time = await timeOf(tx, userId, now)
    const lists = await readLists(tx, userId)
    await lockLists(
      tx,
      lists.map(({ id }) => id),
    )
    for (const list of lists) await follow(tx, userId, list, ids, time, secrets)
    return true
  })
}

async function follow(
  tx: Db,
  userId: string,
  { id: personaId, filter }: DynamicList,
  ids: string[],
  time: FilterTime,
  secrets: Secrets,
): Promise<void> {
  const among = and(eq(contacts.userId, userId), isAmong(contacts.id, ids))
  const member = sql<boolean>`exists (select from persona_contacts pc where pc.persona_id = ${personaId}::uuid and pc.contact_id = contacts.id)`
  const rows = await tx
    .select({ id: contacts.id, matches: sql<boolean>`${filterCondition(filter, time)}`, member })
    .from(contacts)
    .where(among)
  const joining = rows.filter(({ matches, member }) => matches && !member).map(({ id }) => id)
  const leaving = rows.filter(({ matches, member }) => !matches && member).map(({ id }) => id)
  await addToPersona(tx, userId, { personaId, contactIds: joining, isByFilter: true }, time.now, secrets)
  if (leaving.length > 0)
    await tx
      .delete(personaContacts)
      .where(and(eq(personaContacts.personaId, personaId), isAmong(personaContacts.contactId, leaving)))
  const next = await findNextChange(tx, userId, filter, time, ids)
  if (next)
    await tx
      .update(personas)
      .set({ nextCheckAt: sql`least(${personas.nextCheckAt}, ${next.toISOString()}::timestamptz)` })
      .where(eq(personas.id, personaId))
}
