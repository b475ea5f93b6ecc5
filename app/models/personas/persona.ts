import { z } from 'zod'
import { optionalText, requiredText } from '~/models/shared/fields'

const REQUIRED = 'Name, industry, job title, and location are required'

/** An email list, in the words of users. */
export const NewPersona = z.object({
  name: requiredText(REQUIRED),
  industry: requiredText(REQUIRED),
  jobTitle: requiredText(REQUIRED),
  location: requiredText(REQUIRED),
  description: optionalText(2000),
})
export type NewPersona = z.output<typeof NewPersona>

/** What cannot be chosen of a new email list, as it begins. */
export const FRESH_PERSONA = { contactCount: 0, sequenceCount: 0 } satisfies Partial<Persona>

export const PersonaChange = NewPersona.partial()
export type PersonaChange = z.output<typeof PersonaChange>

export interface Persona {
  id: string
  name: string
  industry: string
  jobTitle: string
  location: string
  description: string | null
  contactCount: number
  /** Sequences that enroll this list's contacts by themselves. */
  sequenceCount: number
  createdAt: Date
  updatedAt: Date
}
