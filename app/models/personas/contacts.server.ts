import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { personaContacts, personas } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { lockLinkedSequences, lockLists } from '~/models/shared/locks.server'
import type { Secrets } from '~/secrets.server'
import { requirePersonas } from './persona.server'

export interface AddToPersona {
  personaId: string
  contactIds: string[]
  importBatchId?: string
  /** Whether the filter of a dynamic list adds them: by hand, none can be added to it. */
  isByFilter?: boolean
  /** Whether a job adds them that nothing may stop: then a list that has become dynamic stays as it is. */
  isByJob?: boolean
}

/**
 * Adds contacts to an email list, and enrolls the new ones in the started sequences that the list is linked to. Idempotent.
 * @returns how many were added
 * @throws AppError NOT_FOUND; CONFLICT for a dynamic list
 */
export async function addToPersona(
  db: Db,
  userId: string,
  input: AddToPersona,
  now: Date,
  secrets: Secrets,
): Promise<number> {
  const { personaId, importBatchId } = input
  const contactIds = [...new Set(input.contactIds)]
  if (contactIds.length === 0) return 0
  return db.transaction(async (tx) => {
    // The lock protects the list from deletion. Lock order: sequences before contacts, see lockLists.
    const [persona] = await tx
      .select({ filter: personas.filter })
      .from(personas)
      .where(and(eq(personas.id, personaId), eq(personas.userId, userId)))
      .for('key share')
    if (!persona) notFound('Email list not found')
    if (persona.filter && !input.isByFilter) {
      if (input.isByJob) return 0
      refuseDynamic()
    }
    const linked = await lockLinkedSequences(tx, [personaId])
    // One parameter for all ids, since an import adds a thousand at once. The owner is checked outside the condition: without
    // statistics, the planner would otherwise read all contacts of the user. The lock prevents a deletion before the insert.
    const wanted = sql`${sql.param(contactIds)}::uuid[]`
    const [own] = await executePrepared<{ n: number }>(
      tx,
      sql`
        select (count(*) filter (where user_id = ${userId}::uuid))::int as n
        from (select user_id from contacts where id = any(${wanted}) order by id for key share) as c`,
    )
    if (own!.n !== contactIds.length) notFound('Contact not found')
    const added = await executePrepared<{ id: string }>(
      tx,
      sql`
        insert into persona_contacts (persona_id, contact_id, import_batch_id, added_at)
        select ${personaId}::uuid, id, ${importBatchId ?? null}::uuid, ${now.toISOString()}::timestamptz
        from unnest(${wanted}) as r(id) order by id
        on conflict do nothing
        returning contact_id as id`,
    )
    const ids = added.map((row) => row.id)
    if (ids.length === 0) return 0
    // Drafts enroll when they are activated.
    const started = linked.filter(({ status }) => status !== 'draft')
    for (const { id } of started) await enrollContacts(tx, userId, id, ids, now, secrets)
    return ids.length
  })
}

/** Refuses to add contacts to a dynamic list by hand, or to remove them. */
function refuseDynamic(): never {
  throw new AppError(
    'CONFLICT',
    'This list is dynamic: the contacts that match its filter are in it. Change the filter instead.',
    { field: 'personaId' },
  )
}

/** @throws AppError NOT_FOUND; CONFLICT if one of these lists is dynamic */
export async function requireStatic(db: Db, userId: string, ids: string[]): Promise<void> {
  await requirePersonas(db, userId, ids)
  if ((await db.$count(personas, and(inArray(personas.id, ids), isNotNull(personas.filter)))) > 0)
    refuseDynamic()
}

/** Which of the contacts are in the list already. */
export async function membersAmong(db: Db, personaId: string, contactIds: string[]): Promise<Set<string>> {
  if (contactIds.length === 0) return new Set()
  const rows = await db
    .select({ id: personaContacts.contactId })
    .from(personaContacts)
    .where(and(eq(personaContacts.personaId, personaId), inArray(personaContacts.contactId, contactIds)))
  return new Set(rows.map((row) => row.id))
}

