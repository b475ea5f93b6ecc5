import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { aliases, mailAccounts, mailboxDays, syncCursors, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { localDay } from '~/engine/calendar'
import { notFound } from '~/errors'
import { limitOf, providerLimit } from '~/models/mailboxes/sending-limit.server'
import { isOwned } from '~/models/shared/mailbox-owner.server'
import type { Mailbox } from './mailbox'
import { isRead } from './status.server'

export type MailboxRow = typeof mailAccounts.$inferSelect

/** The user's mailboxes, newest first, with their aliases. */
export async function listMailboxes(db: Db, userId: string): Promise<Mailbox[]> {
  return show(db, eq(mailAccounts.userId, userId))
}

/** One of the user's mailboxes. @throws AppError NOT_FOUND */
export async function getMailbox(db: Db, userId: string, id: string): Promise<Mailbox> {
  const [box] = await show(db, and(eq(mailAccounts.userId, userId), eq(mailAccounts.id, id)))
  return box ?? notFound('Mail account not found')
}

/** A server that was away for a moment is no news. */
const FAILURES_SHOWN = 3

async function show(db: Db, where: SQL | undefined): Promise<Mailbox[]> {
  const rows = await db
    .select({
      box: mailAccounts,
      defaultId: users.defaultSenderAccountId,
      readError: sql<
        string | null
      >`case when ${syncCursors.failures} >= ${FAILURES_SHOWN} then ${syncCursors.error} end`,
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
  return rows.map(({ box, defaultId, readError }) => ({
    ...shown(box),
    ...(box.status === 'connected' ? { statusDetail: readError } : {}),
    isDefault: box.id === defaultId,
    aliasOptions: found
      .filter((alias) => alias.accountId === box.id)
      .map(({ sendAsEmail, displayName, verificationStatus, isPrimary }) => ({
        sendAsEmail,
        displayName,
        verificationStatus,
        isPrimary,
      })),
  }))
}

/** The stored statuses as screens and calls name them: only a pause is ever stored as `error`. */
export const SHOWN_STATUS = {
  connected: 'connected',
  token_expired: 'expired',
  error: 'paused',
  disconnected: 'disconnected',
} as const

/** Never among them: what opens the mailbox. */
const shown = (box: MailboxRow) => ({
  id: box.id,
  provider: box.provider,
  email: box.email,
  displayName: box.displayName,
  status: SHOWN_STATUS[box.status],
  statusDetail: box.statusDetail,
  createdAt: box.createdAt,
  lastUsedAt: box.lastUsedAt,
  canRead: box.provider === 'gmail' || box.imapHost !== null,
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
})

/** What each mailbox has used of its local day. `accountAge` is in days. */
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

/** The addresses that can send, for choices: each mailbox, the default first. */
export async function listSenders(db: Db, userId: string) {
  const boxes = await listMailboxes(db, userId)
  return boxes
    .filter((box) => box.status === 'connected')
    .map(({ id, email, isDefault }) => ({ accountId: id, email, isDefault }))
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
}

/** Makes a mailbox the one that sends where none is chosen. */
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
  return row ?? notFound('Mail account not found')
}

/** A mailbox that keeps failing is tried at least so often, in seconds. */
const MAX_SYNC_PAUSE = 3600

/**
 * Mailboxes that can be read and were not read within `seconds` (PostgreSQL's clock); after each failure in a row the
 * pause is twice as long.
 */
export async function listMailboxesToSync(db: Db, seconds: number): Promise<string[]> {
  const pause = sql`least(${MAX_SYNC_PAUSE}::float8, ${seconds}::float8 * 2 ^ least(coalesce(${syncCursors.failures}, 0), 10))`
  const rows = await db
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .leftJoin(syncCursors, eq(syncCursors.mailAccountId, mailAccounts.id))
    .where(
      and(
        isRead,
        sql`(${mailAccounts.provider} = 'gmail' or ${mailAccounts.imapHost} is not null)`,
        sql`(${syncCursors.triedAt} is null or ${syncCursors.triedAt} < now() - make_interval(secs => ${pause}))`,
      ),
    )
    .orderBy(sql`${syncCursors.triedAt} nulls first`)
  return rows.map((row) => row.id)
}

/** The mailboxes with an address, whoever's they are. */
export async function listMailboxesByEmail(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(and(sql`lower(${mailAccounts.email}) = ${email.toLowerCase()}`, isOwned))
  return rows.map((row) => row.id)
}
