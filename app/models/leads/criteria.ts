import { z } from 'zod'
import { EMPLOYEE_COUNTS } from './choices'

/** The maximum number of choices in one filter group. The vendor's own limit is not known. */
const MAX_CHOICES = 100
const MAX_LENGTH = 200

/** One text or several. Drops blank ones and duplicates. */
const texts = (what: string) =>
  z
    .preprocess(
      (value) => (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]),
      z
        .array(
          z
            .string(`${what} must be texts`)
            .trim()
            .max(MAX_LENGTH, `Must be at most ${MAX_LENGTH} characters`),
          `${what} must be a list`,
        )
        .max(MAX_CHOICES, `At most ${MAX_CHOICES} choices`),
    )
    .transform((list) => unique(list.filter(Boolean)))

/** Removes duplicates, ignoring case, and keeps the first spelling. */
function unique(list: string[]): string[] {
  const seen = new Map<string, string>()
  for (const text of list) if (!seen.has(text.toLowerCase())) seen.set(text.toLowerCase(), text)
  return [...seen.values()]
}

const rest = {
  locations: texts('Locations'),
  locationType: z.enum(['contact', 'account'], 'The location type is contact or account').default('contact'),
  industries: texts('Industries'),
  industryNames: texts('Industries'),
  employeeCounts: texts('Employee counts').pipe(
    z.array(z.enum(EMPLOYEE_COUNTS, 'Unknown number of employees')),
  ),
}

/** The criteria of a lead search (specification document 2, section 3.2). */
export const LeadCriteria = z.object({ jobTitles: texts('Job titles'), ...rest })
export type LeadCriteria = z.output<typeof LeadCriteria>

/** The same with the field names of the search call (section 7.4). */
export const leadFilterFields = { personTitles: texts('Job titles'), ...rest }

/** Whether any filter is set. Without one, a search finds everyone. */
export const hasFilter = ({
  jobTitles,
  locations,
  industries,
  industryNames,
  employeeCounts,
}: LeadCriteria) =>
  [jobTitles, locations, industries, industryNames, employeeCounts].some((list) => list.length > 0)

/** Why a search of all leads is refused. */
export const NO_FILTER = 'Choose at least one filter, or say the maximum number of leads'

/** The filters with chips, and the text box of each for the user's own values. */
export const CHIP_GROUPS = {
  jobTitles: 'ownJobTitle',
  locations: 'ownLocation',
  industryNames: 'ownIndustry',
} as const
type ChipGroup = keyof typeof CHIP_GROUPS

/** Whether a form was submitted by the button of a chip, only to add or remove it. */
export const isCriteriaEdit = (form: FormData | URLSearchParams): boolean =>
  /^(add|remove)-/.test(String(form.get('intent') ?? ''))

/**
 * Reads the filters of a form or a URL, ready for the schema. Adds the values of the text boxes to the chips (without JavaScript,
 * that is the only way to add one), and drops the chip whose remove button submitted the form.
 */
export function readCriteria(
  form: FormData | URLSearchParams,
): Record<keyof LeadCriteria, string | string[]> {
  const all = (name: string) => form.getAll(name).filter((value) => typeof value === 'string')
  const removed = /^remove-(\w+):(.*)$/s.exec(String(form.get('intent') ?? ''))
  const without = (name: string, values: string[]) =>
    removed?.[1] === name ? values.filter((value) => value !== removed[2]) : values
  const chips = (name: ChipGroup) => without(name, [...all(name), ...all(CHIP_GROUPS[name])])
  return {
    jobTitles: chips('jobTitles'),
    locations: chips('locations'),
    locationType: String(form.get('locationType') || 'contact'),
    industries: without('industries', all('industries')),
    industryNames: chips('industryNames'),
    employeeCounts: all('employeeCounts'),
  }
}

/** The filters as URL parameters. */
export function criteriaParams(criteria: LeadCriteria): URLSearchParams {
  const query = new URLSearchParams()
  for (const name of ['jobTitles', 'locations', 'industries', 'industryNames', 'employeeCounts'] as const)
    for (const value of criteria[name]) query.append(name, value)
  if (criteria.locationType === 'account') query.set('locationType', 'account')
  return query
}
