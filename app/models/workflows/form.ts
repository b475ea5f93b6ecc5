import { z } from 'zod'
import { fromLocalInput, toLocalInput } from '~/engine/next-run'
import { LeadCriteria, readCriteria } from '~/models/leads/criteria'
import { DRAFT_FIELDS, draftEntries, readWorkflowDraft, toFormEntries, type WorkflowDraft } from './draft'
import { emailListIds, NewWorkflow, NO_END, NO_START, type Workflow } from './workflow'

/** A submitted workflow form. */
export interface ParsedForm {
  /** The button: `criteria` adds or removes a chip, `back` and `next` move in the wizard, `save` saves. */
  intent: 'criteria' | 'back' | 'next' | 'save'
  /** The form as entries for a URL. */
  draft: [string, string][]
  workflow: NewWorkflow
  /** Local times in the workflow's time zone, or null. */
  startAt: string | null
  endAt: string | null
  emailListIds: string[]
}

/** The maximum number of characters of the form in a URL. */
const MAX_URL_LENGTH = 12_000

/** Which button submitted the form. The intents of chip buttons also name the chip. */
function intentOf(form: URLSearchParams): ParsedForm['intent'] {
  const intent = form.get('intent') ?? 'save'
  if (/^(add|remove)-/.test(intent)) return 'criteria'
  return intent === 'next' || intent === 'back' ? intent : 'save'
}

const Sent = z.object(Object.fromEntries(DRAFT_FIELDS.map((name) => [name, z.unknown().optional()])))

/** The fields of both screens. Only those that the button needs are required. */
export const WorkflowForm = Sent.transform((values, context): ParsedForm => {
  const form = toFormEntries(values)
  const intent = intentOf(form)
  const criteria = LeadCriteria.safeParse(readCriteria(form))
  const draft = readWorkflowDraft(form)
  const text = (name: string) => form.get(name)?.trim() || null
  const issue = (field: string, message: string) =>
    void context.addIssue({ code: 'custom', path: [field], message })
  const isScheduled = form.get('startStrategy') === 'scheduled'
  const repeats = (form.get('frequencyType') ?? 'once') !== 'once'
  const ends = repeats && form.has('hasEnd')
  const parsed = NewWorkflow.safeParse({
    name: form.get('name') ?? '',
    description: text('description'),
    startStrategy: form.get('startStrategy') ?? undefined,
    frequencyType: form.get('frequencyType') ?? undefined,
    // Hidden otherwise, and a hidden value must not cause an error.
    frequencyInterval: repeats ? (form.get('frequencyInterval') ?? '') : undefined,
    isEndless: !ends,
    criteria: criteria.data ?? {},
    leadLimit: form.get('leadLimit') ?? '',
  })
  const lists = emailListIds.safeParse(form.getAll('emailListIds'))
  if (intent === 'next' || intent === 'save') {
    for (const { path, message } of parsed.error?.issues ?? []) issue(String(path[0]), message)
    for (const { path, message } of criteria.error?.issues ?? []) issue(String(path[0]), message)
    const startAt = text('startAt')
    const endAt = text('endAt')
    if (isScheduled && !isTime(startAt)) issue('startAt', NO_START)
    if (ends && !isTime(endAt)) issue('endAt', NO_END)
    if (intent === 'save') for (const { message } of lists.error?.issues ?? []) issue('emailListIds', message)
  }
  const carried = draft ? draftEntries(criteria.data ? { ...draft, criteria: criteria.data } : draft) : []
  if (new URLSearchParams(carried).toString().length > MAX_URL_LENGTH)
    issue('', 'Too many filters for one workflow')
  if (!parsed.success && (intent === 'next' || intent === 'save')) return z.NEVER
  return {
    intent,
    draft: carried,
    workflow: parsed.data ?? ({} as NewWorkflow),
    startAt: isScheduled ? text('startAt') : null,
    endAt: ends ? text('endAt') : null,
    emailListIds: lists.data ?? [],
  }
})

const isTime = (text: string | null): boolean => text !== null && fromLocalInput(text, 'UTC') !== null

/**
 * The workflow that a form saves. Its times are in the workflow's time zone.
 * @param stored the stored times: the form shows them to the minute, and unchanged ones keep their exact value
 */
export function workflowOf(
  { workflow, startAt, endAt }: ParsedForm,
  zone: string,
  stored?: Pick<Workflow, 'startAt' | 'endAt'>,
): NewWorkflow {
  const read = (text: string | null, before: Date | null | undefined) => {
    if (text === null) return null
    return before && toLocalInput(before, zone) === text ? before : fromLocalInput(text, zone)
  }
  return { ...workflow, startAt: read(startAt, stored?.startAt), endAt: read(endAt, stored?.endAt) }
}

/** The initial values of the form of an existing workflow. */
export function draftOf(workflow: Workflow, lists: string[]): WorkflowDraft {
  const { name, description, startStrategy, frequencyType, timezone } = workflow
  const at = (moment: Date | null) => (moment ? toLocalInput(moment, timezone) : '')
  return {
    fields: {
      name,
      ...(description ? { description } : {}),
      startStrategy,
      startAt: at(workflow.startAt),
      frequencyType,
      frequencyInterval: String(workflow.frequencyInterval),
      ...(workflow.isEndless ? {} : { hasEnd: 'on' }),
      endAt: at(workflow.endAt),
      leadLimit: String(workflow.leadLimit),
    },
    criteria: workflow.criteria,
    emailListIds: lists,
  }
}
