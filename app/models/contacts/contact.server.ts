import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { contacts, conversations, personas, sequenceContacts, sequences } from '#drizzle/schema'
import { type Db, violatedConstraint } from '~/db.server'
import { AppError, invalid, notFound } from '~/errors'
import { replanEnrollments, stopContact, stopContacts } from '~/models/enrollments/events.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { lockContactsWhere, lockEnrollmentsOf, lockLists } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { Uses, UsesChoice } from '~/models/shared/uses/uses'
import { readUses, requireConfirmed } from '~/models/shared/uses/uses.server'
import {
  inheritSuppressions,
  rememberSuppression,
  rememberSuppressions,
} from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'
import { contactColumns } from './columns.server'
import {
  type Contact,
  type ContactChange,
  type ContactWrite,
  changedCustom,
  changedTags,
  displayName,
  hasMoved,
  type NewContact,
} from './contact'
import { followChanges } from './dynamic-lists/dynamic-lists.server'
import { checkValues } from './own-fields/own-fields.server'

export async function getContact(db: Db, userId: string, id: string): Promise<Contact> {
  const [row] = await db
    .select(contactColumns)
    .from(contacts)
    .where(and(eq(contacts.id, id), eq(contacts.userId, userId)))
  return row ?? notFound('Contact not found')
}

/** Locks a contact, and first its enrollments, for a change. @throws AppError NOT_FOUND */
export async function lockContact(tx: Db, userId: string, id: string): Promise<void> {
  await getContact(tx, userId, id)
  await lockEnrollmentsOf(tx, [id])
  await lockContactsWhere(tx, eq(contacts.id, id))
}

/**
 * Creates a contact, optionally in an email list, and enrolls it in the sequences linked to that list. Inherits the suppressions of
 * its address. @throws AppError DUPLICATE_EMAIL
 */
export async function createContact(
  db: Db,
  userId: string,
  input: NewContact,
  now: Date,
  secrets: Secrets,
  write?: ContactWrite,
): Promise<Contact> {
  const { personaId, suppressed, unsubscribed, metadata, custom, ...fields } = input
  return refuseDuplicates(db, userId, input.email, () =>
    db.transaction(async (tx) => {
      const persona = personaId ? await requirePersona(tx, userId, personaId) : null
      if (personaId) await lockLists(tx, [personaId])
      const [row] = await tx
        .insert(contacts)
        .values({
          ...fields,
          custom: changedCustom({}, await checkValues(tx, userId, custom, write)),
          name: displayName(input),
          industry: firstIndustry(input.organization, persona?.industry),
          userId,
          suppressed: suppressed ?? false,
          unsubscribed: unsubscribed ?? false,
          metadata: { source: metadata?.source ?? (input.apolloId ? 'apollo' : 'manual') },
        })
        .returning({ id: contacts.id })
      const id = row!.id
      await inheritSuppressions(tx, userId, [{ id, email: input.email }], secrets)
      if (personaId) await addToPersona(tx, userId, { personaId, contactIds: [id] }, now, secrets)
      await followChanges(tx, userId)
      return getContact(tx, userId, id)
    }),
  )
}

/**
 * Changes a contact and optionally adds it to the email list `personaId`. Can set stop flags but never clears them.
 * @throws AppError DUPLICATE_EMAIL; INVALID if a stop flag would be cleared; NOT_FOUND if the user does not own the list
 */
