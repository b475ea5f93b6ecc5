import { z } from 'zod'
import type { Lane } from './lanes'

const id = z.uuid()
const MINUTE = 60_000

/**
 * Every job of the queue: its name, what it is given, how it is retried, how long one run may take and which lane it runs
 * in. Payloads outlive deployments: ids only, and new fields optional. Handlers live apart (handlers.server.ts), so that
 * models can enqueue without importing them.
 */
export const catalog = {
  /** Decides what is due and writes its send rows; every minute and at start. */
  'due-scan': { payload: z.object({}), maxAttempts: 1, key: () => 'due-scan', deadlineMs: 10 * MINUTE },
  /** Hands the claimed mails of one shard of mailboxes to their providers. */
  'send-step': {
    payload: z.object({ shard: z.number().int() }),
    maxAttempts: 3,
    key: (p: { shard: number }) => `send-step:${p.shard}`,
    deadlineMs: null,
    lane: 'send',
  },
  /** Reads one mailbox for replies and reports. */
  'sync-mailbox': {
    payload: z.object({ mailboxId: id }),
    maxAttempts: 1,
    key: (p: { mailboxId: string }) => `sync-mailbox:${p.mailboxId}`,
    deadlineMs: 3 * MINUTE,
    lane: 'sync',
    owner: 'mailbox',
  },
  /** Starts the syncs that are due; every minute. */
  'sync-mailboxes': {
    payload: z.object({}),
    maxAttempts: 1,
    key: () => 'sync-mailboxes',
    deadlineMs: MINUTE,
  },
  /** Frees what a dead worker held, and revives jobs that the queue gave up. */
  recover: { payload: z.object({}), maxAttempts: 1, key: () => 'recover', deadlineMs: MINUTE },
  /** Looks in a mailbox's Sent folder for sends whose outcome is unknown. Asked for by `recover`, each minute. */
  'settle-sends': {
    payload: z.object({ mailboxId: id }),
    maxAttempts: 1,
    key: (p: { mailboxId: string }) => `settle-sends:${p.mailboxId}`,
    deadlineMs: 3 * MINUTE,
    lane: 'sync',
    owner: 'mailbox',
  },
  /** Plans anew the people of a sequence after an edit or a resume. */
  'replan-sequence': {
    payload: z.object({ sequenceId: id }),
    maxAttempts: 5,
    key: (p: { sequenceId: string }) => `replan:${p.sequenceId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'sequence',
  },
  /** Takes a disconnected mailbox from its many people, mails and messages, and deletes it. */
  'remove-mailbox': {
    payload: z.object({ mailboxId: id }),
    maxAttempts: 5,
    key: (p: { mailboxId: string }) => `remove-mailbox:${p.mailboxId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
  },
  /** Plans anew many people who waited for a mailbox. */
  'wake-mailbox': {
    payload: z.object({ userId: id, mailboxId: id }),
    maxAttempts: 5,
    key: (p: { mailboxId: string }) => `wake-mailbox:${p.mailboxId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'user',
  },
  'enroll-contacts': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `enroll:${p.jobId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'job',
  },
  /**
   * One at a time, over all workers: an import fills a connection, and mail goes first. It takes turns with other users'
   * imports.
   */
  'import-contacts': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `import:${p.jobId}`,
    queue: 'imports',
    deadlineMs: 10 * MINUTE,
    lane: 'import',
    owner: 'job',
  },
  /** In the same line: an undo never meets an import. */
  'undo-import': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `undo:${p.jobId}`,
    queue: 'imports',
    deadlineMs: 10 * MINUTE,
    lane: 'import',
    owner: 'job',
  },
  /** Ends the enrollments of people whom a user put on the list of those not to be contacted. */
  'stop-listed': {
    payload: z.object({ userId: id }),
    maxAttempts: 5,
    key: (p: { userId: string }) => `stop-listed:${p.userId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'user',
  },
  /** Starts workflows that are due; every minute. */
  'start-workflows': {
    payload: z.object({}),
    maxAttempts: 1,
    key: () => 'start-workflows',
    deadlineMs: MINUTE,
  },
  /** A turn of a workflow's run. */
  'run-workflow': {
    payload: z.object({ runId: id }),
    maxAttempts: 5,
    key: (p: { runId: string }) => `workflow-run:${p.runId}`,
    deadlineMs: 3 * MINUTE,
    lane: 'leads',
    owner: 'run',
  },
  /** A turn of an import of leads. */
  'import-leads': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `leads:${p.jobId}`,
    deadlineMs: 3 * MINUTE,
    lane: 'leads',
    owner: 'job',
  },
  /** Writes a file of the sending log. */
  'export-log': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `export:${p.jobId}`,
    deadlineMs: 30 * MINUTE,
    lane: 'export',
    owner: 'job',
  },
  'send-export-link': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `export-link:${p.jobId}`,
    deadlineMs: MINUTE,
    lane: 'notice',
    owner: 'job',
  },
  'send-reset-link': {
    payload: z.object({ email: z.string() }),
    maxAttempts: 5,
    key: undefined,
    isOnceOnly: true,
    deadlineMs: MINUTE,
    lane: 'notice',
  },
  /** After a change of APP_SECRET. */
  'reseal-secrets': {
    payload: z.object({}),
    maxAttempts: 5,
    key: () => 'reseal-secrets',
    deadlineMs: 10 * MINUTE,
  },
  /** Lets go those who waited for an APP_URL that recipients can reach; at start. */
  'release-links': {
    payload: z.object({}),
    maxAttempts: 5,
    key: () => 'release-links',
    deadlineMs: 10 * MINUTE,
  },
  /**
   * Fills an empty account of the sandbox. One at a time: it moves the clock and waits for every other job to end, so it takes
   * no lane's slot (jobs/sandbox/fast-forward.server.ts).
   */
  'load-sample-data': {
    payload: z.object({ userId: id }),
    maxAttempts: 5,
    key: (p: { userId: string }) => `sample-data:${p.userId}`,
    queue: 'sample-data',
    deadlineMs: 30 * MINUTE,
  },
  /** Forgets expired sessions, limits and files; hourly. */
  'clean-up': { payload: z.object({}), maxAttempts: 3, key: () => 'clean-up', deadlineMs: 10 * MINUTE },
} satisfies Record<string, JobDefinition>

export interface JobDefinition {
  payload: z.ZodType
  maxAttempts: number
  /** Jobs with one key that wait together are one job. */
  // biome-ignore lint/suspicious/noExplicitAny: each key function takes its own payload; checked where it is used
  key: ((payload: any) => string) | undefined
  /** Jobs of one queue run one after another, over all workers. */
  queue?: string
  /**
   * How long one run may take, in milliseconds. Then its signal is raised, and its slot is freed soon after. Null where the
   * signal must only stop new work: a send whose outcome is unknown is never abandoned for another (see sender.server.ts).
   */
  deadlineMs: number | null
  /** The lane whose slots it shares; absent for the short jobs that keep the engine going. */
  lane?: Lane
  /** How the user whose share of the lane it takes is found. */
  owner?: Owner
  /** Nobody waits for it any more when the queue has given it up. */
  isOnceOnly?: true
}

/** What a payload names, from which its user is looked up. */
export type Owner = 'user' | 'mailbox' | 'sequence' | 'job' | 'run'

export type JobName = keyof typeof catalog
export type JobPayload<N extends JobName> = z.output<(typeof catalog)[N]['payload']>
