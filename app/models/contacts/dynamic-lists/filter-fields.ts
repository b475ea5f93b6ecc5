import type { Filter } from '../filter/filter'
import { CUSTOM, isGroup } from '../filter/filter'

/** What triggers note a change of, for the fields that are no column of the contact. */
const NOTED: Record<string, readonly string[]> = {
  status: ['suppressed', 'unsubscribed', 'hard_bounced'],
  emailDomain: ['email'],
  createdAt: [],
  lastEmailedAt: ['emails'],
  lastRepliedAt: ['emails'],
  emailsSent: ['emails'],
  personaId: ['lists'],
  // An outcome may be a bounce.
  sequenceId: ['sequences', 'emails'],
}

/**
 * What a filter asks of contacts, as the triggers name it (drizzle/functions.sql, note_contact): columns in SQL, `custom.` and a key, `lists`,
 * `sequences`, `emails`. A contact whose change touches none of it stays where it is.
 */
export function fieldsOf(filter: Filter): string[] {
  const fields = filter.parts.flatMap((part) => {
    if (isGroup(part)) return fieldsOf(part)
    if (part.field.startsWith(CUSTOM)) return [part.field]
    return NOTED[part.field] ?? [part.field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
  })
  return [...new Set(fields)]
}
