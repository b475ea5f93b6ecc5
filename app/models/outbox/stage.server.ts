import { sql } from 'drizzle-orm'
import { emailSends } from '#drizzle/schema'

/**
 * Sends that are scheduled or in progress. Add this to every query by state: the partial index has exactly this condition, and
 * a bound parameter would not match it.
 */
export const isOpenSend = sql<boolean>`${emailSends.stage} = 'open'`

/** The columns of the log that are copied from the send. */
export const logOf = (send: typeof emailSends.$inferSelect) => ({
  userId: send.userId,
  emailSendId: send.id,
  sequenceId: send.sequenceId,
  contactId: send.contactId,
  stepId: send.stepId,
  templateId: send.templateId,
  sequenceContactId: send.sequenceContactId,
  recipientEmail: send.recipientEmail,
  recipientName: send.recipientName,
  senderEmail: send.senderEmail,
  sequenceName: send.sequenceName,
  stepName: send.stepName,
  subject: send.subject,
  isTestEmail: send.isTest,
})
