import { and, eq, inArray, sql } from 'drizzle-orm'
import { mailboxRuns } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'

/** A lease without emails in progress ends after this many seconds. */
const LEASE_SECONDS = 60

/**
 * Takes the lease of a mailbox: one worker sends from a mailbox at a time. If it is taken, its holder is asked to look for due sends once
 * more. The lease of a worker that hangs ends together with those of its emails.
 * @returns whether it was free; false for a mailbox that no longer exists
 */
export async function takeLease(db: Db, mailboxId: string, worker: string): Promise<boolean> {
  const hasEnded = sql`r.taken_at < now() - make_interval(secs => ${LEASE_SECONDS}::int) and not exists (
    select from email_sends s where s.stage = 'open' and s.sender_account_id = r.mailbox_id and s.claimed_by = r.worker
      and s.state in ('claimed', 'sending') and s.lease_ends_at > now())`
  const rows = await executePrepared<{ taken: boolean }>(
    db,
    sql`insert into mailbox_runs as r (mailbox_id, worker)
      select id, ${worker} from mail_accounts where id = ${mailboxId}::uuid
      on conflict (mailbox_id) do update set (worker, taken_at, requested) = (
        select case when ended then excluded.worker else r.worker end, case when ended then now() else r.taken_at end, not ended
        from (select ${hasEnded} as ended) lease)
      returning r.worker = ${worker} and not r.requested as taken`,
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
