import { and, eq, sql } from 'drizzle-orm'
import { mailAccounts, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { recordNoticed } from '~/models/accounts/keys/security-log.server'
import type { GoogleIdentity, GoogleTokens } from '~/providers/google/oauth'
import type { SenderAlias } from '~/providers/mail/types'
import type { Secrets } from '~/secrets.server'
import { saveAliases } from './aliases.server'
import { clearHealth } from './health.server'
import { type MailboxLimit, requireRoomForMailbox } from './limit.server'
import { endAllOutages } from './outage.server'
import { wakeMailbox } from './wake.server'

export interface GoogleConnection {
  identity: GoogleIdentity
  tokens: GoogleTokens
  scopes: string[]
  aliases: SenderAlias[]
  /** Time zone of the browser that connected it. */
  timezone: string
}

/**
 * Stores a connected or reconnected Gmail mailbox. The first one becomes the default sender. Enrollments that waited for a mailbox
 * resume. @returns its id
 * @throws AppError CONFLICT if the user has too many mailboxes, or if Google gave no refresh token
 */
export async function saveGmailMailbox(
  db: Db,
  userId: string,
  connection: GoogleConnection,
  now: Date,
  secrets: Secrets,
  limit: MailboxLimit = {},
): Promise<string> {
  const { identity, tokens, scopes } = connection
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({
        id: mailAccounts.id,
        refreshToken: mailAccounts.refreshToken,
        accountKey: mailAccounts.accountKey,
        status: mailAccounts.status,
      })
      .from(mailAccounts)
      .where(and(eq(mailAccounts.userId, userId), eq(mailAccounts.googleUserId, identity.sub)))
      // Not a stronger lock: a transaction that enrolls contacts refers to the mailbox while it holds the sequence that
      // wakeMailbox locks next.
      .for('no key update')
    if (!known) await requireRoomForMailbox(tx, userId, limit)
    const id = known?.id ?? crypto.randomUUID()
    if (!known?.refreshToken && !tokens.refreshToken) {
      throw new AppError(
        'CONFLICT',
        'Google did not grant offline access. Remove Coldframe from your Google account, then connect again.',
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
    if (known && known.status !== 'connected') await clearHealth(tx, known, now)
    if (known) await endAllOutages(tx, id, now)
    await saveAliases(tx, id, connection.aliases)
    await tx
      .update(users)
      .set({ defaultSenderAccountId: id })
      .where(and(eq(users.id, userId), sql`${users.defaultSenderAccountId} is null`))
    await enqueue(tx, 'sync-mailbox', { mailboxId: id })
    const { address } = limit
    if (!known && address)
      await recordNoticed(tx, userId, { kind: 'mailbox_connected', subject: identity.email, address })
    await wakeMailbox(tx, userId, id, now)
    return id
  })
}
