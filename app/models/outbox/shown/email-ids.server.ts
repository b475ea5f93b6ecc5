import { sql } from 'drizzle-orm'
import { emailSends } from '#drizzle/schema'

/** Columns of `email_sends`: the mailbox of an email, unless it was disconnected, and its conversation. */
export const MAILBOX_AND_CONVERSATION = {
  mailboxId: sql<string | null>`(select m.id from mail_accounts m
    where m.id = ${emailSends.senderAccountId} and m.user_id = ${emailSends.userId})`,
  conversationId: sql<string | null>`coalesce(${emailSends.conversationId}, (select c.id from conversations c
    where c.sequence_contact_id = ${emailSends.sequenceContactId}))`,
}

/** What an email is about, as programs need it. */
export interface EmailIds {
  contactId: string | null
  sequenceId: string | null
  stepId: string | null
  /** The template of the variant that was sent. */
  variantTemplateId: string | null
  mailboxId: string | null
  conversationId: string | null
}
