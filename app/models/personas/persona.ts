import { z } from 'zod'
import { ChangesQuery, json, optionalText, requiredText, words } from '~/models/shared/fields'

const REQUIRED = 'Name, industry, job title, and location are required'

/** A new email list. */
export const NewPersona = z.object({
  name: requiredText(REQUIRED),
  industry: requiredText(REQUIRED),
  jobTitle: requiredText(REQUIRED),
  location: requiredText(REQUIRED),
  description: optionalText(2000),
  /** Makes it a dynamic list. Its parts are checked against the user's fields (see checkFilter). */
  filter: z.record(z.string().max(10), json).nullish(),
})
export type NewPersona = z.output<typeof NewPersona>

/** Fields of a new email list that the user cannot set. */
export const NEW_PERSONA_DEFAULTS = { contactCount: 0, sequenceCount: 0 } satisfies Partial<Persona>

export const PersonaChange = NewPersona.partial()
export type PersonaChange = z.output<typeof PersonaChange>

/** The query of the list of email lists. */
export const PersonasQuery = ChangesQuery.extend({
  /** A part of the name, the description or the criteria. */
  q: words,
})
export type PersonasQuery = z.output<typeof PersonasQuery>

export interface Persona {
  id: string
  name: string
  industry: string
  jobTitle: string
  location: string
  description: string | null
  contactCount: number
  /** Whether the contacts that match `filter` are its members. */
  isDynamic: boolean
  /** `{"all": […]}` or `{"any": […]}`; null for a list whose members are added. */
  filter: Record<string, unknown> | null
  /** Number of sequences that enroll this list's contacts automatically. */
  sequenceCount: number
  createdAt: Date
  updatedAt: Date
}
