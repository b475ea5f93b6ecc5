import { sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { getPersona } from '~/models/personas/persona.server'
import type { Contact, NewContact } from './contact'
import { firstIndustry } from './contact.server'

/**
 * The fields of a new contact that the user cannot set. Inherited suppressions are added later.
 * @throws AppError NOT_FOUND if the user does not own the list
 */
export async function newContactDefaults(
  db: Db,
  userId: string,
  { personaId, organization }: NewContact,
): Promise<Partial<Contact>> {
  const persona = personaId ? await getPersona(db, userId, personaId) : null
  const [row] = await db.execute<{ industry: string | null }>(
    sql`select ${firstIndustry(organization, persona?.industry)} as industry`,
  )
  return {
    industry: row!.industry,
    personaIndustry: persona?.industry ?? null,
    hardBounced: false,
    notOpenedStreak: 0,
  }
}
