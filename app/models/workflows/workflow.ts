import { z } from 'zod'
import {
  WORKFLOW_FREQUENCIES,
  type WORKFLOW_RUN_STATUSES,
  WORKFLOW_START_STRATEGIES,
  WORKFLOW_STATUSES,
  WORKFLOW_STEP_TYPES,
} from '#drizzle/schema/enums'
import { LeadCriteria } from '~/models/leads/criteria'
import {
  ChangesQuery,
  entityId,
  moment,
  optionalText,
  requiredText,
  wholeNumber,
  words,
} from '~/models/shared/fields'
import { MAX_INTERVAL, MAX_LEADS } from './limits'

const NO_NAME = 'Please enter a workflow name'
export const NO_LIST = 'Please select at least one email list'
/** The refusal to activate a workflow whose people would go nowhere. */
export const LIST_FIRST = 'Choose an email list for its contacts first, then activate the workflow'
export const NO_START = 'Please choose a start date and time'
export const NO_END = 'Please choose an end date and time'
const LIMIT = `Lead limit must be a whole number from 1 to ${MAX_LEADS}`
const INTERVAL = `Interval must be a whole number from 1 to ${MAX_INTERVAL}`

export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number]
export type WorkflowFrequency = (typeof WORKFLOW_FREQUENCIES)[number]
type WorkflowRunStatus = (typeof WORKFLOW_RUN_STATUSES)[number]

const emptyableMoment = z.preprocess((value) => (value === '' ? null : value), moment.nullish())

const fields = {
  name: requiredText(NO_NAME),
  description: optionalText(2000),
  startStrategy: z.enum(WORKFLOW_START_STRATEGIES, 'Invalid start').optional(),
  startAt: emptyableMoment,
  frequencyType: z.enum(WORKFLOW_FREQUENCIES, 'Invalid frequency').optional(),
  frequencyInterval: wholeNumber(1, MAX_INTERVAL, INTERVAL).optional(),
  isEndless: z.boolean('Must be yes or no').optional(),
  endAt: emptyableMoment,
  criteria: z.object(LeadCriteria.shape, 'Criteria are required'),
  leadLimit: wholeNumber(1, MAX_LEADS, LIMIT).optional(),
}

/** A new workflow. Absent fields get their defaults. */
export const NewWorkflow = z.object({
  ...fields,
  /** Activating is a separate change. */
  status: z.literal('draft', 'A new workflow is a draft: activate it once it is created').optional(),
})
export type NewWorkflow = z.output<typeof NewWorkflow>

/** Any subset of a workflow's fields, and a new status. */
export const WorkflowChange = z
  .object({ ...fields, status: z.enum(WORKFLOW_STATUSES, 'Unknown status') })
  .partial()
export type WorkflowChange = z.output<typeof WorkflowChange>

export const emailListIds = z.array(entityId('Email list not found'), NO_LIST).min(1, NO_LIST).max(100)

/** The step that every run ends with. */
export const NewWorkflowStep = z.object({
  order: z.coerce.number('Invalid order').int('Invalid order').min(1, 'Invalid order').max(100).default(1),
  stepType: z.enum(WORKFLOW_STEP_TYPES, 'Unknown step type').default('add_to_email_list'),
  name: requiredText('Please enter a name').default('Add to Email List'),
  emailListIds,
})
export type NewWorkflowStep = z.output<typeof NewWorkflowStep>

/** The query of the list of workflows. */
export const WorkflowsQuery = ChangesQuery.extend({
  status: z.enum(WORKFLOW_STATUSES, 'Unknown status').optional(),
  /** A part of the name. */
  q: words,
})
export type WorkflowsQuery = z.output<typeof WorkflowsQuery>

export interface Workflow {
  id: string
  name: string
  description: string | null
  status: WorkflowStatus
  startStrategy: (typeof WORKFLOW_START_STRATEGIES)[number]
  startAt: Date | null
  frequencyType: WorkflowFrequency
  frequencyInterval: number
  endAt: Date | null
  isEndless: boolean
  criteria: LeadCriteria
  leadLimit: number
  /** The time zone of its schedule. */
  timezone: string
  lastRunAt: Date | null
  nextRunAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** A run as the history shows it. */
export interface WorkflowRun {
  id: string
  status: WorkflowRunStatus
  startedAt: Date | null
  completedAt: Date | null
  leadsFound: number
  leadsProcessed: number
  added: number
  credits: number
  error: string | null
}
