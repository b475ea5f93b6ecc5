import { z } from 'zod'
import { ALIAS_VERIFICATIONS, MAIL_PROVIDERS, READ_FOLDERS } from '#drizzle/schema/enums'
import { MAILBOX_STATUSES } from '~/models/mailboxes/mailbox'
import { LOG_OUTCOMES } from '~/models/reports/log-outcomes'
import { count, id, moment, text } from './shared'

export const MailboxResponse = z.strictObject({
  id,
  provider: z.enum(MAIL_PROVIDERS),
  email: text,
  displayName: text,
  organization: text.nullable(),
  status: z.enum(MAILBOX_STATUSES),
  statusDetail: text.nullable(),
  heldUntil: moment.nullable(),
  heldDetail: text.nullable(),
  cannotSendSince: moment.nullable(),
  cannotReadSince: moment.nullable(),
  createdAt: moment,
  updatedAt: moment,
  lastUsedAt: moment.nullable(),
  canRead: z.boolean(),
  smtpHost: text.nullable(),
  smtpPort: count.nullable(),
  smtpSecure: z.boolean().nullable(),
  imapHost: text.nullable(),
  imapPort: count.nullable(),
  imapSecure: z.boolean().nullable(),
  username: text.nullable(),
  dailyLimit: count.nullable(),
  providerLimit: count.nullable(),
  sendIntervalSeconds: count,
  timezone: text,
  signature: text,
  postalAddress: text,
  readFolders: z.enum(READ_FOLDERS),
  folderNames: z.array(text),
  sync: z
    .strictObject({
      lastReadAt: moment.nullable(),
      waiting: z.boolean(),
      everySeconds: count,
      folders: z.array(text),
      available: z.array(text),
      error: text.nullable(),
    })
    .nullable(),
  isDefault: z.boolean(),
  aliasOptions: z.array(
    z.strictObject({
      sendAsEmail: text,
      displayName: text,
      verificationStatus: z.enum(ALIAS_VERIFICATIONS),
      isPrimary: z.boolean(),
    }),
  ),
})

export const SenderResponse = z.strictObject({ accountId: id, email: text, isDefault: z.boolean() })
export const QuotaResponse = z.strictObject({
  accountId: id,
  current: count,
  limit: count,
  remaining: count,
  accountAge: count,
})
export const ConsentResponse = z.strictObject({ authUrl: text })

export const ExportStarted = z.strictObject({ message: text, jobId: id })

/** What an email is about. */
export const EMAIL_IDS = {
  contactId: id.nullable(),
  sequenceId: id.nullable(),
  stepId: id.nullable(),
  variantTemplateId: id.nullable(),
  mailboxId: id.nullable(),
  conversationId: id.nullable(),
}

export const LogResponse = z.strictObject({
  id,
  contactName: text,
  contactEmail: text,
  subject: text,
  ...EMAIL_IDS,
  sequenceName: text.nullable(),
  status: z.enum(LOG_OUTCOMES),
  sentAt: moment.nullable(),
  bouncedAt: moment.nullable(),
  failedAt: moment.nullable(),
  detail: text.nullable(),
  isTestEmail: z.boolean(),
  updatedAt: moment,
})

/** With the plain text that was sent. */
export const EmailResponse = LogResponse.extend({ text })

export const UncertainResponse = z.strictObject({
  id,
  contactEmail: text,
  contactName: text,
  senderEmail: text,
  subject: text,
  ...EMAIL_IDS,
  sequenceName: text.nullable(),
  stepName: text.nullable(),
  isTestEmail: z.boolean(),
  startedAt: moment,
  detail: text.nullable(),
  canResend: z.boolean(),
})
