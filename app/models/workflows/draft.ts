import type { CHIP_GROUPS, LeadCriteria } from '~/models/leads/criteria'

/**
 * What the forms of a workflow hold, as text: it travels in the address from one step of the wizard to the other and below
 * the dialog that lies over a form (decision 0019), so that it needs neither scripts nor a place on the server.
 */
export interface WorkflowDraft {
  fields: Record<string, string>
  criteria: LeadCriteria
  emailListIds: string[]
}

const SINGLE = [
  ...['name', 'description', 'startStrategy', 'startAt', 'frequencyType', 'frequencyInterval'],
  ...['hasEnd', 'endAt', 'leadLimit'],
]
/** Chips, and the box beside each whose words join them. */
const OWN = {
  jobTitles: 'ownJobTitle',
  locations: 'ownLocation',
  industryNames: 'ownIndustry',
} as const satisfies typeof CHIP_GROUPS

/** Every field that the forms of a workflow send. */
export const DRAFT_FIELDS = [
  ...SINGLE,
  ...Object.entries(OWN).flat(),
  ...['locationType', 'industries', 'employeeCounts', 'emailListIds', 'intent'],
]

/** What forms begin with. */
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

/** The draft in an address or a form; null where there is none. Nothing of it is checked: it is only shown. */
export function readDraft(form: URLSearchParams): WorkflowDraft | null {
  if (!form.has('startStrategy')) return null
  const chips = (name: keyof typeof OWN) => unique([...form.getAll(name), ...form.getAll(OWN[name])])
  return {
    fields: Object.fromEntries(
      SINGLE.flatMap((name) => {
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

/** The entries that say a draft in an address or in hidden fields. */
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

/** Values of a form by name, as the form builder answers them, as one that can be read again. */
export function asForm(values: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat()) if (typeof one === 'string' && one) form.append(name, one)
  return form
}

const unique = (texts: string[]) => [
  ...new Map(texts.filter((text) => text.trim()).map((text) => [text.toLowerCase(), text])).values(),
]
