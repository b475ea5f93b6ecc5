import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { isOwned } from '~/models/shared/mailboxes/owner.server'
import type { ProviderFailure } from '~/providers/net/failure'
import type { OAuthTokens } from '~/providers/net/oauth'
import type { Secrets } from '~/secrets.server'

/** How long one worker alone may renew the tokens of a mailbox: longer than the token endpoint may take. After a crash the next one waits so long. */
const RENEWAL_SECONDS = 20
/** How often a worker looks whether another one is done, in milliseconds. */
const LOOK_MS = 100

type Renewed = { ok: true; tokens: OAuthTokens } | ProviderFailure

/**
 * Renews the tokens of a mailbox whose company replaces the refresh token each time: one worker asks, the others wait and take what it
 * stored. Tokens are used only after they are stored.
 * @param stale the access token that no longer works
 * @param refresh asks the company, with the stored refresh token
 */
export async function renewTokens(
  db: Db,
  id: string,
  stale: string,
  refresh: (refreshToken: string) => Promise<Renewed>,
  secrets: Secrets,
): Promise<Renewed> {
  const mine = and(eq(mailAccounts.id, id), isOwned)
  for (let waited = 0; waited <= RENEWAL_SECONDS * 1000 + LOOK_MS; waited += LOOK_MS) {
    const [box] = await db.select().from(mailAccounts).where(mine)
    if (!box?.accessToken || !box.refreshToken)
      return { ok: false, why: 'auth', detail: 'This mailbox must be connected again' }
    const accessToken = secrets.open(box.accessToken, id)
    const refreshToken = secrets.open(box.refreshToken, id)
    if (accessToken !== stale)
      return { ok: true, tokens: { accessToken, refreshToken, expiresAt: box.tokenExpiresAt } }
    const [taken] = await db
      .update(mailAccounts)
      .set({ renewalEndsAt: sql`now() + make_interval(secs => ${RENEWAL_SECONDS})` as unknown as Date })
      .where(
        and(
          mine,
          eq(mailAccounts.accessToken, box.accessToken),
          sql`coalesce(${mailAccounts.renewalEndsAt} < now(), true)`,
        ),
      )
      .returning({ id: mailAccounts.id })
    if (taken) return renewAlone(db, id, await refresh(refreshToken), secrets)
    await sleep(LOOK_MS)
  }
  return { ok: false, why: 'retry', detail: 'Another worker has not renewed the tokens in time' }
}

/** Stores the result of a renewal, and lets others renew again. Only while the mailbox is connected: disconnecting has deleted its secrets. */
async function renewAlone(db: Db, id: string, renewed: Renewed, secrets: Secrets): Promise<Renewed> {
  const stored = renewed.ok
    ? {
        accessToken: secrets.seal(renewed.tokens.accessToken, id),
        tokenExpiresAt: renewed.tokens.expiresAt,
        ...(renewed.tokens.refreshToken
          ? { refreshToken: secrets.seal(renewed.tokens.refreshToken, id) }
          : {}),
      }
    : {}
  await db
    .update(mailAccounts)
    .set({ ...stored, renewalEndsAt: null })
    .where(and(eq(mailAccounts.id, id), isOwned))
  return renewed
}
