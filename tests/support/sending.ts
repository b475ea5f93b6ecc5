import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { type Claim, claimSends } from '~/models/outbox/claim.server'
import { decideDue, listDue } from '~/models/outbox/due-scan.server'
import type { Secrets } from '~/secrets.server'

/** Decides what is due now, once, as a due-scan does. @returns the number of enrollments */
export async function scanDue(db: Db, now: Date, horizon: Date, secrets: Secrets): Promise<number> {
  let decided = 0
  const { mailboxes } = await listDue(db, now)
  for (const mailboxId of mailboxes) decided += await decideDue(db, mailboxId, now, horizon, secrets)
  return decided
}

/** Mailboxes with sends that are due. */
export async function dueMailboxes(db: Db, now: Date): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select distinct sender_account_id as id from email_sends
    where state = 'scheduled' and sender_account_id is not null and scheduled_for <= ${now.toISOString()}::timestamptz order by 1`)
  return rows.map(({ id }) => id)
}

/** Claims due sends of every mailbox. @param limit the maximum per mailbox */
export async function claimAll(db: Db, worker: string, now: Date, limit?: number): Promise<Claim[]> {
  const claims: Claim[] = []
  for (const id of await dueMailboxes(db, now)) claims.push(...(await claimSends(db, id, worker, now, limit)))
  return claims
}
