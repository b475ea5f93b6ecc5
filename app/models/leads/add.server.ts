import { and, eq, inArray, sql } from 'drizzle-orm'
import { contacts, personas } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { columnList, columnsOf, FIELD_TYPES } from '~/models/contacts/columns.server'
import { NewContact } from '~/models/contacts/contact'
import { addToPersona } from '~/models/personas/contacts.server'
import { lockLists } from '~/models/shared/locks.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import { inheritSuppressions } from '~/models/suppressions/suppression.server'
import type { LeadPerson } from '~/providers/leads/types'
import type { Secrets } from '~/secrets.server'

/** The ids, of the vendor, of those leads that are contacts of the user already. */
export async function knownLeadIds(db: Db, userId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ apolloId: contacts.apolloId })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), inArray(contacts.apolloId, [...new Set(ids)])))
  return new Set(rows.map((row) => row.apolloId!))
}

export interface AddPeople {
  personaIds: string[]
  people: LeadPerson[]
  /** What adds them, so that it can be undone. */
  importBatchId?: string
}

/**
 * Creates contacts for leads, adds them to all lists, and enrolls them in the sequences linked to these lists. Leads that are
 * contacts already, by id or address, only join the lists; they count as skipped, like leads without an address.
 * Call it within a transaction. @throws AppError NOT_FOUND if the user does not own a list
 */
export async function addPeople(
  tx: Db,
  userId: string,
  { personaIds, people, importBatchId }: AddPeople,
  now: Date,
  secrets: Secrets,
): Promise<{ added: number; skipped: number }> {
  const wanted = new Map<string, LeadPerson & { email: string }>()
  for (const person of people) {
    const email = person.email?.trim() ?? ''
    if (!NewContact.shape.email.safeParse(email).success) continue
    if (!wanted.has(email.toLowerCase())) wanted.set(email.toLowerCase(), { ...person, email })
  }
  if (wanted.size === 0) return { added: 0, skipped: people.length }
  const rows = [...wanted.values()]
  await lockLists(tx, personaIds)
  const added = await insertPeople(tx, userId, { personaIds, importBatchId }, rows)
  await inheritSuppressions(tx, userId, added, secrets)
  const known = await findPeople(tx, userId, rows)
  await saveVendorIds(tx, userId, rows, new Set(added.map(({ id }) => id)))
  await joinLists(tx, userId, { personaIds, importBatchId }, known, now, secrets)
  return { added: added.length, skipped: people.length - added.length }
}

/** Adds existing contacts to lists by the vendor's ids, without a call to the vendor. @returns how many exist */
export async function linkKnownPeople(
  tx: Db,
  userId: string,
  { personaIds, ids }: { personaIds: string[]; ids: string[] },
  now: Date,
  secrets: Secrets,
): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), inArray(contacts.apolloId, [...new Set(ids)])))
  await joinLists(
    tx,
    userId,
    { personaIds },
    rows.map((row) => row.id),
    now,
    secrets,
  )
  return rows.length
}

/** Inserts leads whose address and id are new. In the order of addresses, like every import, to avoid deadlocks. */
function insertPeople(
  tx: Db,
  userId: string,
  { personaIds, importBatchId }: { personaIds: string[]; importBatchId: string | undefined },
  people: (LeadPerson & { email: string })[],
) {
  const types = { ...FIELD_TYPES, organization: 'jsonb', employment_history: 'jsonb' } as const
  const rows = people.map(({ id, organization, employmentHistory, ...person }) => ({
    ...columnsOf({ ...person, apolloId: id || null }),
    organization,
    employment_history: employmentHistory,
  }))
  return tx.execute<{ id: string; email: string }>(sql`
    insert into contacts (user_id, ${columnList()}, organization, employment_history, industry, metadata, import_batch_id)
    select ${userId}::uuid, ${columnList('r')}, r.organization, r.employment_history,
           coalesce(organization_industry(r.organization), (select industry from ${personas} where id = ${personaIds[0] ?? null}::uuid and user_id = ${userId}::uuid)),
           '{"source": "apollo"}'::jsonb, ${importBatchId ?? null}::uuid
    from ${rowArrays('r', types, rows)}
    order by lower(r.email)
    on conflict do nothing
    returning id, email`)
}

/** Finds the contacts of these leads by address or id. */
async function findPeople(
  tx: Db,
  userId: string,
  people: { id: string; email: string }[],
): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from contacts where user_id = ${userId}::uuid
      and lower(email) = any(array(select jsonb_array_elements_text(${JSON.stringify(people.map((p) => p.email.toLowerCase()))}::jsonb)))
    union
    select id from contacts where user_id = ${userId}::uuid
      and apollo_id = any(array(select jsonb_array_elements_text(${JSON.stringify(people.map((p) => p.id))}::jsonb)))`)
  return rows.map((row) => row.id)
}

/** Stores the vendor's ids on contacts that were found by address, so that they are never paid for. */
async function saveVendorIds(
  tx: Db,
  userId: string,
  people: { id: string; email: string }[],
  added: Set<string>,
): Promise<void> {
  if (added.size === people.length) return
  const rows = people.filter(({ id }) => id).map(({ id, email }) => ({ id, email: email.toLowerCase() }))
  await tx.execute(sql`
    update contacts c set apollo_id = r.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, email text)
    where c.user_id = ${userId}::uuid and lower(c.email) = r.email and c.apollo_id is null
      and not exists (select from contacts o where o.user_id = ${userId}::uuid and o.apollo_id = r.id)`)
}

async function joinLists(
  tx: Db,
  userId: string,
  { personaIds, importBatchId }: { personaIds: string[]; importBatchId?: string | undefined },
  contactIds: string[],
  now: Date,
  secrets: Secrets,
): Promise<void> {
  const lists = [...new Set(personaIds)].sort()
  await lockLists(tx, lists)
  for (const personaId of lists)
    await addToPersona(tx, userId, { personaId, contactIds, importBatchId, isByJob: true }, now, secrets)
}
