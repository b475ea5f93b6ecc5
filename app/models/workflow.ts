import { z } from 'zod'
import {
  WORKFLOW_FREQUENCIES,
  type WORKFLOW_RUN_STATUSES,
  WORKFLOW_START_STRATEGIES,
  WORKFLOW_STATUSES,
  WORKFLOW_STEP_TYPES,
} from '#drizzle/schema/enums'
import { entityId, moment, optionalText, requiredText } from './fields'
import { LeadCriteria } from './lead-criteria'

/** Most contacts that one run adds. */
export const MAX_LEADS = 500
/** Days, weeks or months between two runs. */
export const MAX_INTERVAL = 1000

const NO_NAME = 'Please enter a workflow name'
export const NO_LIST = 'Please select at least one email list'

export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number]
export type WorkflowFrequency = (typeof WORKFLOW_FREQUENCIES)[number]
export type WorkflowRunStatus = (typeof WORKFLOW_RUN_STATUSES)[number]

/** A number brought between 1 and `max`; what is no number becomes 1. Undefined stays undefined. */
const clamped = (max: number) =>
  z.unknown().transform((value) => {
    if (value === undefined) return undefined
    const number = Math.floor(Number(value ?? Number.NaN))
    return Number.isNaN(number) ? 1 : Math.min(max, Math.max(1, number))
  })

const emptyableMoment = z.preprocess((value) => (value === '' ? null : value), moment.nullish())

const fields = {
  name: requiredText(NO_NAME),
  description: optionalText(2000),
  startStrategy: z.enum(WORKFLOW_START_STRATEGIES, 'Invalid start').optional(),
  startAt: emptyableMoment,
  frequencyType: z.enum(WORKFLOW_FREQUENCIES, 'Invalid frequency').optional(),
  frequencyInterval: clamped(MAX_INTERVAL).optional(),
  isEndless: z.boolean('Must be yes or no').optional(),
  endAt: emptyableMoment,
  criteria: z.looseObject({}, 'Criteria are required').pipe(LeadCriteria),
  leadLimit: clamped(MAX_LEADS).optional(),
  /** A new workflow is a draft whatever is asked. */
  status: z.enum(WORKFLOW_STATUSES, 'Unknown status').optional(),
}

/** A workflow, in the words of its calls; what is absent gets its default. */
export const NewWorkflow = z.object(fields)
export type NewWorkflow = z.output<typeof NewWorkflow>

/** Any of its fields, and a status to change to. */
export const WorkflowChange = NewWorkflow.partial()
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
  /** The zone that its days, weeks and months are counted in. */
  timezone: string
  lastRunAt: Date | null
  nextRunAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** A run as its history shows it. */
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