export async function updateContact(
  db: Db,
  userId: string,
  id: string,
  change: ContactChange,
  now: Date,
  secrets: Secrets,
  write?: ContactWrite,
): Promise<Contact> {
  const { suppressed, unsubscribed, personaId, tags, addTags, removeTags, custom, ...fields } = change
  return refuseDuplicates(db, userId, change.email, () =>
    db.transaction(async (tx) => {
      if (personaId) {
        await requirePersona(tx, userId, personaId)
        await lockLists(tx, [personaId])
      }
      await lockContact(tx, userId, id)
      const before = await getContact(tx, userId, id)
      const after = { ...before, ...fields }
      const newTags = changedTags(before.tags, { tags, addTags, removeTags })
      refuseClearing(before, { suppressed, unsubscribed, tags: newTags })
      await tx
        .update(contacts)
        .set({
          ...fields,
          tags: newTags,
          custom: changedCustom(
            before.custom,
            await checkValues(tx, userId, custom, { ...write, before: before.custom }),
          ),
          name: displayName({ ...after, name: fields.name === undefined ? before.name : fields.name }),
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
      await replanChanged(tx, [id], hasMoved(before, after) ? [id] : [], now)
      if (after.email.toLowerCase() !== before.email.toLowerCase()) {
        // Suppressions belong to an address, but the contact keeps the flags of its old one.
        await inheritSuppressions(tx, userId, [{ id, email: after.email }], secrets)
      }
      if (personaId) await addToPersona(tx, userId, { personaId, contactIds: [id] }, now, secrets)
      await followChanges(tx, userId)
      return getContact(tx, userId, id)
    }),
  )
}

/** Replans the enrollments of changed contacts: the change may provide a missing variable, or move a contact to another time zone. */
export async function replanChanged(tx: Db, ids: string[], movedIds: string[], now: Date): Promise<void> {
  const inZone = tx.select({ id: sequences.id }).from(sequences).where(eq(sequences.useContactTimezone, true))
  await replanEnrollments(
    tx,
    or(
      and(isAmong(sequenceContacts.contactId, ids), eq(sequenceContacts.holdReason, 'missing_variable')),
      and(isAmong(sequenceContacts.contactId, movedIds), inArray(sequenceContacts.sequenceId, inZone)),
    ),
    now,
  )
}

/** The tag of a contact whose address hard-bounced (see design.md, "Stops and holds"). */
export const BLACKLIST = 'blacklist'

/** Refuses changes that would clear a stop flag. Only the buttons on the contact's screen do that. */
function refuseClearing(before: Contact, { suppressed, unsubscribed, tags }: ContactChange): void {
  const refusal = "can only be cleared on the contact's screen"
  if (suppressed === false && before.suppressed) invalid(`suppressed ${refusal}`, 'suppressed')
  if (unsubscribed === false && before.unsubscribed) invalid(`unsubscribed ${refusal}`, 'unsubscribed')
  if (tags && before.hardBounced && before.tags.includes(BLACKLIST) && !tags.includes(BLACKLIST))
    invalid(`tags: ${BLACKLIST} cannot be removed while emails to this address bounce`, 'tags')
}

/** What deleting a contact affects: the sequences that it is active in, and its emails, also answers. */
export const readContactUses = (db: Db, userId: string, id: string): Promise<Uses> =>
  readUses(db, userId, {
    enrollments: sql`e.contact_id = ${id}::uuid`,
    sends: sql`s.contact_id = ${id}::uuid`,
  })

/**
 * Deletes a contact with its conversations and ends its enrollments. Its suppressions are kept by address, and sent emails stay in the log.
 * @param choice absent: confirmed
 * @throws AppError NOT_FOUND; IN_USE if it is active in a sequence and the choice does not confirm
 */
export async function deleteContact(
  db: Db,
  userId: string,
  id: string,
  now: Date,
  secrets: Secrets,
  choice?: UsesChoice,
): Promise<void> {
  await db.transaction(async (tx) => {
    await getContact(tx, userId, id)
    await requireConfirmed(choice, 'This contact', () => readContactUses(tx, userId, id))
    await deleteContacts(tx, userId, [id], now, secrets)
  })
}

/** Deletes contacts, as deleteContact does, without asking. @returns how many there were */
export async function deleteContacts(
  tx: Db,
  userId: string,
  ids: string[],
  now: Date,
  secrets: Secrets,
): Promise<number> {
  const among = and(isAmong(contacts.id, ids), eq(contacts.userId, userId))
  await stopContacts(tx, userId, ids, 'contact_deleted', now)
  // A concurrent enrollment holds a lock on its contact. Wait for it, then stop the new enrollment, too.
  const rows = await tx
    .select({
      email: contacts.email,
      unsubscribed: contacts.unsubscribed,
      suppressed: contacts.suppressed,
      hardBounced: contacts.hardBounced,
    })
    .from(contacts)
    .where(among)
    .orderBy(contacts.id)
    .for('update')
  await stopContacts(tx, userId, ids, 'contact_deleted', now)
  for (const [flag, reason] of KEPT_STOPS) {
    const stopped = rows.filter((row) => row[flag]).map(({ email }) => email)
    await rememberSuppressions(tx, userId, stopped, reason, secrets)
  }
  await tx
    .delete(conversations)
    .where(and(isAmong(conversations.contactId, ids), eq(conversations.userId, userId)))
  await tx.delete(contacts).where(among)
  return rows.length
}

/** What is known about the address of a deleted contact. */
const KEPT_STOPS = [
  ['unsubscribed', 'unsubscribed'],
  ['suppressed', 'suppressed'],
  ['hardBounced', 'hard_bounce'],
] as const

export async function requirePersona(db: Db, userId: string, id: string) {
  const [row] = await db
    .select({ industry: personas.industry, contactCount: personas.contactCount })
    .from(personas)
    .where(and(eq(personas.id, id), eq(personas.userId, userId)))
  return row ?? notFound('Email list not found')
}

/** The industry of a contact that is created in an email list, if any. Later, triggers maintain it. */
export const firstIndustry = (
  organization: Record<string, unknown> | null | undefined,
  ofList: string | undefined,
) => sql<string | null>`
  coalesce(organization_industry(${organization ? JSON.stringify(organization) : null}::jsonb), ${ofList ?? null}::text)`

/** Runs `work`, a transaction of its own, and names the contact that has `email` already. */
async function refuseDuplicates<T>(
  db: Db,
  userId: string,
  email: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'contacts_user_email_key') {
      const [other] = await db
        .select({ id: contacts.id })
        .from(contacts)
        .where(
          and(eq(contacts.userId, userId), eq(sql`lower(${contacts.email})`, (email ?? '').toLowerCase())),
        )
      throw new AppError('DUPLICATE_EMAIL', 'This email address already exists', {
        field: 'email',
        contactId: other?.id,
      })
    }
    if (constraint === 'contacts_user_apollo_key') throw new AppError('CONFLICT', 'Contact already exists')
    throw error
  }
}
