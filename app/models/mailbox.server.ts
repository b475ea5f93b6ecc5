import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import {
  aliases,
  emailSends,
  mailAccounts,
  mailboxDays,
  sequenceContacts,
  syncCursors,
  users,
} from '#drizzle/schema'
import type { Db } from '../db.server'
import { localDay } from '../engine/calendar'
import { onHold } from '../engine/events'
import { AppError, notFound } from '../errors'
import { enqueue } from '../jobs/enqueue.server'
import type { Providers } from '../providers/factory.server'
import type { GoogleIdentity, GoogleTokens } from '../providers/google/oauth'
import type { MailProvider, SenderAlias } from '../providers/mail/types'
import type { Secrets } from '../secrets.server'
import { applyToEnrollments } from './enrollment-events.server'
import { cancelWaitingSends } from './enrollment-store.server'
import { limitOf } from './mailbox-slots.server'
import { expireMailbox, wakeMailbox } from './mailbox-status.server'

type Row = typeof mailAccounts.$inferSelect

/** A mailbox as screens and calls show it; the stored status `token_expired` reads `expired`. */
export interface Mailbox {
  id: string
  provider: 'gmail' | 'smtp'
  email: string
  displayName: string
  status: 'connected' | 'expired' | 'error' | 'disconnected'
  statusDetail: string | null
  isDefault: boolean
  createdAt: Date
  lastUsedAt: Date | null
  aliasOptions: { sendAsEmail: string; displayName: string; verificationStatus: string; isPrimary: boolean }[]
}

/** The user's mailboxes, newest first, with their aliases. */
export async function listMailboxes(db: Db, userId: string): Promise<Mailbox[]> {
  const rows = await db
    .select({ box: mailAccounts, defaultId: users.defaultSenderAccountId })
    .from(mailAccounts)
    .innerJoin(users, eq(users.id, mailAccounts.userId))
    .where(eq(mailAccounts.userId, userId))
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
  return rows.map(({ box, defaultId }) => ({
    id: box.id,
    provider: box.provider,
    email: box.email,
    displayName: box.displayName,
    status: box.status === 'token_expired' ? 'expired' : box.status,
    statusDetail: box.statusDetail,
    isDefault: box.id === defaultId,
    createdAt: box.createdAt,
    lastUsedAt: box.lastUsedAt,
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

export interface GoogleConnection {
  identity: GoogleIdentity
  tokens: GoogleTokens
  scopes: string[]
  aliases: SenderAlias[]
  /** Zone of the browser that connected it. */
  timezone: string
}

/**
 * Stores a connected (or reconnected) Gmail mailbox; the first one becomes the default sender. People who waited for a
 * mailbox go on. @returns its id
 */
export async function saveGmailMailbox(
  db: Db,
  userId: string,
  connection: GoogleConnection,
  now: Date,
  secrets: Secrets,
): Promise<string> {
  const { identity, tokens, scopes } = connection
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({ id: mailAccounts.id, refreshToken: mailAccounts.refreshToken })
      .from(mailAccounts)
      .where(and(eq(mailAccounts.userId, userId), eq(mailAccounts.googleUserId, identity.sub)))
      .for('update')
    const id = known?.id ?? crypto.randomUUID()
    if (!known?.refreshToken && !tokens.refreshToken) {
      throw new AppError(
        'CONFLICT',
        'Google gave no lasting permission. Remove Coldframe from your Google account and connect again.',
      )
    }
    const values = {
      email: identity.email,
      accessToken: secrets.seal(tokens.accessToken, id),
      ...(tokens.refreshToken ? { refreshToken: secrets.seal(tokens.refreshToken, id) } : {}),
      tokenExpiresAt: tokens.expiresAt,
      scopes,
      status: 'connected' as const,
      statusDetail: null,
    }
    await tx
      .insert(mailAccounts)
      .values({
        id,
        userId,
        provider: 'gmail',
        googleUserId: identity.sub,
        accountKey: `google:${identity.sub}`,
        displayName: identity.name,
        timezone: connection.timezone,
        createdAt: now,
        ...values,
      })
      .onConflictDoUpdate({ target: mailAccounts.id, set: values })
    await saveAliases(tx, id, connection.aliases)
    await tx
      .update(users)
      .set({ defaultSenderAccountId: id })
      .where(and(eq(users.id, userId), sql`${users.defaultSenderAccountId} is null`))
    await enqueue(tx, 'sync-mailbox', { mailboxId: id })
    await wakeMailbox(tx, userId, id, now)
    return id
  })
}

/** Replaces a mailbox's aliases by what the provider says. */
export async function saveAliases(tx: Db, accountId: string, found: SenderAlias[]): Promise<void> {
  await tx.delete(aliases).where(eq(aliases.accountId, accountId))
  if (found.length === 0) return
  await tx
    .insert(aliases)
    .values(found.map(({ isDefault, ...alias }) => ({ ...alias, accountId, isDefaultAlias: isDefault })))
    .onConflictDoNothing()
}

/** Asks the provider for a mailbox's aliases. @throws AppError UPSTREAM_FAILED with its words */
export async function refreshAliases(db: Db, userId: string, id: string, deps: MailboxDeps): Promise<void> {
  await requireMailbox(db, userId, id)
  const provider = await openMailbox(db, id, deps)
  const answer = await provider.aliases(AbortSignal.timeout(20_000))
  if (!answer.ok) {
    if (answer.why === 'auth') await expireMailbox(db, id, answer.detail)
    throw new AppError('UPSTREAM_FAILED', answer.detail)
  }
  await db.transaction((tx) => saveAliases(tx, id, answer.aliases))
}

/** Makes a mailbox the one that sends where none is chosen. */
export async function setDefaultMailbox(db: Db, userId: string, id: string): Promise<void> {
  await requireMailbox(db, userId, id)
  await db
    .update(users)
    .set({ defaultSenderAccountId: id, defaultSendAsEmail: null })
    .where(eq(users.id, userId))
}

/** Forgets a mailbox: its tokens go, people who use it wait, what it sent stays. @returns the token to revoke, if any */
export async function disconnectMailbox(
  db: Db,
  userId: string,
  id: string,
  now: Date,
  secrets: Secrets,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const box = await requireMailbox(tx, userId, id)
    await applyToEnrollments(
      tx,
      and(eq(sequenceContacts.mailboxId, id), eq(sequenceContacts.status, 'active')),
      (s) => onHold(s, 'no_mailbox'),
      now,
    )
    await cancelWaitingSends(tx, eq(emailSends.senderAccountId, id))
    const token = box.refreshToken ?? box.accessToken
    const shared = await tx
      .select({ id: mailAccounts.id })
      .from(mailAccounts)
      .where(and(eq(mailAccounts.accountKey, box.accountKey), sql`${mailAccounts.id} <> ${id}`))
    await tx.delete(mailAccounts).where(eq(mailAccounts.id, id))
    // Revoking one token ends the whole grant, also that of another user with the same Google account.
    return token && shared.length === 0 ? secrets.open(token, id) : null
  })
}

