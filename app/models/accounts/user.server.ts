import { and, eq, isNotNull } from 'drizzle-orm'
import { inboxSettings, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { maskKey } from '~/models/shared/mask-key'
import { isTimezone } from '~/models/shared/timezone'
import type { Secrets } from '~/secrets.server'

/** The current user, with the lead key masked. */
export async function getCurrentUser(db: Db, userId: string, secrets: Secrets) {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  if (!row) notFound('User not found')
  const key = row.apolloApiKey && secrets.open(row.apolloApiKey, row.id)
  return {
    id: row.id,
    fullName: row.fullName,
    email: row.email,
    timezone: row.timezone,
    createdAt: row.createdAt,
    defaultSenderAccountId: row.defaultSenderAccountId,
    defaultSendAsEmail: row.defaultSendAsEmail,
    apolloApiKey: key ? maskKey(key) : null,
    apolloApiKeyEnabled: row.apolloApiKeyEnabled,
  }
}

/** A due time in the past: the next run of `queue-digests` computes it again. */
const RECOMPUTE = new Date(0)

/** Sets the user's time zone, which moves the time of the reply digest. Ignores unknown ones. */
export async function setTimezone(db: Db, userId: string, timezone: string): Promise<void> {
  if (!isTimezone(timezone)) return
  await db.transaction(async (tx) => {
    await tx.update(users).set({ timezone }).where(eq(users.id, userId))
    await tx
      .update(inboxSettings)
      .set({ digestAt: RECOMPUTE })
      .where(and(eq(inboxSettings.userId, userId), isNotNull(inboxSettings.digestAt)))
  })
}
