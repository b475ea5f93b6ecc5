import { z } from 'zod'
import { fieldText } from '~/models/contacts/contact'
import { byField } from '~/models/contacts/fields'
import { optionalText, optionalWholeNumber, requiredText, yesNo } from '~/models/shared/fields'
import { SUGGEST_MIN } from './choices'
import { hasFilter, type LeadCriteria, leadFilterFields, NO_FILTER } from './criteria'

/** The query of a type-ahead box. */
export const LeadSuggest = z.object({
  query: z
    .string({ error: 'Type at least 2 characters to search.' })
    .trim()
    .min(SUGGEST_MIN, 'Type at least 2 characters to search.')
    .max(200, 'Must be at most 200 characters'),
  filterType: z.enum(['person_title', 'location', 'industry'], 'Unknown filter'),
})
export type LeadSuggest = z.output<typeof LeadSuggest>

/** The vendor's last page. */
const MAX_PAGE = 500
const page = z.coerce.number().int().min(1).max(MAX_PAGE).catch(1).default(1)

type LeadFilters = Omit<LeadCriteria, 'jobTitles'> & { personTitles: string[] }

const criteriaOf = ({ personTitles, ...others }: LeadFilters): LeadCriteria => ({
  jobTitles: personTitles,
  ...others,
})

/** The query of a search page. */
export const LeadSearch = z
  .object({ page, ...leadFilterFields })
  .transform(({ page: number, ...filters }) => ({ criteria: criteriaOf(filters), page: number }))
export type LeadSearch = z.output<typeof LeadSearch>

/** The query of a search by an email list's fields. */
export const PersonaLeadSearch = z.object({
  page,
  per_page: z.coerce.number().int().min(1).max(100).catch(50).default(50),
})

/** The format of the vendor's ids. */
const leadId = z
  .string({ error: 'Choose a lead' })
  .trim()
  .min(1, 'Choose a lead')
  .max(100, 'Unknown lead')
  .regex(/^[\w-]+$/, 'Unknown lead')

/** Returns what the call would cost, and does nothing else. */
const dryRun = yesNo.transform((yes) => yes ?? false)

export const RevealEmail = z.object({ personId: leadId, dryRun })

/** The fields that a search shows. */
const SHOWN = [
  ...(['firstName', 'lastName', 'name', 'title', 'linkedinUrl', 'organizationName'] as const),
  ...(['city', 'state', 'country'] as const),
]

/**
 * A selected lead: with an id to reveal, an address that is known already, or both. The search's own names are accepted, too, so that
 * a lead can be added as it was found.
 */
export const ChosenLead = z
  .object({
    id: leadId.nullish(),
    first_name: fieldText('firstName'),
    last_name: fieldText('lastName'),
    linkedin_url: fieldText('linkedinUrl'),
    apolloId: leadId.nullish(),
    email: optionalText(254),
    ...byField(SHOWN, fieldText),
    organization: z
      .object({ name: optionalText(), industry: optionalText(), logo_url: optionalText(500) })
      .partial()
      .nullish(),
    /** As the search returned it; has no effect. */
    known: yesNo,
  })
  .transform(({ id, first_name, last_name, linkedin_url, known: _, ...lead }) => ({
    ...lead,
    apolloId: lead.apolloId ?? id,
    firstName: lead.firstName ?? first_name,
    lastName: lead.lastName ?? last_name,
    linkedinUrl: lead.linkedinUrl ?? linkedin_url,
  }))
export type ChosenLead = z.output<typeof ChosenLead>

const NO_EMAIL_LIST = 'Please select an email list'
/** The maximum number of leads in one call. Add All Results is for more. */
const MAX_CHOSEN = 1000

export const AddLeads = z.object({
  personaId: z.uuid(NO_EMAIL_LIST),
  leads: z
    .array(ChosenLead, 'No valid emails')
    .min(1, 'No valid emails')
    .max(MAX_CHOSEN, `At most ${MAX_CHOSEN} leads at once`),
  dryRun,
})
export type AddLeads = z.output<typeof AddLeads>

/** More than the vendor returns for any search. */
const MAX_LEADS = 50_000

/** Adding all leads of a search. It spends credits, so it needs a filter or a maximum. */
export const AddAllLeads = z
  .object({
    personaId: z.uuid(NO_EMAIL_LIST),
    ...leadFilterFields,
    /** The most leads to add, in the order of the search. */
    maximum: optionalWholeNumber(1, MAX_LEADS),
    dryRun,
  })
  .transform(({ personaId, maximum = null, dryRun, ...filters }) => ({
    personaId,
    maximum,
    dryRun,
    criteria: criteriaOf(filters),
  }))
  .refine(({ criteria, maximum }) => maximum !== null || hasFilter(criteria), NO_FILTER)
export type AddAllLeads = z.output<typeof AddAllLeads>

/** The marker of an address that exists but has not been revealed. */
export const NOT_UNLOCKED = 'email_not_unlocked'

const MISSING = 'Please fill in all required fields'

/** A new email list, created while adding leads. The same fields, with this screen's error texts. */
export const NewLeadList = z.object({
  name: requiredText(MISSING),
  industry: requiredText(MISSING),
  jobTitle: requiredText(MISSING),
  location: requiredText(MISSING),
  description: optionalText(2000),
})
