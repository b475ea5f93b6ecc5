import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { contactStats, contacts, personaContacts, personas, sequenceContacts } from '#drizzle/schema'
import { type Db, violatedConstraint } from '../db.server'
import { AppError, notFound } from '../errors'
import type { Secrets } from '../secrets.server'
import { type Contact, type ContactChange, type ContactsQuery, displayName, type NewContact } from './contact'
import { lockEnrollmentsOf, replanEnrollments, stopContact } from './enrollment-events.server'
import { addToPersona } from './persona-contacts.server'
import { inheritSuppressions, rememberSuppression } from './suppression.server'

export const contactColumns = {
  id: contacts.id,
  email: contacts.email,
  name: contacts.name,
  firstName: contacts.firstName,
  lastName: contacts.lastName,
  title: contacts.title,
  organizationName: contacts.organizationName,
  city: contacts.city,
  state: contacts.state,
  country: contacts.country,
  linkedinUrl: contacts.linkedinUrl,
  headline: contacts.headline,
  apolloId: contacts.apolloId,
  organization: contacts.organization,
  custom: contacts.custom,
  industry: contacts.industry,
  suppressed: contacts.suppressed,
  unsubscribed: contacts.unsubscribed,
  hardBounced: contacts.hardBounced,
  tags: contacts.tags,
  notOpenedStreak: contacts.notOpenedStreak,
  metadata: contacts.metadata,
  createdAt: contacts.createdAt,
}

const STATUS: Record<ContactsQuery['statusFilter'], SQL | undefined> = {
  all: undefined,
  active: sql`not suppressed and not unsubscribed`,
  unsubscribed: sql`unsubscribed and not suppressed`,
  suppressed: sql`suppressed`,
}

/** One page of contacts with the counters of all. */
export async function listContacts(db: Db, userId: string, query: ContactsQuery) {
  const order = query.sortOrder === 'asc' ? asc : desc
  const where = and(
    eq(contacts.userId, userId),
    STATUS[query.statusFilter],
    query.industryFilter ? eq(contacts.industry, query.industryFilter) : undefined,
  )
  const stats = await getContactStats(db, userId)
  const rows: Contact[] = await db
    .select(contactColumns)
    .from(contacts)
    .where(where)
    .orderBy(order(contacts.createdAt), order(contacts.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const total = query.industryFilter
    ? (await db.select({ n: sql<number>`count(*)::int` }).from(contacts).where(where))[0]!.n
    : query.statusFilter === 'all'
      ? stats.total
      : stats[query.statusFilter]
  return {
    contacts: rows,
    total,
    stats: { active: stats.active, suppressed: stats.suppressed, unsubscribed: stats.unsubscribed },
  }
}

/** The counters of all contacts of a user. */
export async function getContactStats(db: Db, userId: string) {
  const [stats] = await db.select().from(contactStats).where(eq(contactStats.userId, userId))
  return stats ?? { userId, total: 0, active: 0, unsubscribed: 0, suppressed: 0 }
}

/** The industries that the user's contacts have, in order: the choices of the filter. */
export async function listIndustries(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ industry: contacts.industry })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), sql`${contacts.industry} is not null`))
    .orderBy(contacts.industry)
    .limit(500)
  return rows.map((row) => row.industry!)
}

export async function getContact(db: Db, userId: string, id: string): Promise<Contact> {
  const [row] = await db
    .select(contactColumns)
    .from(contacts)
    .where(and(eq(contacts.id, id), eq(contacts.userId, userId)))
  return row ?? notFound('Contact not found')
}

/**
 * Adds a contact, to a list when one is named: it is then enrolled where that list is linked. Stops that are known of
 * its address are inherited. @throws AppError DUPLICATE_EMAIL
 */
export async function createContact(
  db: Db,
  userId: string,
  input: NewContact,
  now: Date,
  secrets: Secrets,
): Promise<Contact> {
  const { personaId, suppressed, unsubscribed, metadata, ...fields } = input
  return refuseDuplicates(() =>
    db.transaction(async (tx) => {
      const persona = personaId ? await ownPersona(tx, userId, personaId) : null
      const industry = industryOf(input.organization) ?? persona?.industry ?? null
      const [row] = await tx
        .insert(contacts)
        .values({
          ...fields,
          name: displayName(input),
          industry,
          userId,
          suppressed: suppressed ?? false,
          unsubscribed: unsubscribed ?? false,
          metadata: { source: metadata?.source ?? (input.apolloId ? 'apollo' : 'manual') },
        })
        .returning({ id: contacts.id })
      const id = row!.id
      await inheritSuppressions(tx, userId, [{ id, email: input.email }], secrets)
      if (personaId) await addToPersona(tx, userId, { personaId, contactIds: [id] }, now, secrets)
      return getContact(tx, userId, id)
    }),
  )
}

