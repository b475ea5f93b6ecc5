import { and, eq, sql } from 'drizzle-orm'
import { mailAccounts, sequenceContacts, syncCursors } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { endOutages } from '~/models/mailboxes/outage.server'
import { isSynced } from '~/models/mailboxes/status.server'
import { isOfKind, isReadable } from '~/models/shared/mailboxes/kinds.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { MailFolder } from '~/providers/mail/types'

/** Starts a sync. @returns the mailbox's user and cursor; null if it was disconnected or must not be synced */
export async function startSync(
  db: Db,
  mailboxId: string,
): Promise<{ userId: string; cursor: string | null } | null> {
  const [mailbox] = await db
    .select({ userId: mailAccounts.userId, cursor: syncCursors.cursor })
    .from(mailAccounts)
    .leftJoin(syncCursors, eq(syncCursors.mailAccountId, mailAccounts.id))
    .where(and(eq(mailAccounts.id, mailboxId), isSynced))
  if (!mailbox?.userId) return null
  await db
    .insert(syncCursors)
    .values({ mailAccountId: mailboxId, triedAt: sql`now()` as unknown as Date })
    .onConflictDoUpdate({ target: syncCursors.mailAccountId, set: { triedAt: sql`now()` } })
  return { userId: mailbox.userId, cursor: mailbox.cursor }
}

/**
 * Stores that everything up to `cursor` was processed, and the folders that the server has. After a crash before this, messages are read
 * again but count once.
 */
export async function saveCursor(
  db: Db,
  mailboxId: string,
  cursor: string,
  folders: MailFolder[] = [],
): Promise<void> {
  await db.update(syncCursors).set({ cursor, folders }).where(eq(syncCursors.mailAccountId, mailboxId))
}

/** How long a worker's word that it waits for new messages holds, in seconds; it is repeated in half of that time. */
const WATCHED_SECONDS = 180

/** Notes that a worker waits at these servers for new messages; after a crash that ends by itself. */
export async function noteWatched(db: Db, mailboxIds: string[]): Promise<void> {
  if (mailboxIds.length === 0) return
  await db.execute(sql`
    update sync_cursors set watched_until = now() + make_interval(secs => ${WATCHED_SECONDS})
    where ${isAmong(sql`mail_account_id`, mailboxIds)}
      and (watched_until is null or watched_until < now() + make_interval(secs => ${WATCHED_SECONDS / 2}))`)
}

/** Notes that nobody waits for new messages of a mailbox: it is read every two minutes. */
export async function noteUnwatched(db: Db, mailboxId: string): Promise<void> {
  await db.update(syncCursors).set({ watchedUntil: null }).where(eq(syncCursors.mailAccountId, mailboxId))
}

/**
 * Records a complete sync, which saw everything received by `readAt` (mail time). Wakes enrollments that were held until the inbox
 * is fresh.
 */
export async function finishSync(db: Db, mailboxId: string, readAt: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(syncCursors)
      .set({ syncedAt: readAt, failures: 0, error: null })
      .where(eq(syncCursors.mailAccountId, mailboxId))
    await endOutages(tx, [mailboxId], 'read', readAt)
    const woken = await tx
      .update(sequenceContacts)
      .set({ nextActionAt: readAt })
      .where(
        and(
          eq(sequenceContacts.mailboxId, mailboxId),
          eq(sequenceContacts.status, 'active'),
          eq(sequenceContacts.holdReason, 'inbox_not_fresh'),
          sql`${sequenceContacts.slotAt} < ${readAt.toISOString()}::timestamptz`,
        ),
      )
      .returning({ id: sequenceContacts.id })
    if (woken.length > 0) await enqueue(tx, 'due-scan', {})
  })
}

/** Records a failed sync with the provider's message. */
export async function failSync(db: Db, mailboxId: string, error: string): Promise<void> {
  await db
    .update(syncCursors)
    .set({ failures: sql`${syncCursors.failures} + 1`, error: error.slice(0, 1000) })
    .where(eq(syncCursors.mailAccountId, mailboxId))
}

/** Milliseconds of mail time since the last complete sync of a mailbox; null if there was none. */
export async function syncCursorAge(db: Db, mailboxId: string, now: Date): Promise<number | null> {
  const [row] = await db
    .select({ syncedAt: syncCursors.syncedAt })
    .from(syncCursors)
    .where(eq(syncCursors.mailAccountId, mailboxId))
  return row?.syncedAt ? now.getTime() - row.syncedAt.getTime() : null
}

/**
 * Mailboxes whose server may push new messages (IMAP IDLE): at most `perUser` of each user, most recently used first. `settings` is a
 * hash of the connection settings, so that changes are noticed.
 */
export async function listWatchable(db: Db, perUser: number): Promise<{ id: string; settings: string }[]> {
  return db.execute<{ id: string; settings: string }>(sql`
    select id, settings from (
      select id, last_used_at,
        md5(concat_ws(' ', imap_host, imap_port, imap_secure, username, password)) as settings,
        row_number() over (partition by user_id order by last_used_at desc nulls last, id) as place
      from mail_accounts where ${isOfKind((kind) => kind.announces)} and ${isSynced} and ${isReadable}) readable
    where place <= ${perUser}::int order by last_used_at desc nulls last, id`)
}