/** Removes a contact from a list. Its enrollments continue. */
export async function removeFromPersona(
  db: Db,
  userId: string,
  personaId: string,
  contactId: string,
): Promise<void> {
  const removed = await db.transaction(async (tx) => {
    await requireStatic(tx, userId, [personaId])
    return tx
      .delete(personaContacts)
      .where(
        and(
          eq(personaContacts.personaId, personaId),
          eq(personaContacts.contactId, contactId),
          sql`exists (select 1 from ${personas} p where p.id = ${personaId} and p.user_id = ${userId})`,
        ),
      )
      .returning({ contactId: personaContacts.contactId })
  })
  if (removed.length === 0) notFound('Contact not found')
}

/** Moves contacts to another list. Contacts that are already there are skipped and stay in both. */
export async function moveBetweenLists(
  db: Db,
  userId: string,
  input: { sourcePersonaId: string; destinationPersonaId: string; contactIds: string[] },
  now: Date,
  secrets: Secrets,
) {
  const { sourcePersonaId, destinationPersonaId } = input
  if (sourcePersonaId === destinationPersonaId) invalid('Cannot move to the same email list', 'personaId')
  const contactIds = [...new Set(input.contactIds)]
  return db.transaction(async (tx) => {
    await requireStatic(tx, userId, [sourcePersonaId, destinationPersonaId])
    await lockLists(tx, [destinationPersonaId])
    const members = await tx
      .select({ id: personaContacts.contactId })
      .from(personaContacts)
      .innerJoin(personas, eq(personas.id, personaContacts.personaId))
      .where(
        and(
          eq(personaContacts.personaId, sourcePersonaId),
          eq(personas.userId, userId),
          inArray(personaContacts.contactId, contactIds),
        ),
      )
    if (members.length !== contactIds.length) notFound('Contact not found')
    const there = await tx
      .select({ id: personaContacts.contactId })
      .from(personaContacts)
      .where(
        and(
          eq(personaContacts.personaId, destinationPersonaId),
          inArray(personaContacts.contactId, contactIds),
        ),
      )
    const skipped = new Set(there.map((row) => row.id))
    const moving = contactIds.filter((id) => !skipped.has(id))
    await addToPersona(tx, userId, { personaId: destinationPersonaId, contactIds: moving }, now, secrets)
    if (moving.length > 0) {
      await tx
        .delete(personaContacts)
        .where(
          and(eq(personaContacts.personaId, sourcePersonaId), inArray(personaContacts.contactId, moving)),
        )
    }
    return { movedCount: moving.length, skippedCount: skipped.size, sourcePersonaId, destinationPersonaId }
  })
}

/** Contacts moved in one transaction, so that locks are held only briefly. */
const MOVE_BATCH = 1000

/**
 * Moves all contacts of a list to another, in batches. After a crash, the same call moves the rest. Contacts that are already in the
 * other list are skipped and stay in both.
 */
export async function moveAllContacts(
  db: Db,
  userId: string,
  { sourcePersonaId, destinationPersonaId }: { sourcePersonaId: string; destinationPersonaId: string },
  now: Date,
  secrets: Secrets,
): Promise<{ movedCount: number; skippedCount: number }> {
  await requirePersonas(db, userId, [sourcePersonaId, destinationPersonaId])
  const there = sql`exists (select 1 from persona_contacts d
    where d.persona_id = ${destinationPersonaId} and d.contact_id = ${personaContacts.contactId})`
  const source = eq(personaContacts.personaId, sourcePersonaId)
  const skippedCount =
    sourcePersonaId === destinationPersonaId ? 0 : await db.$count(personaContacts, and(source, there))
  let movedCount = 0
  for (;;) {
    const batch = await db
      .select({ id: personaContacts.contactId })
      .from(personaContacts)
      .where(and(source, sourcePersonaId === destinationPersonaId ? undefined : sql`not ${there}`))
      .orderBy(personaContacts.contactId)
      .limit(MOVE_BATCH)
    if (batch.length === 0) return { movedCount, skippedCount }
    const contactIds = batch.map(({ id }) => id)
    const move = { sourcePersonaId, destinationPersonaId, contactIds }
    movedCount += (await moveBetweenLists(db, userId, move, now, secrets)).movedCount
  }
}
