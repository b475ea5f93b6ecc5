import { z } from 'zod'

const id = z.uuid()

/**
 * Every job of the queue: its name, what it is given, and how it is retried. Payloads outlive deployments: ids only, and
 * new fields optional. Handlers live apart (handlers.server.ts), so that models can enqueue without importing them.
 */
export const catalog = {
  /** Decides what is due and writes its send rows; every minute and at start. */
  'due-scan': { payload: z.object({}), maxAttempts: 1, key: () => 'due-scan' },
  /** Hands the claimed mails of one shard of mailboxes to their providers. */
  'send-step': {
    payload: z.object({ shard: z.number().int() }),
    maxAttempts: 3,
    key: (p: { shard: number }) => `send-step:${p.shard}`,
  },
  /** Reads one mailbox for replies and reports. */
  'sync-mailbox': {
    payload: z.object({ mailboxId: id }),
    maxAttempts: 1,
    key: (p: { mailboxId: string }) => `sync-mailbox:${p.mailboxId}`,
  },
  /** Starts the syncs that are due; every minute. */
  'sync-mailboxes': { payload: z.object({}), maxAttempts: 1, key: () => 'sync-mailboxes' },
  /** Settles sends whose outcome is unknown, and frees what a dead worker held. */
  recover: { payload: z.object({}), maxAttempts: 1, key: () => 'recover' },
  /** Plans anew the people of a sequence after an edit or a resume. */
  'replan-sequence': {
    payload: z.object({ sequenceId: id }),
    maxAttempts: 5,
    key: (p: { sequenceId: string }) => `replan:${p.sequenceId}`,
  },
  /** Takes a disconnected mailbox from its many people, mails and messages, and deletes it. */
  'remove-mailbox': {
    payload: z.object({ mailboxId: id }),
    maxAttempts: 5,
    key: (p: { mailboxId: string }) => `remove-mailbox:${p.mailboxId}`,
  },
  /** Plans anew many people who waited for a mailbox. */
  'wake-mailbox': {
    payload: z.object({ userId: id, mailboxId: id }),
    maxAttempts: 5,
    key: (p: { mailboxId: string }) => `wake-mailbox:${p.mailboxId}`,
  },
  'enroll-contacts': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `enroll:${p.jobId}`,
  },
  /** One at a time, over all workers: an import fills a connection, and mail goes first. */
  'import-contacts': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `import:${p.jobId}`,
    queue: 'imports',
  },
  /** In the same line: an undo never meets an import. */
  'undo-import': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `undo:${p.jobId}`,
    queue: 'imports',
  },
  /** Ends the enrollments of people whom a user put on the list of those not to be contacted. */
  'stop-listed': {
    payload: z.object({ userId: id }),
    maxAttempts: 5,
    key: (p: { userId: string }) => `stop-listed:${p.userId}`,
  },
  /** Starts workflows that are due; every minute. */
  'start-workflows': { payload: z.object({}), maxAttempts: 1, key: () => 'start-workflows' },
  /** A turn of a workflow's run. One at a time, over all workers: they wait for another's service, and mail goes first. */
  'run-workflow': {
    payload: z.object({ runId: id }),
    maxAttempts: 5,
    key: (p: { runId: string }) => `workflow-run:${p.runId}`,
    queue: 'workflows',
  },
  /** A turn of an import of leads. */
  'import-leads': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `leads:${p.jobId}`,
  },
  /** Writes a file of the sending log. One at a time: it reads much. */
  'export-log': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `export:${p.jobId}`,
    queue: 'exports',
  },
  'send-export-link': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `export-link:${p.jobId}`,
  },
  'send-reset-link': { payload: z.object({ email: z.string() }), maxAttempts: 5, key: undefined },
  /** After a change of APP_SECRET. */
  'reseal-secrets': { payload: z.object({}), maxAttempts: 5, key: () => 'reseal-secrets' },
  /** Lets go those who waited for an APP_URL that recipients can reach; at start. */
  'release-links': { payload: z.object({}), maxAttempts: 5, key: () => 'release-links' },
  /** Forgets expired sessions, limits and files; hourly. */
  'clean-up': { payload: z.object({}), maxAttempts: 3, key: () => 'clean-up' },
} satisfies Record<string, JobDefinition>

export interface JobDefinition {
  payload: z.ZodType
  maxAttempts: number
  /** Jobs with one key that wait together are one job. */
  // biome-ignore lint/suspicious/noExplicitAny: each key function takes its own payload; checked where it is used
  key: ((payload: any) => string) | undefined
  /** Jobs of one queue run one after another, over all workers. */
  queue?: string
}

export type JobName = keyof typeof catalog
export type JobPayload<N extends JobName> = z.output<(typeof catalog)[N]['payload']>
