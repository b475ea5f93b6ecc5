import type { Db } from '~/db.server'
import { getPersona } from '~/models/personas/persona.server'
import type { Contact, NewContact } from './contact'
import { industryOf } from './contact.server'

/**
 * What cannot be chosen of a new contact, as it begins. Stops that are known of its address come later.
 * @throws AppError NOT_FOUND for a list that is not the user's
 */
export async function freshContact(
  db: Db,
  userId: string,
  { personaId, organization }: NewContact,
): Promise<Partial<Contact>> {
  const persona = personaId ? await getPersona(db, userId, personaId) : null
  return {
    industry: industryOf(organization) ?? persona?.industry ?? null,
    personaIndustry: persona?.industry ?? null,
    hardBounced: false,
    notOpenedStreak: 0,
  }
}
