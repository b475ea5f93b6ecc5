import { and, eq } from 'drizzle-orm'
import { contacts, emailSends, mailAccounts, sequenceContacts, steps, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { recipientColumns } from '~/models/contacts/columns.server'
import { loadVersions } from '~/models/enrollments/kept-version.server'
import { isReadable } from '~/models/shared/mailboxes/kinds.server'
import { isOwned } from '~/models/shared/mailboxes/owner.server'
import { isAmong } from '~/models/shared/row-arrays.server'

/** The columns of a send that rendering needs. */
const SEND = {
  id: emailSends.id,
  userId: emailSends.userId,
  isManual: emailSends.isManual,
  sequenceContactId: emailSends.sequenceContactId,
  templateId: emailSends.templateId,
  mailboxId: emailSends.senderAccountId,
  sendAsEmail: emailSends.sendAsEmail,
  recipientEmail: emailSends.recipientEmail,
  tracked: emailSends.tracked,
  trackingToken: emailSends.trackingToken,
  unsubscribeToken: emailSends.unsubscribeToken,
  attempts: emailSends.attempts,
}

const TEMPLATE = {
  id: templates.id,
  subject: templates.subject,
  htmlBody: templates.htmlBody,
  plainTextBody: templates.plainTextBody,
}

const MAILBOX = {
  id: mailAccounts.id,
  provider: mailAccounts.provider,
  email: mailAccounts.email,
  displayName: mailAccounts.displayName,
  smtpHost: mailAccounts.smtpHost,
  signature: mailAccounts.signature,
  postalAddress: mailAccounts.postalAddress,
  canRead: isReadable,
}

const templatesAmong = (db: Db, ids: string[]) =>
  db.select(TEMPLATE).from(templates).where(isAmong(templates.id, ids))
const mailboxesAmong = (db: Db, ids: string[]) =>
  db
    .select(MAILBOX)
    .from(mailAccounts)
    .where(and(isAmong(mailAccounts.id, ids), isOwned))

export type MailTemplate = Awaited<ReturnType<typeof templatesAmong>>[number]

/**
 * Reads everything needed to render these sends. Each template and mailbox is read once, because a template can be hundreds of
 * kilobytes. Sends whose mailbox was disconnected are left out.
 */
export async function readSources(db: Db, sendIds: string[]) {
  const rows = await db
    .select({
      ...{ send: SEND, contact: recipientColumns, sameThread: steps.sameThread },
      ...{ stepId: emailSends.stepId, versionId: sequenceContacts.versionId },
    })
    .from(emailSends)
    .leftJoin(contacts, eq(contacts.id, emailSends.contactId))
    .leftJoin(steps, eq(steps.id, emailSends.stepId))
    .leftJoin(sequenceContacts, eq(sequenceContacts.id, emailSends.sequenceContactId))
    .where(isAmong(emailSends.id, sendIds))
  const idsOf = (key: 'templateId' | 'mailboxId') => [...new Set(rows.flatMap(({ send }) => send[key] ?? []))]
  const templateOf = new Map((await templatesAmong(db, idsOf('templateId'))).map((row) => [row.id, row]))
  const mailboxOf = new Map((await mailboxesAmong(db, idsOf('mailboxId'))).map((row) => [row.id, row]))
  const versions = await loadVersions(
    db,
    rows.map(({ versionId }) => versionId),
  )
  return rows.flatMap(({ stepId, versionId, ...row }) => {
    const { templateId, mailboxId } = row.send
    const box = mailboxId && mailboxOf.get(mailboxId)
    if (!box) return []
    const kept = versionId && stepId ? versions.get(versionId)?.steps.get(stepId) : undefined
    const { sameThread } = kept ?? row
    return [{ ...row, sameThread, box, template: (templateId && templateOf.get(templateId)) || null }]
  })
}
