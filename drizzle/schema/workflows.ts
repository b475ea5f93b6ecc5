import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt, id, moment, oneOf, updatedAt } from './columns'
import { personas } from './contacts'
import {
  WORKFLOW_FREQUENCIES,
  WORKFLOW_RUN_STATUSES,
  WORKFLOW_START_STRATEGIES,
  WORKFLOW_STATUSES,
  WORKFLOW_STEP_TYPES,
} from './enums'

export const workflows = pgTable(
  'workflows',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    description: text('description'),
    status: text('status', { enum: WORKFLOW_STATUSES }).notNull().default('draft'),
    startStrategy: text('start_strategy', { enum: WORKFLOW_START_STRATEGIES })
      .notNull()
      .default('immediately'),
    startAt: moment('start_at'),
    frequencyType: text('frequency_type', { enum: WORKFLOW_FREQUENCIES }).notNull().default('once'),
    frequencyInterval: integer('frequency_interval').notNull().default(1),
    endAt: moment('end_at'),
    isEndless: boolean('is_endless').notNull().default(true),
    criteria: jsonb('criteria').$type<Record<string, unknown>>().notNull(),
    leadLimit: integer('lead_limit').notNull().default(500),
    timezone: text('timezone').notNull().default('UTC'),
    /** The first run, from which later ones are counted in calendar units; null until the workflow is activated. */
    anchorAt: moment('anchor_at'),
    /** The search page that the next run starts with. */
    searchPage: integer('search_page').notNull().default(1),
    lastRunAt: moment('last_run_at'),
    nextRunAt: moment('next_run_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    oneOf('workflows_status_check', t.status, WORKFLOW_STATUSES),
    oneOf('workflows_start_check', t.startStrategy, WORKFLOW_START_STRATEGIES),
    oneOf('workflows_frequency_check', t.frequencyType, WORKFLOW_FREQUENCIES),
    check('workflows_interval_check', sql`${t.frequencyInterval} >= 1`),
    check('workflows_lead_limit_check', sql`${t.leadLimit} between 1 and 500`),
    index('workflows_user_idx').on(t.userId, t.createdAt.desc().nullsFirst(), t.id),
    index('workflows_due_idx').on(t.nextRunAt).where(sql`status = 'active'`),
  ],
)

export const workflowSteps = pgTable(
  'workflow_steps',
  {
    id: id(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    order: integer('order').notNull(),
    stepType: text('step_type', { enum: WORKFLOW_STEP_TYPES }).notNull(),
    name: text('name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    oneOf('workflow_steps_type_check', t.stepType, WORKFLOW_STEP_TYPES),
    index('workflow_steps_workflow_idx').on(t.workflowId, t.order),
  ],
)

export const workflowStepPersonas = pgTable(
  'workflow_step_personas',
  {
    stepId: uuid('step_id')
      .notNull()
      .references(() => workflowSteps.id, { onDelete: 'cascade' }),
    personaId: uuid('persona_id')
      .notNull()
      .references(() => personas.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.stepId, t.personaId] }),
    index('workflow_step_personas_persona_idx').on(t.personaId),
  ],
)

export const workflowRuns = pgTable(
  'workflow_runs',
  {
    id: id(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    status: text('status', { enum: WORKFLOW_RUN_STATUSES }).notNull().default('pending'),
    /** The due time of this run (mail time): one run each, however many processes see it. */
    scheduledFor: moment('scheduled_for').notNull(),
    startedAt: moment('started_at'),
    completedAt: moment('completed_at'),
    leadsFound: integer('leads_found').notNull().default(0),
    leadsProcessed: integer('leads_processed').notNull().default(0),
    error: text('error'),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    oneOf('workflow_runs_status_check', t.status, WORKFLOW_RUN_STATUSES),
    uniqueIndex('workflow_runs_once_key').on(t.workflowId, t.scheduledFor),
    // One open run at a time.
    uniqueIndex('workflow_runs_open_key').on(t.workflowId).where(sql`status in ('pending', 'running')`),
    index('workflow_runs_workflow_idx').on(t.workflowId, t.startedAt.desc().nullsFirst()),
  ],
)

/** People that a workflow has requested from the lead database: none of them is paid for again. */
export const workflowLeads = pgTable(
  'workflow_leads',
  {
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    /** The vendor's id of the person. */
    leadId: text('lead_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workflowId, t.leadId] })],
)
