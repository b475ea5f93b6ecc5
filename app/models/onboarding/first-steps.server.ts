import { sql } from 'drizzle-orm'
import { mailAccounts, personaContacts, personas, sequences, settings, templates } from '#drizzle/schema'
import type { Db } from '~/db.server'
import type { FirstSteps } from './first-steps'

/** The setting that ends the checklist permanently. */
const KEY = 'first_steps'

/**
 * The progress of a new user. Once everything is done, the checklist ends permanently, even if something is deleted later.
 * @returns null if it is done or was dismissed
 */
export async function getFirstSteps(db: Db, userId: string): Promise<FirstSteps | null> {
  const [row] = await db.execute<FirstSteps & Record<string, unknown>>(sql`
    select exists (select from ${mailAccounts} where user_id = ${userId}) as mailbox,
      exists (
        select from ${personas} p join ${personaContacts} m on m.persona_id = p.id where p.user_id = ${userId}
      ) as list,
      exists (select from ${templates} where user_id = ${userId}) as template,
      exists (select from ${sequences} where user_id = ${userId}) as sequence,
      exists (select from ${sequences} where user_id = ${userId} and activated_at is not null) as activation
    where not exists (select from ${settings} where user_id = ${userId} and key = ${KEY})`)
  if (!row) return null
  if (!Object.values(row).every(Boolean)) return { ...row }
  await endFirstSteps(db, userId)
  return null
}

/** Ends the checklist permanently. */
export async function endFirstSteps(db: Db, userId: string): Promise<void> {
  await db
    .insert(settings)
    .values({ userId, key: KEY, value: { ended: true } })
    .onConflictDoNothing()
}