export async function requireMailbox(db: Db, userId: string, id: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, id), eq(mailAccounts.userId, userId)))
  return row ?? notFound('Mail account not found')
}

export interface MailboxDeps {
  providers: Providers
  secrets: Secrets
}

/** A mailbox ready to talk to its provider; renewed tokens are stored at once. Close it after use. Never in a transaction. */
export async function openMailbox(
  db: Db,
  id: string,
  { providers, secrets }: MailboxDeps,
): Promise<MailProvider> {
  const [box] = await db.select().from(mailAccounts).where(eq(mailAccounts.id, id))
  if (!box) notFound('Mail account not found')
  if (box.provider !== 'gmail' || !box.accessToken)
    throw new AppError('CONFLICT', 'This mail account cannot be used yet')
  return providers.gmail({
    tokens: {
      accessToken: secrets.open(box.accessToken, id),
      refreshToken: box.refreshToken && secrets.open(box.refreshToken, id),
      expiresAt: box.tokenExpiresAt,
    },
    onTokens: async (tokens) => {
      await db
        .update(mailAccounts)
        .set({
          accessToken: secrets.seal(tokens.accessToken, id),
          tokenExpiresAt: tokens.expiresAt,
          ...(tokens.refreshToken ? { refreshToken: secrets.seal(tokens.refreshToken, id) } : {}),
        })
        .where(eq(mailAccounts.id, id))
    },
  })
}

/** Connected mailboxes that can be read and were not read within `seconds` (PostgreSQL's clock). */
export async function listMailboxesToSync(db: Db, seconds: number): Promise<string[]> {
  const rows = await db
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .leftJoin(syncCursors, eq(syncCursors.mailAccountId, mailAccounts.id))
    .where(
      and(
        eq(mailAccounts.status, 'connected'),
        sql`(${mailAccounts.provider} = 'gmail' or ${mailAccounts.imapHost} is not null)`,
        sql`(${syncCursors.triedAt} is null or ${syncCursors.triedAt} < now() - make_interval(secs => ${seconds}))`,
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
    .where(sql`lower(${mailAccounts.email}) = ${email.toLowerCase()}`)
  return rows.map((row) => row.id)
}
