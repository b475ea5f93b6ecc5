import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { contacts, decisions, suppressions } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onStop } from '~/engine/events'
import { notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import type { PageQuery, Total } from '~/models/shared/fields'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import { afterCursor, countUpTo, newestFirst, pageOf } from '~/models/shared/page.server'
import type { Listed, NewStop } from '~/models/suppressions/do-not-contact'
import type { Secrets } from '~/secrets.server'

/** An entry of the user's Do not contact list: an address or a domain. */
export interface ListedStop {
  id: string
  address: string | null
  domain: string | null
  /** Why, in the user's own words. */
  note: string | null
  createdAt: Date
}

const isListed = or(isNotNull(suppressions.address), isNotNull(suppressions.domain))
const columns = {
  id: suppressions.id,
  address: suppressions.address,
  domain: suppressions.domain,
  note: suppressions.note,
  createdAt: suppressions.createdAt,
}

/** One page of the Do not contact list, newest first, and the cursor of the next page. */
export async function listStops(db: Db, userId: string, page: PageQuery) {
  const found: ListedStop[] = await db
    .select(columns)
    .from(suppressions)
    .where(and(eq(suppressions.userId, userId), isListed, afterCursor(suppressions, page.cursor)))
    .orderBy(...newestFirst(suppressions))
    .limit(page.limit + 1)
  return pageOf(found, page.limit)
}

/** One entry, and the contact with its address, if any. @throws AppError NOT_FOUND */
export async function getStop(
  db: Db,
  userId: string,
  id: string,
): Promise<ListedStop & { contactId: string | null }> {
  const [row] = await db
    .select(columns)
    .from(suppressions)
    .where(and(eq(suppressions.id, id), eq(suppressions.userId, userId), isListed))
  if (!row) notFound('Not on the list')
  if (row.address === null) return { ...row, contactId: null }
  const [contact] = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), sql`lower(${contacts.email}) = ${row.address}`))
  return { ...row, contactId: contact?.id ?? null }
}

/**
 * Adds addresses and domains to the Do not contact list. No email to them starts from the commit on. Contacts with these addresses
 * are suppressed right away, and a job ends the enrollments. Idempotent; a note replaces an older one. @returns the number of new entries
 */
export async function addStops(
  db: Db,
  userId: string,
  { addresses, domains, note = null }: Listed & { note?: string | null },
  now: Date,
  secrets: Secrets,
): Promise<{ added: number }> {
  return db.transaction(async (tx) => {
    const hashed = addresses.map((address) => ({ address, hash: secrets.addressHash(userId, address) }))
    const known = await tx.execute<{ id: string }>(sql`
      select c.id from contacts c where c.user_id = ${userId}::uuid
        and lower(c.email) = any(array(select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb)))
      order by c.id`)
    const ids = known.map((row) => row.id)
    await lockEnrollmentsOf(tx, ids)
    const before = await countListed(tx, userId)
    await tx.execute(sql`
      insert into suppressions (user_id, address_hash, address, reason, note)
      select ${userId}::uuid, v.hash, v.address, 'suppressed', ${note}::text
      from jsonb_to_recordset(${JSON.stringify(hashed)}::jsonb) as v(hash text, address text) order by v.hash
      on conflict (user_id, address_hash, reason) do update
        set address = excluded.address, note = coalesce(excluded.note, suppressions.note)
        where suppressions.address is null or excluded.note is not null`)
    await tx.execute(sql`
      insert into suppressions (user_id, domain, reason, note)
      select ${userId}::uuid, v.domain, 'domain', ${note}::text
      from jsonb_array_elements_text(${JSON.stringify(domains)}::jsonb) as v(domain) order by v.domain
      on conflict (user_id, domain) do update set note = excluded.note where excluded.note is not null`)
    if (ids.length > 0) {
      const stopped = await tx
        .update(contacts)
        .set({ suppressed: true })
        .where(and(inArray(contacts.id, ids), eq(contacts.userId, userId), eq(contacts.suppressed, false)))
        .returning({ id: contacts.id })
      if (stopped.length > 0) {
        await tx.insert(decisions).values(
          stopped.map(({ id }) => ({
            userId,
            contactId: id,
            type: 'stopped',
            rule: 'listed_do_not_contact',
            inputs: {},
            at: now,
          })),
        )
      }
    }
    await enqueue(tx, 'stop-listed', { userId })
    return { added: (await countListed(tx, userId)) - before }
  })
}

