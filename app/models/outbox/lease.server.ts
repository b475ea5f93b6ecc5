import { and, eq, inArray, sql } from 'drizzle-orm'
import { mailboxRuns } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'

/**
 * Takes the lease of a mailbox: one worker sends from a mailbox at a time. If it is taken, its holder is asked to look for due sends once more.
 * @returns whether it was free; false for a mailbox that no longer exists
 */
export async function takeLease(db: Db, mailboxId: string, worker: string): Promise<boolean> {
  const rows = await executePrepared<{ taken: boolean }>(
    db,
    sql`insert into mailbox_runs as r (mailbox_id, worker)
      select id, ${worker} from mail_accounts where id = ${mailboxId}::uuid
      on conflict (mailbox_id) do update set requested = true returning r.xmax = 0 as taken`,
  )
  return rows[0]?.taken ?? false
}

/** Gives a lease back. @returns whether the mailbox was asked for meanwhile */
export async function giveBackLease(db: Db, mailboxId: string, worker: string): Promise<boolean> {
  const rows = await db
    .delete(mailboxRuns)
    .where(and(eq(mailboxRuns.mailboxId, mailboxId), eq(mailboxRuns.worker, worker)))
    .returning({ requested: mailboxRuns.requested })
  return rows[0]?.requested ?? false
}

/** The workers that hold leases, alive or dead. */
export const leaseHolders = sql`select distinct worker as id from mailbox_runs`

/** Ends the leases of workers. @returns their mailboxes */
export async function endLeases(tx: Db, workers: string[]): Promise<string[]> {
  if (workers.length === 0) return []
  const rows = await tx
    .delete(mailboxRuns)
    .where(inArray(mailboxRuns.worker, workers))
    .returning({ id: mailboxRuns.mailboxId })
  return rows.map(({ id }) => id)
}
