import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { aliases, mailAccounts, mailboxDays, syncCursors, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { localDay } from '~/engine/calendar'
import { notFound } from '~/errors'
import { limitOf, providerLimit } from '~/models/mailboxes/sending-limit.server'
import { isReadable } from '~/models/shared/mailboxes/kinds.server'
import { isOwned } from '~/models/shared/mailboxes/owner.server'
import { updatedFrom } from '~/models/shared/page.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { Mailbox, MailboxesQuery } from './mailbox'
import { isSynced } from './status.server'

export type MailboxRow = typeof mailAccounts.$inferSelect

/** The user's mailboxes that pass the filters, newest first, with their aliases. */
export async function listMailboxes(
  db: Db,
  userId: string,
  { provider, status, updatedSince }: Omit<MailboxesQuery, 'limit' | 'cursor'> = {},
): Promise<Mailbox[]> {
  const stored = status && STORED_STATUSES.filter((name) => STATUS_NAMES[name] === status)
  return loadMailboxes(
    db,
    and(
      eq(mailAccounts.userId, userId),
      provider && eq(mailAccounts.provider, provider),
      stored && inArray(mailAccounts.status, stored),
      updatedFrom(mailAccounts.updatedAt, updatedSince),
    ),
  )
}

/** One of the user's mailboxes. @throws AppError NOT_FOUND */
export async function getMailbox(db: Db, userId: string, id: string): Promise<Mailbox> {
  const [box] = await loadMailboxes(db, and(eq(mailAccounts.userId, userId), eq(mailAccounts.id, id)))
  return box ?? notFound('Mailbox not found')
}

/** Some of a user's mailboxes, by id. */
export async function findMailboxes(db: Db, userId: string, ids: string[]): Promise<Map<string, Mailbox>> {
  const rows = await loadMailboxes(db, and(eq(mailAccounts.userId, userId), isAmong(mailAccounts.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** How often a mailbox is read if nothing asks for it earlier, as users are told. */
const READ_EVERY_SECONDS = 120

/** Sync errors are shown after this many failures in a row: short outages are not worth a message. */
const FAILURES_SHOWN = 3

/** The outage of a mailbox that its user was told of, without a refused login: its status shows that. */
const outageOf = (direction: 'send' | 'read') =>
  sql<{
    since: string
    detail: string
  } | null>`(select jsonb_build_object('since', o.since, 'detail', o.detail)
    from mailbox_outages o where o.mailbox_id = ${mailAccounts.id} and o.direction = ${direction}
      and o.told and o.ended_at is null and o.kind <> 'login')`

async function loadMailboxes(db: Db, where: SQL | undefined): Promise<Mailbox[]> {
  const rows = await db
    .select({
      box: mailAccounts,
      canRead: isReadable,
      defaultId: users.defaultSenderAccountId,
      readError: sql<
        string | null
      >`case when ${syncCursors.failures} >= ${FAILURES_SHOWN} then ${syncCursors.error} end`,
      send: outageOf('send'),
      read: outageOf('read'),
      lastReadAt: syncCursors.syncedAt,
      waiting: sql<boolean>`coalesce(${syncCursors.watchedUntil} > now(), false)`,
      folders: syncCursors.folders,
      error: sql<string | null>`case when ${syncCursors.failures} > 0 then ${syncCursors.error} end`,
    })
    .from(mailAccounts)
    .innerJoin(users, eq(users.id, mailAccounts.userId))
    .leftJoin(syncCursors, eq(syncCursors.mailAccountId, mailAccounts.id))
    .where(where)
    .orderBy(sql`${mailAccounts.createdAt} desc`, sql`${mailAccounts.id} desc`)
  const ids = rows.map(({ box }) => box.id)
  const found =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(aliases)
          .where(inArray(aliases.accountId, ids))
          .orderBy(sql`${aliases.isPrimary} desc`, asc(aliases.sendAsEmail))
  return rows.map(
    ({ box, canRead, defaultId, readError, send, read, lastReadAt, waiting, folders, error }) => ({
      ...toView(box, canRead),
      sync: canRead
        ? {
            ...{ lastReadAt, waiting, error, everySeconds: READ_EVERY_SECONDS },
            folders: (folders ?? []).flatMap(({ path, read }) => (read ? [path] : [])),
            available: (folders ?? []).map(({ path }) => path),
          }
        : null,
      ...(box.status === 'connected' ? { statusDetail: send?.detail ?? read?.detail ?? readError } : {}),
      cannotSendSince: send ? new Date(send.since) : null,
      cannotReadSince: read ? new Date(read.since) : null,
      isDefault: box.id === defaultId,
      aliasOptions: found
        .filter((alias) => alias.accountId === box.id)
        .map(({ sendAsEmail, displayName, verificationStatus, isPrimary }) => ({
          sendAsEmail,
          displayName,
          verificationStatus,
          isPrimary,
        })),
    }),
  )
}

/** Maps stored statuses to the names in screens and the API. Only pauses are stored as `error`. */
export const STATUS_NAMES = {
  connected: 'connected',
  token_expired: 'expired',
  error: 'paused',
  disconnected: 'disconnected',
} as const

const STORED_STATUSES = Object.keys(STATUS_NAMES) as (keyof typeof STATUS_NAMES)[]

/** The fields shown in screens and the API. Never add tokens or passwords. */
const toView = (box: MailboxRow, canRead: boolean) => ({
  id: box.id,
  provider: box.provider,
  email: box.email,
  displayName: box.displayName,
  organization: box.organization,
  status: STATUS_NAMES[box.status],
  statusDetail: box.statusDetail,
  heldUntil: box.holds > 0 ? box.heldUntil : null,
  heldDetail: box.heldDetail,
  createdAt: box.createdAt,
  updatedAt: box.updatedAt,
  lastUsedAt: box.lastUsedAt,
  canRead,
  smtpHost: box.smtpHost,
  smtpPort: box.smtpPort,
  smtpSecure: box.smtpSecure,
  imapHost: box.imapHost,
  imapPort: box.imapPort,
  imapSecure: box.imapSecure,
  username: box.username,
  dailyLimit: box.dailyLimit,
  providerLimit: providerLimit(box),
  sendIntervalSeconds: box.sendIntervalSeconds,
  timezone: box.timezone,
  signature: box.signature,
  postalAddress: box.postalAddress,
  readFolders: box.readFolders,
  folderNames: box.folderNames,
})

/** Today's usage and limit of each mailbox, by its local day. `accountAge` is in days. */
export async function listQuotas(db: Db, userId: string, now: Date) {
  const boxes = await db
    .select()
    .from(mailAccounts)
    .where(eq(mailAccounts.userId, userId))
    .orderBy(asc(mailAccounts.createdAt))
  const quotas = []
  for (const box of boxes) {
    const [day] = await db
      .select({ used: mailboxDays.used })
      .from(mailboxDays)
      .where(
        and(eq(mailboxDays.accountKey, box.accountKey), eq(mailboxDays.day, localDay(now, box.timezone))),
      )
    const limit = limitOf(box, now)
    const current = day?.used ?? 0
    quotas.push({
      accountId: box.id,
      current,
      limit,
      remaining: Math.max(0, limit - current),
      accountAge: Math.max(0, Math.floor((now.getTime() - box.createdAt.getTime()) / 86_400_000)),
    })
  }
  return quotas
}

/** The connected mailboxes to choose a sender from, the default first. */
export async function listSenders(db: Db, userId: string) {
  const boxes = await listMailboxes(db, userId)
  return boxes
    .filter((box) => box.status === 'connected')
    .map(({ id, email, isDefault }) => ({ accountId: id, email, isDefault }))
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
}

/** Makes a mailbox the default sender. */
export async function setDefaultMailbox(db: Db, userId: string, id: string): Promise<void> {
  await requireMailbox(db, userId, id)
  await db
    .update(users)
    .set({ defaultSenderAccountId: id, defaultSendAsEmail: null })
    .where(eq(users.id, userId))
}

export async function requireMailbox(db: Db, userId: string, id: string): Promise<MailboxRow> {
  const [row] = await db
    .select()
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, id), eq(mailAccounts.userId, userId)))
  return row ?? notFound('Mailbox not found')
}

/** The longest interval between syncs of a mailbox that keeps failing, in seconds. */
const MAX_SYNC_PAUSE = 3600

/**
 * Readable mailboxes that were not synced within `seconds` (PostgreSQL's clock). The interval doubles with each failure in a row.
 */
export async function listMailboxesToSync(db: Db, seconds: number): Promise<string[]> {
  const pause = sql`least(${MAX_SYNC_PAUSE}::float8, ${seconds}::float8 * 2 ^ least(coalesce(${syncCursors.failures}, 0), 10))`
  const rows = await db
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .leftJoin(syncCursors, eq(syncCursors.mailAccountId, mailAccounts.id))
    .where(
      and(
        isSynced,
        isReadable,
        sql`(${syncCursors.triedAt} is null or ${syncCursors.triedAt} < now() - make_interval(secs => ${pause}))`,
      ),
    )
    .orderBy(sql`${syncCursors.triedAt} nulls first`)
  return rows.map((row) => row.id)
}

/** The mailboxes with this address, across all users. */
export async function listMailboxesByEmail(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(and(sql`lower(${mailAccounts.email}) = ${email.toLowerCase()}`, isOwned))
  return rows.map((row) => row.id)
}
