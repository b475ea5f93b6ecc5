import { and, eq, sql } from 'drizzle-orm'
import { settings } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { CONTACT_SETTING_DEFAULTS, type ContactSettings } from './contact-settings'

/** The user's contact settings, with defaults. */
export async function getContactSettings(db: Db, userId: string): Promise<Required<ContactSettings>> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.userId, userId), eq(settings.key, 'contacts')))
  return { ...CONTACT_SETTING_DEFAULTS, ...(row?.value as Partial<ContactSettings> | undefined) }
}

/** Stores the given settings and keeps the others. Enrollments held for a rule that has changed are planned again. */
export async function saveContactSettings(
  db: Db,
  userId: string,
  input: ContactSettings,
): Promise<Required<ContactSettings>> {
  return db.transaction(async (tx) => {
    const before = await getContactSettings(tx, userId)
    await tx
      .insert(settings)
      .values({ userId, key: 'contacts', value: input })
      .onConflictDoUpdate({
        target: [settings.userId, settings.key],
        set: { value: sql`${settings.value} || excluded.value` },
      })
    const after = await getContactSettings(tx, userId)
    if (after.maxEmailsPerContactPerWeek !== before.maxEmailsPerContactPerWeek)
      await enqueue(tx, 'release-held', { userId, reason: 'contact_pressure' })
    if (before.oneSequencePerContact && !after.oneSequencePerContact)
      await enqueue(tx, 'release-held', { userId, reason: 'in_other_sequence' })
    return after
  })
}
