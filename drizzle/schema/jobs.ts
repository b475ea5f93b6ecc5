import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
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
import { bytes, createdAt, id, moment, oneOf } from './columns'
import { personas } from './contacts'
import { JOB_STATUSES, JOB_TYPES, MAILBOX_OUTCOMES } from './enums'
import { workflowRuns } from './workflows'

export interface JobProgress {
  current: number
  total: number
  added: number
  skipped: number
  failed: number
  revealed: number
  /** Only of contact imports: rows = added + updated + skipped + failed + empty. */
  updated?: number
  empty?: number
  /** Rows whose person must not be emailed, and those of them whose address bounced. Counted beside the others. */
  stopped?: number
  bounced?: number
  /** Rows that the summary explains: see RowNote. */
  severalAddresses?: number
  unknownZones?: number
  unclearStops?: number
  /** Contacts that have as many tags as a contact can have, and did not get those of the import. */
  fullTags?: number
  /** Only of changes of many contacts: how many were left as they are, by reason (see UNCHANGED). */
  reasons?: Record<string, number>
}

export type JobStatus = (typeof JOB_STATUSES)[number]

/** The jobs that users see; the queue itself is Graphile Worker's. */
export const queueJobs = pgTable(
  'queue_jobs',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: JOB_TYPES }).notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
    progress: jsonb('progress')
      .$type<JobProgress>()
      .notNull()
      .default(sql`'{"current":0,"total":0,"added":0,"skipped":0,"failed":0,"revealed":0}'::jsonb`),
    status: text('status', { enum: JOB_STATUSES }).notNull().default('pending'),
    scheduledFor: moment('scheduled_for').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    maxAttempts: integer('max_attempts').notNull().default(3),
    error: text('error'),
    createdAt: createdAt(),
    processedAt: moment('processed_at'),
  },
  (t) => [
    oneOf('queue_jobs_type_check', t.type, JOB_TYPES),
    oneOf('queue_jobs_status_check', t.status, JOB_STATUSES),
    index('queue_jobs_user_idx').on(t.userId, t.status),
  ],
)

/**
 * The contacts that a job changes or exports, chosen when it was started, in parts that each change in one transaction. `undo` is what an
 * undone part needs: by contact, what it had before.
 */
export const contactChangeParts = pgTable(
  'contact_change_parts',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => queueJobs.id, { onDelete: 'cascade' }),
    index: integer('index').notNull(),
    contactIds: uuid('contact_ids').array().notNull(),
    isDone: boolean('is_done').notNull().default(false),
    undo: jsonb('undo').$type<Record<string, unknown>>(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.index] })],
)

/** The mailboxes of a file: what a row says until it is done, and then its result. */
export const mailboxImportRows = pgTable(
  'mailbox_import_rows',
  {
    /** Becomes the id of its mailbox. */
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => queueJobs.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    email: text('email').notNull(),
    /** Sealed, because it has a password. */
    cells: text('cells'),
    outcome: text('outcome', { enum: MAILBOX_OUTCOMES }),
    /** Why it failed, or what to know of it. */
    message: text('message'),
  },
  (t) => [
    oneOf('mailbox_import_rows_outcome_check', t.outcome, MAILBOX_OUTCOMES),
    uniqueIndex('mailbox_import_rows_line_key').on(t.jobId, t.line),
  ],
)

/** A file of a job (an upload, rejected rows, an export), in chunks, so that any worker can read it. */
export const jobFiles = pgTable(
  'job_files',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    queueJobId: uuid('queue_job_id').references(() => queueJobs.id, { onDelete: 'cascade' }),
    purpose: text('purpose').notNull(),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull().default(0),
    expiresAt: moment('expires_at'),
    createdAt: createdAt(),
  },
  (t) => [index('job_files_job_idx').on(t.queueJobId), index('job_files_user_idx').on(t.userId)],
)

export const jobFileChunks = pgTable(
  'job_file_chunks',
  {
    fileId: uuid('file_id')
      .notNull()
      .references(() => jobFiles.id, { onDelete: 'cascade' }),
    index: integer('index').notNull(),
    data: bytes('data').notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.index] })],
)

/** One import, of a file or by a run of a workflow: its contacts and list memberships carry its id, by which it can be undone. */
export const importBatches = pgTable(
  'import_batches',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    personaId: uuid('persona_id').references(() => personas.id, { onDelete: 'set null' }),
    queueJobId: uuid('queue_job_id').references(() => queueJobs.id, { onDelete: 'set null' }),
    /** The name of the file, or of the workflow. */
    fileName: text('file_name').notNull(),
    /** The run of a workflow; null for a file. A run has at most one. */
    workflowRunId: uuid('workflow_run_id').references((): AnyPgColumn => workflowRuns.id, {
      onDelete: 'set null',
    }),
    /** Rows done: a resumed import continues after them. */
    rowsDone: integer('rows_done').notNull().default(0),
    undoneAt: moment('undone_at'),
    /** The job that undoes the import. */
    undoJobId: uuid('undo_job_id').references(() => queueJobs.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('import_batches_user_idx').on(t.userId, t.createdAt.desc().nullsFirst()),
    index('import_batches_job_idx').on(t.queueJobId),
    uniqueIndex('import_batches_run_key').on(t.workflowRunId),
    index('import_batches_persona_idx').on(
      t.personaId,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
  ],
)

/** Rejected rows of an import, with the reason; downloadable. */
export const importRejects = pgTable(
  'import_rejects',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => importBatches.id, { onDelete: 'cascade' }),
    /** The number of the record in the file; the header is 1. */
    rowNumber: integer('row_number').notNull(),
    reason: text('reason').notNull(),
    cells: text('cells').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.batchId, t.rowNumber] })],
)
