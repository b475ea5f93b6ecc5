import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import {
  contactNotes,
  contacts,
  contactTasks,
  conversations,
  decisions,
  emailLogs,
  emailSends,
  inboundMessages,
  personaContacts,
  personas,
  sequenceContacts,
  sequences,
  suppressions,
  trackingEvents,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { isAboutContact } from '~/models/enrollments/decisions.server'
import { readTexts } from '~/models/shared/mail/stored-text.server'
import type { Secrets } from '~/secrets.server'

/** Leaves out columns that are not about the person. */
const { userId: _owner, importBatchId: _batch, ...contactFields } = getTableColumns(contacts)

/**
 * Exports all data about a contact for a request of access (GDPR, article 15): the record, lists, sequences, emails with their
 * texts, tracking events, replies, conversations, decisions and suppressions. @throws AppError NOT_FOUND
 */
export async function exportContact(db: Db, userId: string, contactId: string, now: Date, secrets: Secrets) {
  const [contact] = await db
    .select(contactFields)
    .from(contacts)
    .where(and(eq(contacts.id, contactId), eq(contacts.userId, userId)))
  if (!contact) notFound('Contact not found')
  const mails = await db
    .select({
      id: emailSends.id,
      state: emailSends.state,
      from: emailSends.senderEmail,
      to: emailSends.recipientEmail,
      name: emailSends.recipientName,
      sequence: emailSends.sequenceName,
      step: emailSends.stepName,
      subject: emailSends.subject,
      textRemovedAt: emailSends.textRemovedAt,
      messageId: emailSends.messageId,
      scheduledFor: emailSends.scheduledFor,
      sentAt: emailSends.sentAt,
      error: emailSends.error,
    })
    .from(emailSends)
    .where(and(eq(emailSends.contactId, contactId), eq(emailSends.userId, userId)))
    .orderBy(asc(emailSends.createdAt), asc(emailSends.id))
  const mailIds = mails.map((mail) => mail.id)
  const texts = await readTexts(db, mailIds)
  return {
    exportedAt: now,
    contact,
    emailLists: await db
      .select({ name: personas.name, addedAt: personaContacts.addedAt })
      .from(personaContacts)
      .innerJoin(personas, eq(personas.id, personaContacts.personaId))
      .where(and(eq(personaContacts.contactId, contactId), eq(personas.userId, userId)))
      .orderBy(asc(personaContacts.addedAt)),
    sequences: await db
      .select({
        name: sequences.name,
        status: sequenceContacts.status,
        enrolledAt: sequenceContacts.enrolledAt,
        completedAt: sequenceContacts.completedAt,
        endReason: sequenceContacts.endReason,
        nextAction: sequenceContacts.nextAction,
        nextActionAt: sequenceContacts.nextActionAt,
        holdReason: sequenceContacts.holdReason,
        repliedAt: sequenceContacts.repliedAt,
      })
      .from(sequenceContacts)
      .leftJoin(sequences, eq(sequences.id, sequenceContacts.sequenceId))
      .where(and(eq(sequenceContacts.contactId, contactId), eq(sequenceContacts.userId, userId)))
      .orderBy(asc(sequenceContacts.enrolledAt)),
    mails: mails.map((mail) => ({ ...mail, ...texts.get(mail.id) })),
    outcomes: await db
      .select({
        mailId: emailLogs.emailSendId,
        subject: emailLogs.subject,
        status: emailLogs.status,
        sentAt: emailLogs.sentAt,
        openedAt: emailLogs.openedAt,
        repliedAt: emailLogs.repliedAt,
        bouncedAt: emailLogs.bouncedAt,
        failedAt: emailLogs.failedAt,
        detail: emailLogs.detail,
      })
      .from(emailLogs)
      .where(and(eq(emailLogs.contactId, contactId), eq(emailLogs.userId, userId)))
      .orderBy(asc(emailLogs.createdAt)),
    trackingEvents:
      mailIds.length === 0
        ? []
        : await db
            .select({
              mailId: trackingEvents.emailSendId,
              type: trackingEvents.type,
              judgedAs: trackingEvents.hitClass,
              because: trackingEvents.hitReason,
              userAgent: trackingEvents.userAgent,
              ipAddress: trackingEvents.ipAddress,
              at: trackingEvents.createdAt,
            })
            .from(trackingEvents)
            .where(inArray(trackingEvents.emailSendId, mailIds))
            .orderBy(asc(trackingEvents.id)),
    receivedMessages: await db
      .select({
        kind: inboundMessages.kind,
        from: inboundMessages.fromEmail,
        subject: inboundMessages.subject,
        text: inboundMessages.text,
        wholeText: inboundMessages.body,
        html: inboundMessages.html,
        files: inboundMessages.files,
        status: inboundMessages.status,
        reason: inboundMessages.reason,
        receivedAt: inboundMessages.receivedAt,
        textRemovedAt: inboundMessages.textRemovedAt,
      })
      .from(inboundMessages)
      .where(and(eq(inboundMessages.contactId, contactId), eq(inboundMessages.userId, userId)))
      .orderBy(asc(inboundMessages.receivedAt)),
    notes: await db
      .select({ text: contactNotes.text, writtenAt: contactNotes.createdAt })
      .from(contactNotes)
      .where(and(eq(contactNotes.contactId, contactId), eq(contactNotes.userId, userId)))
      .orderBy(asc(contactNotes.createdAt)),
    tasks: await db
      .select({ title: contactTasks.title, dueOn: contactTasks.dueOn, doneAt: contactTasks.doneAt })
      .from(contactTasks)
      .where(and(eq(contactTasks.contactId, contactId), eq(contactTasks.userId, userId)))
      .orderBy(asc(contactTasks.dueOn)),
    conversations: await db
      .select({
        id: conversations.id,
        subject: conversations.subject,
        state: conversations.state,
        label: conversations.label,
        lastMessageAt: conversations.lastMessageAt,
      })
      .from(conversations)
      .where(and(eq(conversations.contactId, contactId), eq(conversations.userId, userId)))
      .orderBy(asc(conversations.lastMessageAt)),
    decisions: await db
      .select({ type: decisions.type, rule: decisions.rule, inputs: decisions.inputs, at: decisions.at })
      .from(decisions)
      .where(and(isAboutContact(contactId, sql`decisions`), eq(decisions.userId, userId)))
      .orderBy(asc(decisions.id)),
    doNotContact: await db
      .select({ reason: suppressions.reason, note: suppressions.note, since: suppressions.createdAt })
      .from(suppressions)
      .where(
        and(
          eq(suppressions.userId, userId),
          eq(suppressions.addressHash, secrets.addressHash(userId, contact.email)),
        ),
      )
      .orderBy(asc(suppressions.createdAt)),
  }
}