/** What an entry is. */
export const kindOf = ({ addresses }: Pick<Listed, 'addresses'>) =>
  addresses.length > 0 ? ('address' as const) : ('domain' as const)

/** An entry as `/api` shows it. */
export const stopShown = ({ id, address, domain, note, createdAt }: ListedStop) => ({
  id,
  value: address ?? domain ?? '',
  kind: kindOf({ addresses: address === null ? [] : [address] }),
  reason: note,
  createdAt,
})

/** Adds one address or domain, as `addStops` does. @returns its entry, also if it was on the list before */
export async function addStop(
  db: Db,
  userId: string,
  { value, reason }: NewStop,
  now: Date,
  secrets: Secrets,
) {
  await addStops(db, userId, { ...value, note: reason }, now, secrets)
  const { address, domain } = suppressions
  const [listedAddress, listedDomain] = [value.addresses[0], value.domains[0]]
  const [row] = await db
    .select(columns)
    .from(suppressions)
    .where(
      and(
        eq(suppressions.userId, userId),
        listedAddress === undefined ? eq(domain, listedDomain!) : eq(address, listedAddress),
      ),
    )
  return stopShown(row ?? notFound('Not on the list'))
}

/** How many entries the list has. */
export const countStops = (db: Db, userId: string): Promise<Total> =>
  countUpTo(
    db,
    db
      .select({ id: suppressions.id })
      .from(suppressions)
      .where(and(eq(suppressions.userId, userId), isListed)),
  )

async function countListed(tx: Db, userId: string): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(suppressions)
    .where(and(eq(suppressions.userId, userId), isListed))
  return row!.n
}

/**
 * Removes an entry at the user's request, and records that. A contact that the entry suppressed stays suppressed until the button
 * on its screen clears it. @throws AppError NOT_FOUND
 */
export async function removeStop(db: Db, userId: string, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { contactId, domain } = await getStop(tx, userId, id)
    await tx.delete(suppressions).where(and(eq(suppressions.id, id), eq(suppressions.userId, userId)))
    await tx.insert(decisions).values({
      userId,
      contactId,
      type: 'lifted',
      rule: 'taken_off_do_not_contact',
      // Never store an address here: it would survive the contact's erasure.
      inputs: domain === null ? {} : { domain },
      at: now,
    })
  })
}

/** Enrollments ended in one transaction. */
const BATCH = 200

/**
 * Ends one batch of enrollments whose contact or domain is suppressed, and cancels their pending sends.
 * @param after the last enrollment of the previous batch @returns the last one of this batch; null when done
 */
export async function stopListed(
  db: Db,
  userId: string,
  after: string | null,
  now: Date,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const rows = await tx.execute<{ id: string; suppressed: boolean }>(sql`
      select sc.id, c.suppressed from sequence_contacts sc join contacts c on c.id = sc.contact_id
      where sc.user_id = ${userId}::uuid and sc.status = 'active' and c.user_id = ${userId}::uuid
        and (c.suppressed or split_part(lower(c.email), '@', -1) in (
          select domain from suppressions where user_id = ${userId}::uuid and domain is not null))
        ${after ? sql`and sc.id > ${after}::uuid` : sql``}
      order by sc.id limit ${BATCH} for update of sc`)
    const suppressed = new Set(rows.filter((row) => row.suppressed).map((row) => row.id))
    const ids = rows.map((row) => row.id)
    if (ids.length === 0) return null
    await applyToEnrollments(
      tx,
      sql`sequence_contacts.id = any(${sql.param(ids)}::uuid[])`,
      (snapshot) =>
        onStop(snapshot, suppressed.has(snapshot.enrollment.id) ? 'suppressed' : 'domain_suppressed'),
      now,
    )
    return ids.at(-1)!
  })
}
