import { and, eq, inArray, sql } from 'drizzle-orm'
import { aliases, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, invalid } from '~/errors'

/** Checks that the user owns all these mailboxes. @throws AppError NOT_FOUND */
export async function requireMailboxes(db: Db, userId: string, ids: string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const found = await db
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(and(inArray(mailAccounts.id, wanted), eq(mailAccounts.userId, userId)))
  if (found.length !== wanted.length) throw new AppError('NOT_FOUND', 'Mailbox not found')
}

/** Checks that one of the user's mailboxes may send as this address or verified alias. @throws AppError INVALID */
export async function requireSendAs(db: Db, userId: string, email: string): Promise<void> {
  const address = email.toLowerCase()
  const [found] = await db
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(
      and(
        eq(mailAccounts.userId, userId),
        sql`(lower(${mailAccounts.email}) = ${address} or exists (select 1 from ${aliases} a
          where a.account_id = ${mailAccounts.id} and lower(a.send_as_email) = ${address}
            and a.verification_status = 'accepted'))`,
      ),
    )
    .limit(1)
  if (!found) invalid('This address is not a verified alias of one of your mailboxes', 'sendAsEmail')
}
