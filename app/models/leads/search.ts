import { z } from 'zod'
import { optionalText, requiredText } from '~/models/shared/fields'
import { SUGGEST_MIN } from './choices'
import { LeadFilters } from './criteria'

/** A question of a type-ahead box. */
export const LeadSuggest = z.object({
  query: z
    .string({ error: 'Type at least 2 characters to search.' })
    .trim()
    .min(SUGGEST_MIN, 'Type at least 2 characters to search.')
    .max(200, 'Must be at most 200 characters'),
  filterType: z.enum(['person_title', 'location', 'industry'], 'Unknown filter'),
})
export type LeadSuggest = z.output<typeof LeadSuggest>

/** The vendor knows no page after this one. */
const MAX_PAGE = 500
const page = z.coerce.number().int().min(1).max(MAX_PAGE).catch(1).default(1)

/** A page of a search. */
export const LeadSearch = z
  .object({ page })
  .loose()
  .transform(({ page: number, ...filters }, context) => {
    const parsed = LeadFilters.safeParse(filters)
    if (parsed.success) return { criteria: parsed.data, page: number }
    for (const { message, path } of parsed.error.issues) context.addIssue({ code: 'custom', message, path })
    return z.NEVER
  })
export type LeadSearch = z.output<typeof LeadSearch>

/** People like those that an email list names. */
export const PersonaLeadSearch = z.object({
  page,
  per_page: z.coerce.number().int().min(1).max(100).catch(50).default(50),
})

/** An id as the vendor writes them. */
const leadId = z
  .string({ error: 'Choose a lead' })
  .trim()
  .min(1, 'Choose a lead')
  .max(100, 'Unknown lead')
  .regex(/^[\w-]+$/, 'Unknown lead')

export const RevealEmail = z.object({ personId: leadId })

/** A lead as the client knows it: an id that can be paid for, an address that it has already, or both. */
export const ChosenLead = z.object({
  apolloId: leadId.nullish(),
  email: optionalText(254),
  firstName: optionalText(),
  lastName: optionalText(),
  name: optionalText(400),
  title: optionalText(),
  linkedinUrl: optionalText(500),
  organizationName: optionalText(),
  city: optionalText(),
  state: optionalText(),
  country: optionalText(),
  organization: z
    .object({ name: optionalText(), industry: optionalText(), logo_url: optionalText(500) })
    .partial()
    .nullish(),
})
export type ChosenLead = z.output<typeof ChosenLead>

const LISTLESS = 'Please select an email list'
/** Leads that are added in one go; more is what Add All Results is for. */
export const MAX_CHOSEN = 1000

export const AddLeads = z.object({
  personaId: z.uuid(LISTLESS),
  leads: z
    .array(ChosenLead, 'No valid emails')
    .min(1, 'No valid emails')
    .max(MAX_CHOSEN, `At most ${MAX_CHOSEN} leads at once`),
})
export type AddLeads = z.output<typeof AddLeads>

export const AddAllLeads = z.intersection(z.object({ personaId: z.uuid(LISTLESS) }), LeadFilters)
export type AddAllLeads = z.output<typeof AddAllLeads>

/** The marker of an address that there is, and that nobody paid for yet. */
export const NOT_UNLOCKED = 'email_not_unlocked'

const MISSING = 'Please fill in all required fields'

/** A new email list, asked for where leads are added: the same list, in this screen's words. */
export const NewLeadList = z.object({
  name: requiredText(MISSING),
  industry: requiredText(MISSING),
  jobTitle: requiredText(MISSING),
  location: requiredText(MISSING),
  description: optionalText(2000),
})
