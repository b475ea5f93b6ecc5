import { eq } from 'drizzle-orm'
import { inboxSettings } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { switchDigest } from './digest.server'

/** The user's choices for the inbox. */
export async function getInboxSettings(
  db: Db,
  userId: string,
): Promise<{ aiLabels: boolean; digest: boolean }> {
  const [row] = await db.select().from(inboxSettings).where(eq(inboxSettings.userId, userId))
  return { aiLabels: row?.aiLabels ?? false, digest: row?.digestAt != null }
}

/** Stores the user's choices. Absent ones stay as they are. @param now mail time */
export async function saveInboxSettings(
  db: Db,
  userId: string,
  { aiLabels, digest }: { aiLabels?: boolean; digest?: boolean },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(inboxSettings).values({ userId }).onConflictDoNothing()
    if (aiLabels !== undefined)
      await tx.update(inboxSettings).set({ aiLabels }).where(eq(inboxSettings.userId, userId))
    if (digest !== undefined) await switchDigest(tx, userId, digest, now)
  })
}
