import { sql } from 'drizzle-orm'
import { integrations, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { isOwned } from '~/models/shared/mailboxes/owner.server'

/**
 * Whether any user's mailbox or Workspace still uses the grant of this Google account. Revoking one token ends the grant for all
 * of them. Call it after the caller's own row was deleted or detached from its user.
 */
export async function isGrantInUse(tx: Db, googleUserId: string): Promise<boolean> {
  const [row] = await tx.execute<{ used: boolean }>(sql`
    select exists (select from ${mailAccounts} where account_key = ${`google:${googleUserId}`} and ${isOwned})
      or exists (select from ${integrations} where user_data->>'sub' = ${googleUserId}) as used`)
  return row!.used
}
