import { sql } from 'drizzle-orm'
import { integrations, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { isOwned } from '~/models/shared/mailbox-owner.server'

/**
 * Whether a mailbox or a Workspace, whoever's, still lives on what this Google account granted: revoking one token ends the
 * grant for all of them. Ask once one's own row is gone, or nobody's.
 */
export async function isGrantInUse(tx: Db, googleUserId: string): Promise<boolean> {
  const [row] = await tx.execute<{ used: boolean }>(sql`
    select exists (select from ${mailAccounts} where account_key = ${`google:${googleUserId}`} and ${isOwned})
      or exists (select from ${integrations} where user_data->>'sub' = ${googleUserId}) as used`)
  return row!.used
}
