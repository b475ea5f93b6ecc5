import { z } from 'zod'
import {
  WORKFLOW_FREQUENCIES,
  WORKFLOW_START_STRATEGIES,
  WORKFLOW_STATUSES,
  WORKFLOW_STEP_TYPES,
} from '#drizzle/schema/enums'
import { count, id, moment, text } from './shared'

export const WorkflowResponse = z.strictObject({
  id,
  name: text,
  description: text.nullable(),
  status: z.enum(WORKFLOW_STATUSES),
  startStrategy: z.enum(WORKFLOW_START_STRATEGIES),
  startAt: moment.nullable(),
  frequencyType: z.enum(WORKFLOW_FREQUENCIES),
  frequencyInterval: z.int().min(1),
  endAt: moment.nullable(),
  isEndless: z.boolean(),
  criteria: z.strictObject({
    jobTitles: z.array(text),
    locations: z.array(text),
    locationType: z.enum(['contact', 'account']),
    industries: z.array(text),
    industryNames: z.array(text),
    employeeCounts: z.array(text),
  }),
  leadLimit: z.int().min(1),
  timezone: text,
  lastRunAt: moment.nullable(),
  nextRunAt: moment.nullable(),
  createdAt: moment,
  updatedAt: moment,
})

export const WorkflowEstimateResponse = z.strictObject({
  name: text,
  leadLimit: count,
  frequencyType: z.enum(WORKFLOW_FREQUENCIES),
  frequencyInterval: count,
  lists: z.array(text),
  sequences: z.array(z.strictObject({ id, name: text, running: z.boolean() })),
})

export const WorkflowStepResponse = z.strictObject({
  id,
  workflowId: id,
  order: count,
  stepType: z.enum(WORKFLOW_STEP_TYPES),
  name: text,
  emailListIds: z.array(id),
  createdAt: moment,
})
