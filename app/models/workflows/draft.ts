import type { CHIP_GROUPS, LeadCriteria } from '~/models/leads/criteria'
import { LOADED } from '~/models/shared/forms/edits'

/**
 * The state of the workflow forms as text. It is part of the URL between the steps of the wizard and while a dialog is open over a
 * form (decision 0019), so that it works without JavaScript and without storage on the server.
 */
export interface WorkflowDraft {
  fields: Record<string, string>
  criteria: LeadCriteria
  emailListIds: string[]
}

const SINGLE_FIELDS = [
  ...['name', 'description', 'startStrategy', 'startAt', 'frequencyType', 'frequencyInterval'],
  ...['hasEnd', 'endAt', 'leadLimit', LOADED],
]
/** The groups of chips, and the text box whose value is added to each. */
const OWN_VALUE_FIELDS = {
  jobTitles: 'ownJobTitle',
  locations: 'ownLocation',
  industryNames: 'ownIndustry',
} as const satisfies typeof CHIP_GROUPS

/** All fields of the workflow forms. */
export const DRAFT_FIELDS = [
  ...SINGLE_FIELDS,
  ...Object.entries(OWN_VALUE_FIELDS).flat(),
  ...['locationType', 'industries', 'employeeCounts', 'emailListIds', 'intent'],
]

/** The initial values of the forms. */
export const NEW_DRAFT: WorkflowDraft = {
  fields: { startStrategy: 'immediately', frequencyType: 'once', frequencyInterval: '1', leadLimit: '500' },
  criteria: {
    jobTitles: [],
    locations: [],
    locationType: 'contact',
    industries: [],
    industryNames: [],
    employeeCounts: [],
  },
  emailListIds: [],
}

/** Reads the draft from a URL or a form; null if there is none. Not validated, because it is only shown. */
export function readWorkflowDraft(form: URLSearchParams): WorkflowDraft | null {
  if (!form.has('startStrategy')) return null
  const chips = (name: keyof typeof OWN_VALUE_FIELDS) =>
    unique([...form.getAll(name), ...form.getAll(OWN_VALUE_FIELDS[name])])
  return {
    fields: Object.fromEntries(
      SINGLE_FIELDS.flatMap((name) => {
        const value = form.get(name)
        return value ? [[name, value]] : []
      }),
    ),
    criteria: {
      jobTitles: chips('jobTitles'),
      locations: chips('locations'),
      locationType: form.get('locationType') === 'account' ? 'account' : 'contact',
      industries: unique(form.getAll('industries')),
      industryNames: chips('industryNames'),
      employeeCounts: form.getAll('employeeCounts') as LeadCriteria['employeeCounts'],
    },
    emailListIds: unique(form.getAll('emailListIds')),
  }
}

/** The entries of a draft, for a URL or for hidden fields. */
export function draftEntries({ fields, criteria, emailListIds }: WorkflowDraft): [string, string][] {
  const { locationType, ...lists } = criteria
  return [
    ...Object.entries(fields),
    ...(locationType === 'account' ? ([['locationType', locationType]] as [string, string][]) : []),
    ...Object.entries(lists).flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value]),
    ),
    ...emailListIds.map((id): [string, string] => ['emailListIds', id]),
  ]
}

/** Converts the form builder's values by name back to form entries. */
export function toFormEntries(values: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const part of [value].flat()) if (typeof part === 'string' && part) form.append(name, part)
  return form
}

const unique = (texts: string[]) => [
  ...new Map(texts.filter((text) => text.trim()).map((text) => [text.toLowerCase(), text])).values(),
]
