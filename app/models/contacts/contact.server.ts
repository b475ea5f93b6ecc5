import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { contacts, personaContacts, personas, sequenceContacts } from '#drizzle/schema'
import { type Db, violatedConstraint } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { replanEnrollments, stopContact } from '~/models/enrollments/events.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { lockEnrollmentsOf, lockLists } from '~/models/shared/locks.server'
import { inheritSuppressions, rememberSuppression } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'
import { type Contact, type ContactChange, displayName, type NewContact } from './contact'

/** Of the list that a contact joined first; null in none. */
const ofFirstList = (column: SQL): SQL<string | null> => sql<string | null>`
  (select ${column} from persona_contacts pc join personas p on p.id = pc.persona_id
   where pc.contact_id = contacts.id order by pc.added_at, pc.persona_id limit 1)`

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
  personaId: ofFirstList(sql`p.id`),
  personaIndustry: ofFirstList(sql`p.industry`),
  createdAt: contacts.createdAt,
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
      if (personaId) await lockLists(tx, [personaId])
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

/**
 * Changes a contact, which joins the list `personaId` where that is given. Flags can be set here, never lifted.
 * @throws AppError DUPLICATE_EMAIL; INVALID for what would lift a stop; NOT_FOUND for a list that is not the user's
 */
export async function updateContact(
  db: Db,
  userId: string,
  id: string,
  change: ContactChange,
  now: Date,
  secrets: Secrets,
): Promise<Contact> {
  const { suppressed, unsubscribed, personaId, ...fields } = change
  return refuseDuplicates(() =>
    db.transaction(async (tx) => {
      if (personaId) {
        await ownPersona(tx, userId, personaId)
        await lockLists(tx, [personaId])
      }
      const before = await getContact(tx, userId, id)
      refuseLifting(before, change)
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
      if (personaId) await addToPersona(tx, userId, { personaId, contactIds: [id] }, now, secrets)
      return getContact(tx, userId, id)
    }),
  )
}

/** The tag of an address that hard-bounced (see design.md, "Stops and holds"). */
const BLACKLIST = 'blacklist'

/** Stops are lifted by named buttons, never on the way. */
function refuseLifting(before: Contact, { suppressed, unsubscribed, tags }: ContactChange): void {
  const lift = 'is lifted on the screen of the contact, not here'
  if (suppressed === false && before.suppressed) invalid(`suppressed ${lift}`, 'suppressed')
  if (unsubscribed === false && before.unsubscribed) invalid(`unsubscribed ${lift}`, 'unsubscribed')
  if (tags && before.hardBounced && before.tags.includes(BLACKLIST) && !tags.includes(BLACKLIST))
    invalid(`tags: ${BLACKLIST} stays while emails to this address bounce`, 'tags')
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
    // Whoever enrolls it at this moment has it locked: once that is over nobody enrolls it any more.
    await tx.select({ id: contacts.id }).from(contacts).where(eq(contacts.id, id)).for('update')
    await stopContact(tx, userId, id, 'contact_deleted', now)
    await tx.delete(contacts).where(and(eq(contacts.id, id), eq(contacts.userId, userId)))
  })
}

/**
 * The contacts of a list, newest member first. What lies before the page is stepped over in the index alone, from whichever
 * end is nearer: the last page costs what the first one does.
 */
export async function listPersonaContacts(
  db: Db,
  userId: string,
  personaId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Contact[]> {
  const { industry, contactCount } = await ownPersona(db, userId, personaId)
  const size = Math.min(limit, contactCount - offset)
  if (size <= 0) return []
  const fromEnd = offset > contactCount / 2
  const order = fromEnd ? asc : desc
  const page = db
    .select({ contactId: personaContacts.contactId })
    .from(personaContacts)
    .where(eq(personaContacts.personaId, personaId))
    .orderBy(order(personaContacts.addedAt), order(personaContacts.contactId))
    .limit(size)
    .offset(fromEnd ? contactCount - offset - size : offset)
  const ofThisList = {
    personaId: personaContacts.personaId,
    personaIndustry: sql<string>`${industry}::text`,
  }
  const rows: Contact[] = await db
    .select({ ...contactColumns, ...ofThisList })
    .from(personaContacts)
    .innerJoin(contacts, eq(contacts.id, personaContacts.contactId))
    .where(
      and(
        eq(personaContacts.personaId, personaId),
        inArray(personaContacts.contactId, sql`(select contact_id from ${page} as page)`),
        eq(contacts.userId, userId),
      ),
    )
    .orderBy(order(personaContacts.addedAt), order(personaContacts.contactId))
  return fromEnd ? rows.reverse() : rows
}

async function ownPersona(db: Db, userId: string, id: string) {
  const [row] = await db
    .select({ industry: personas.industry, contactCount: personas.contactCount })
    .from(personas)
    .where(and(eq(personas.id, id), eq(personas.userId, userId)))
  return row ?? notFound('Email list not found')
}

/** The industry that an organization names. */
export function industryOf(organization: Record<string, unknown> | null | undefined): string | null {
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
