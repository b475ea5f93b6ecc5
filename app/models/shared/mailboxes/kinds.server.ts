import { inArray, type SQL, sql } from 'drizzle-orm'
import { mailAccounts } from '#drizzle/schema'
import { kindsThat, type MailboxKind } from './kinds'

/** SQL: whether a row of `mail_accounts` is of a kind that `fits` accepts; false for a missing row. */
export const isOfKind = (fits: (kind: MailboxKind) => boolean): SQL<boolean> =>
  sql<boolean>`coalesce(${inArray(mailAccounts.provider, kindsThat(fits))}, false)`

/** SQL: whether replies and bounces of a mailbox can be read. */
export const isReadable = sql<boolean>`(${isOfKind((kind) => kind.hasInbox)} or ${mailAccounts.imapHost} is not null)`
