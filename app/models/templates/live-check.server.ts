import { and, desc, eq, sql } from 'drizzle-orm'
import { contacts, mailAccounts, sequences, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { contactColumns } from '~/models/contacts/columns.server'
import { type Contact, displayName } from '~/models/contacts/contact'
import { getContact } from '~/models/contacts/contact.server'
import { listOwnVariables } from '~/models/contacts/known-variables.server'
import { listDateKeys } from '~/models/contacts/own-fields/own-fields.server'
import type { Recipient } from '~/models/contacts/variables'
import { audienceOf, countLacking } from './lacking.server'
import type { LiveCheck, LiveResult } from './live-check'
import { inThread } from './thread/run.server'
import { SAMPLE_CONTACT } from './thread/sample'

/**
 * Shows an email that is being written to one contact, with the signature of the mailbox that will send it, and checks it. Bad content is
 * a problem in the result, never an error.
 * @throws AppError NOT_FOUND for another user's contact or sequence
 */
export async function checkLive(
  db: Db,
  userId: string,
  input: LiveCheck,
  appUrl: string,
): Promise<LiveResult> {
  const { subject, sequenceId } = input
  const content = {
    subject,
    htmlBody: await inThread('clean', input.htmlBody.length, input.htmlBody),
    plainTextBody: input.plainTextBody.trim() ? input.plainTextBody : null,
  }
  const sequence = sequenceId ? await requireSequence(db, userId, sequenceId) : null
  const [{ contact, recipient }, mailbox, columns, lacking] = await Promise.all([
    exampleRecipient(db, userId, sequenceId, input.contactId),
    senderOf(db, userId, sequence),
    listOwnVariables(db, userId),
    countLacking(db, content, audienceOf(userId, sequenceId)),
  ])
  const frame = { appUrl, signature: mailbox?.signature ?? '', postalAddress: mailbox?.postalAddress ?? '' }
  const length = subject.length + content.htmlBody.length + (content.plainTextBody?.length ?? 0)
  return {
    ...(await inThread('live', length, content, recipient, frame, columns)),
    contact: contact && { id: contact.id, name: displayName(contact) },
    mailbox: mailbox?.signature ? mailbox.email : null,
    lacking,
  }
}

/**
 * The contact that the emails of a sequence are shown for, with the values of its variables: the sample contact if there is none.
 * @param sequenceId empty for all contacts
 * @param contactId absent: the newest contact
 * @throws AppError NOT_FOUND for another user's contact
 */
export async function exampleRecipient(
  db: Db,
  userId: string,
  sequenceId: string,
  contactId?: string,
): Promise<{ contact: Contact | null; recipient: Recipient }> {
  const audience = audienceOf(userId, sequenceId)
  const [contact, dateKeys] = await Promise.all([
    contactId ? getContact(db, userId, contactId) : firstContact(db, userId, audience),
    listDateKeys(db, userId),
  ])
  return { contact, recipient: contact ? { ...contact, dateKeys } : { ...SAMPLE_CONTACT, custom: {} } }
}

async function requireSequence(db: Db, userId: string, id: string) {
  const [row] = await db
    .select({
      mailboxId: sql<string | null>`coalesce(${sequences.mailboxIds}[1], ${sequences.senderAccountId})`,
    })
    .from(sequences)
    .where(and(eq(sequences.id, id), eq(sequences.userId, userId)))
  return row ?? notFound('Sequence not found')
}

/** The mailbox that sends the emails of a sequence, else the default one. */
async function senderOf(db: Db, userId: string, sequence: { mailboxId: string | null } | null) {
  const [row] = await db
    .select({
      email: mailAccounts.email,
      signature: mailAccounts.signature,
      postalAddress: mailAccounts.postalAddress,
    })
    .from(mailAccounts)
    .innerJoin(users, eq(users.id, mailAccounts.userId))
    .where(eq(mailAccounts.userId, userId))
    .orderBy(
      sql`${mailAccounts.id} = ${sequence?.mailboxId ?? null}::uuid desc nulls last`,
      sql`${mailAccounts.id} = ${users.defaultSenderAccountId} desc nulls last`,
      mailAccounts.createdAt,
    )
    .limit(1)
  return row
}

async function firstContact(
  db: Db,
  userId: string,
  audience: ReturnType<typeof audienceOf>,
): Promise<Contact | null> {
  const [row] = await db
    .select(contactColumns)
    .from(contacts)
    .where(and(eq(contacts.userId, userId), sql`${contacts.id} in (${audience})`))
    .orderBy(desc(contacts.createdAt), desc(contacts.id))
    .limit(1)
  return row ?? null
}
