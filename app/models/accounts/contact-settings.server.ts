import { and, eq, sql } from 'drizzle-orm'
import { settings } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { CONTACT_SETTING_DEFAULTS, type ContactSettings } from './contact-settings'

/** The user's contact settings, with defaults. */
export async function getContactSettings(db: Db, userId: string): Promise<Required<ContactSettings>> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.userId, userId), eq(settings.key, 'contacts')))
  return { ...CONTACT_SETTING_DEFAULTS, ...(row?.value as Partial<ContactSettings> | undefined) }
}

/** Stores the given settings and keeps the others. */
export async function saveContactSettings(
  db: Db,
  userId: string,
  input: ContactSettings,
): Promise<Required<ContactSettings>> {
  await db
    .insert(settings)
    .values({ userId, key: 'contacts', value: input })
    .onConflictDoUpdate({
      target: [settings.userId, settings.key],
      set: { value: sql`${settings.value} || excluded.value` },
    })
  return getContactSettings(db, userId)
}
