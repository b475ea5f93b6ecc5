import type { EditWords } from '~/components/forms/edits'
import type { EditParts, EditValues } from '~/models/shared/forms/edits'
import type { WorkflowDraft } from '~/models/workflows/draft'

/** The fields of a workflow's form, with their labels. */
export const WORKFLOW_PARTS = {
  name: 'Name',
  description: 'Description',
  start: { label: 'Start', fields: ['startStrategy', 'startAt'] },
  frequency: { label: 'Frequency', fields: ['frequencyType', 'frequencyInterval'] },
  end: { label: 'End date', fields: ['hasEnd', 'endAt'] },
  leadLimit: 'Lead Limit',
  jobTitles: 'Job Title',
  location: { label: 'Location', fields: ['locations', 'locationType'] },
  industry: { label: 'Industry & Keywords', fields: ['industries', 'industryNames'] },
  employeeCounts: 'Employees',
  emailListIds: 'Email lists',
} satisfies EditParts

/** The stored values of a workflow's form. */
export const workflowValues = ({ fields, criteria, emailListIds }: WorkflowDraft): EditValues => ({
  ...Object.fromEntries(
    [
      ...['name', 'description', 'startStrategy', 'startAt', 'frequencyType', 'frequencyInterval'],
      ...['endAt', 'leadLimit'],
    ].map((name) => [name, fields[name] ?? '']),
  ),
  hasEnd: fields.hasEnd !== undefined,
  ...criteria,
  emailListIds,
})

const WORDS: Record<string, string> = {
  immediately: 'Immediately',
  scheduled: 'On',
  once: 'Once',
  contact: 'of the contact',
  account: 'of the company’s headquarters',
}

/** What the values of a workflow's form mean. @param labels names of lists and industries by id */
export const workflowWords =
  (labels: Record<string, string>): EditWords =>
  (field, value) => {
    if (field === 'hasEnd') return value ? 'Ends' : 'No end'
    if (field === 'industries' || field === 'emailListIds') return labels[value]
    if (['startStrategy', 'frequencyType', 'locationType'].includes(field)) return WORDS[value]
    return field.endsWith('At') ? value.replace('T', ' ') : undefined
  }
