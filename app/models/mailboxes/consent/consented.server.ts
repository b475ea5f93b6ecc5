import { and, eq, sql } from 'drizzle-orm'
import { mailAccounts, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { recordNoticed } from '~/models/accounts/keys/security-log.server'
import { MAILBOX_KINDS, type MailboxKindName } from '~/models/shared/mailboxes/kinds'
import type { SenderAlias } from '~/providers/mail/types'
import type { OAuthIdentity, OAuthTokens } from '~/providers/net/oauth'
import type { Secrets } from '~/secrets.server'
import { saveAliases } from '../aliases.server'
import { clearHealth } from '../health.server'
import { type MailboxLimit, requireRoomForMailbox } from '../limit.server'
import { endAllOutages } from '../outage.server'
import { wakeMailbox } from '../wake.server'

/** A mailbox whose company granted access to it. */
export interface Consented {
  provider: MailboxKindName
  /** Of a Google account: other parts of the product use the same grant. */
  googleUserId?: string
  identity: OAuthIdentity
  tokens: OAuthTokens
  scopes: string[]
  aliases: SenderAlias[]
  /** Time zone of the browser that connected it. */
  timezone: string
}

/**
 * Stores a mailbox that was connected or reconnected on its company's page. The first one becomes the default sender. Enrollments that waited for a mailbox
 * resume. @returns its id
 * @throws AppError CONFLICT if the user has too many mailboxes, or if the company gave no refresh token
 */
export async function saveConsented(
  db: Db,
  userId: string,
  connection: Consented,
  now: Date,
  secrets: Secrets,
  limit: MailboxLimit = {},
): Promise<string> {
  const { provider, identity, tokens, scopes } = connection
  const company = MAILBOX_KINDS[provider].company!
  const accountKey = `${company.keyPrefix}:${identity.sub}`
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({
        id: mailAccounts.id,
        refreshToken: mailAccounts.refreshToken,
        accountKey: mailAccounts.accountKey,
        status: mailAccounts.status,
      })
      .from(mailAccounts)
      .where(and(eq(mailAccounts.userId, userId), eq(mailAccounts.accountKey, accountKey)))
      // Not a stronger lock: a transaction that enrolls contacts refers to the mailbox while it holds the sequence that
      // wakeMailbox locks next.
      .for('no key update')
    if (!known) await requireRoomForMailbox(tx, userId, limit)
    const id = known?.id ?? crypto.randomUUID()
    if (!known?.refreshToken && !tokens.refreshToken) {
      throw new AppError(
        'CONFLICT',
        `${company.name} did not grant offline access. Remove Coldframe from your ${company.name} account, then connect again.`,
      )
    }
    const values = {
      email: identity.email,
      organization: identity.organization,
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
        provider,
        googleUserId: connection.googleUserId ?? null,
        accountKey,
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
