import { z } from 'zod'
import { fromLocalInput, toLocalInput } from '~/engine/next-run'
import { LeadCriteria, readCriteria } from '~/models/leads/criteria'
import { asForm, DRAFT_FIELDS, draftEntries, readDraft, type WorkflowDraft } from './draft'
import { emailListIds, NewWorkflow, NO_END, NO_START, type Workflow } from './workflow'

/** A form of a workflow as it was sent. */
export interface ParsedForm {
  /** What its button means: a chip was added or removed, the wizard goes on or back, or all is saved. */
  intent: 'criteria' | 'back' | 'next' | 'save'
  /** The form as an address carries it on. */
  draft: [string, string][]
  workflow: NewWorkflow
  /** Local times of the workflow's zone; null where there is none. */
  startAt: string | null
  endAt: string | null
  emailListIds: string[]
}

const MORE_THAN_FITS = 12_000

/** Which button sent it; a chip's buttons say which chip. */
function intentOf(form: URLSearchParams): ParsedForm['intent'] {
  const intent = form.get('intent') ?? 'save'
  if (/^(add|remove)-/.test(intent)) return 'criteria'
  return intent === 'next' || intent === 'back' ? intent : 'save'
}

const Sent = z.object(Object.fromEntries(DRAFT_FIELDS.map((name) => [name, z.unknown().optional()])))

/** The fields of both screens; what a button does not need is not asked for. */
export const WorkflowForm = Sent.transform((values, context): ParsedForm => {
  const form = asForm(values)
  const intent = intentOf(form)
  const criteria = LeadCriteria.safeParse(readCriteria(form))
  const draft = readDraft(form)
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
    // Hidden otherwise: what was typed there must not stand in the way.
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
  if (new URLSearchParams(carried).toString().length > MORE_THAN_FITS)
    issue('', 'These are too many filters for one workflow')
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
 * What a form saves: its times are those of the workflow's zone.
 * @param stored a time that a form shows to the minute and that was not changed there stays as it is
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

/** What the form of a workflow shows first. */
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