/** Changes a contact; flags can be set here, never lifted. @throws AppError DUPLICATE_EMAIL */
export async function updateContact(
  db: Db,
  userId: string,
  id: string,
  change: ContactChange,
  now: Date,
  secrets: Secrets,
): Promise<Contact> {
  const { suppressed, unsubscribed, ...fields } = change
  return refuseDuplicates(() =>
    db.transaction(async (tx) => {
      const before = await getContact(tx, userId, id)
      const after = { ...before, ...fields }
      if (suppressed || unsubscribed) await lockEnrollmentsOf(tx, [id])
      const organization = fields.organization === undefined ? before.organization : fields.organization
      await tx
        .update(contacts)
        .set({
          ...fields,
          name: displayName({ ...after, name: fields.name === undefined ? before.name : fields.name }),
          industry: industryOf(organization) ?? before.industry,
          ...(suppressed ? { suppressed: true } : {}),
          ...(unsubscribed ? { unsubscribed: true } : {}),
        })
        .where(and(eq(contacts.id, id), eq(contacts.userId, userId)))
      if (suppressed && !before.suppressed) {
        await rememberSuppression(tx, userId, after.email, 'suppressed', secrets)
        await stopContact(tx, userId, id, 'suppressed', now)
      }
      if (unsubscribed && !before.unsubscribed) {
        await rememberSuppression(tx, userId, after.email, 'unsubscribed', secrets)
        await stopContact(tx, userId, id, 'unsubscribed', now)
      }
      // Mails that waited for a field of this contact are looked at again.
      await replanEnrollments(
        tx,
        and(eq(sequenceContacts.contactId, id), eq(sequenceContacts.holdReason, 'missing_variable')),
        now,
      )
      if (after.email.toLowerCase() !== before.email.toLowerCase()) {
        // Stops belong to the address that asked for them, and stay with the contact as well.
        await inheritSuppressions(tx, userId, [{ id, email: after.email }], secrets)
      }
      return getContact(tx, userId, id)
    }),
  )
}

/** Deletes a contact; its stops are remembered by address, its enrollments end, mails that went out stay in the log. */
export async function deleteContact(
  db: Db,
  userId: string,
  id: string,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  await db.transaction(async (tx) => {
    const contact = await getContact(tx, userId, id)
    if (contact.unsubscribed) await rememberSuppression(tx, userId, contact.email, 'unsubscribed', secrets)
    if (contact.suppressed) await rememberSuppression(tx, userId, contact.email, 'suppressed', secrets)
    if (contact.hardBounced) await rememberSuppression(tx, userId, contact.email, 'hard_bounce', secrets)
    await stopContact(tx, userId, id, 'contact_deleted', now)
    await tx.delete(contacts).where(and(eq(contacts.id, id), eq(contacts.userId, userId)))
  })
}

/** The contacts of a list, newest member first. */
export async function listPersonaContacts(
  db: Db,
  userId: string,
  personaId: string,
  page: { limit: number; offset: number },
): Promise<Contact[]> {
  await ownPersona(db, userId, personaId)
  return db
    .select(contactColumns)
    .from(personaContacts)
    .innerJoin(contacts, eq(contacts.id, personaContacts.contactId))
    .where(and(eq(personaContacts.personaId, personaId), eq(contacts.userId, userId)))
    .orderBy(desc(personaContacts.addedAt), desc(contacts.id))
    .limit(page.limit)
    .offset(page.offset)
}

async function ownPersona(db: Db, userId: string, id: string) {
  const [row] = await db
    .select({ industry: personas.industry })
    .from(personas)
    .where(and(eq(personas.id, id), eq(personas.userId, userId)))
  return row ?? notFound('Email list not found')
}

function industryOf(organization: Record<string, unknown> | null | undefined): string | null {
  const industry = organization?.industry
  return typeof industry === 'string' && industry.trim() ? industry.trim().slice(0, 200) : null
}

async function refuseDuplicates<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'contacts_user_email_key') {
      throw new AppError('DUPLICATE_EMAIL', 'This email address already exists', { field: 'email' })
    }
    if (constraint === 'contacts_user_apollo_key') throw new AppError('CONFLICT', 'Contact already exists')
    throw error
  }
}
