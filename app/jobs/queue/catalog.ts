import { z } from 'zod'
import type { Lane } from './lanes'

const id = z.uuid()
const MINUTE = 60_000

/** The holds that a change of the user's rules may release. */
const RELEASED_HOLDS = ['contact_pressure', 'in_other_sequence'] as const
export type ReleasedHold = (typeof RELEASED_HOLDS)[number]

/**
 * Every job of the queue: its name, payload, retries, deadline and lane. Payloads outlive deployments: they hold ids only, and new
 * fields are optional. Handlers are kept apart (handlers.server.ts), so that models can enqueue jobs without importing them.
 */
export const catalog = {
  /** Decides what is due and writes its send rows; runs every minute and at start. */
  'due-scan': { payload: z.object({}), maxAttempts: 1, key: () => 'due-scan', deadlineMs: 10 * MINUTE },
  /** Sends what is due in one mailbox. */
  'send-step': {
    payload: z.object({ mailboxId: z.uuid() }),
    maxAttempts: 3,
    key: (p: { mailboxId: string }) => `send-step:${p.mailboxId}`,
    owner: 'mailbox',
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
  /** Enqueues the syncs that are due; runs every minute. */
  'sync-mailboxes': {
    payload: z.object({}),
    maxAttempts: 1,
    key: () => 'sync-mailboxes',
    deadlineMs: MINUTE,
  },
  /** Tells users and the log of mailboxes whose servers do not let Coldframe in; runs every minute. */
  'report-outages': {
    payload: z.object({}),
    maxAttempts: 1,
    key: () => 'report-outages',
    deadlineMs: MINUTE,
  },
  /** Releases what a dead worker held, and revives jobs that ran out of attempts. */
  recover: { payload: z.object({}), maxAttempts: 1, key: () => 'recover', deadlineMs: MINUTE },
  /** Looks in a mailbox's Sent folder for sends whose outcome is unknown. `recover` enqueues it each minute. */
  'settle-sends': {
    payload: z.object({ mailboxId: id }),
    maxAttempts: 1,
    key: (p: { mailboxId: string }) => `settle-sends:${p.mailboxId}`,
    deadlineMs: 3 * MINUTE,
    lane: 'sync',
    owner: 'mailbox',
  },
  /** Replans the enrollments of a sequence after an edit or a resume. */
  'replan-sequence': {
    payload: z.object({ sequenceId: id }),
    maxAttempts: 5,
    key: (p: { sequenceId: string }) => `replan:${p.sequenceId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'sequence',
  },
  /** Removes the values of a deleted field from the contacts. */
  'remove-field-values': {
    payload: z.object({ userId: id, fieldId: id }),
    maxAttempts: 5,
    key: (p: { fieldId: string }) => `remove-field-values:${p.fieldId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'user',
  },
  /** Detaches a disconnected mailbox from its enrollments, sends and messages, and deletes it. */
  'remove-mailbox': {
    payload: z.object({ mailboxId: id }),
    maxAttempts: 5,
    key: (p: { mailboxId: string }) => `remove-mailbox:${p.mailboxId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
  },
  /** Replans the enrollments that wait for a mailbox. */
  'wake-mailbox': {
    payload: z.object({ userId: id, mailboxId: id }),
    maxAttempts: 5,
    key: (p: { mailboxId: string }) => `wake-mailbox:${p.mailboxId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'user',
  },
  /** Replans the enrollments held for a rule that the user changed: all of the user's, or those of one sequence. */
  'release-held': {
    payload: z.object({ userId: id, reason: z.enum(RELEASED_HOLDS), sequenceId: id.optional() }),
    maxAttempts: 5,
    key: (p: { userId: string; reason: string; sequenceId?: string }) =>
      `release-held:${p.reason}:${p.sequenceId ?? p.userId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'user',
  },
  /** Replans enrollments that waited for another enrollment of the same contact. Runs once per transaction that may have ended one. */
  'release-contacts': {
    payload: z.object({ userId: id, contactIds: z.array(id) }),
    maxAttempts: 5,
    key: undefined,
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
   * One at a time over all workers: an import keeps a connection busy, and sending comes first. Imports of different users take
   * turns.
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
  /** Shares the queue of imports, so an undo never runs during an import. */
  'undo-import': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `undo:${p.jobId}`,
    queue: 'imports',
    deadlineMs: 10 * MINUTE,
    lane: 'import',
    owner: 'job',
  },
  /** Ends the enrollments of contacts whom a user added to the do-not-contact list. */
  'stop-listed': {
    payload: z.object({ userId: id }),
    maxAttempts: 5,
    key: (p: { userId: string }) => `stop-listed:${p.userId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'user',
  },
  /** Adds the mailboxes of a file. */
  'import-mailboxes': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `mailboxes:${p.jobId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'job',
  },
  /** Looks up whether the domains of a list's contacts take email. */
  'check-mail-servers': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `mail-servers:${p.jobId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'job',
  },
  /** Looks up who serves the domains of a sequence's contacts, and chooses their mailboxes by that. */
  'match-senders': {
    payload: z.object({ sequenceId: id }),
    maxAttempts: 5,
    key: (p: { sequenceId: string }) => `match-senders:${p.sequenceId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'sequence',
  },
  /** Starts workflows that are due; every minute. */
  'start-workflows': {
    payload: z.object({}),
    maxAttempts: 1,
    key: () => 'start-workflows',
    deadlineMs: MINUTE,
  },
  /** Opens the snoozed conversations whose time has come; every minute. */
  'wake-conversations': {
    payload: z.object({}),
    maxAttempts: 1,
    key: () => 'wake-conversations',
    deadlineMs: MINUTE,
  },
  /** Tells users in the bell about tasks whose day has come; every minute. */
  'tell-tasks': {
    payload: z.object({}),
    maxAttempts: 1,
    key: () => 'tell-tasks',
    deadlineMs: MINUTE,
  },
  /** Enqueues the reply digests that are due; every minute. */
  'queue-digests': {
    payload: z.object({}),
    maxAttempts: 1,
    key: () => 'queue-digests',
    deadlineMs: MINUTE,
  },
  /** Emails a user the unread replies of the last day. A single attempt: see claimDigest. */
  'send-digest': {
    payload: z.object({ userId: id }),
    maxAttempts: 1,
    key: (p: { userId: string }) => `send-digest:${p.userId}`,
    deadlineMs: MINUTE,
    lane: 'notice',
    owner: 'user',
  },
  /** Asks the AI service for the label of a conversation's newest reply. */
  'label-conversation': {
    payload: z.object({ userId: id, conversationId: id }),
    maxAttempts: 5,
    key: (p: { conversationId: string }) => `label:${p.conversationId}`,
    deadlineMs: 2 * MINUTE,
    lane: 'ai',
    owner: 'user',
  },
  /** One turn of a workflow run. */
  'run-workflow': {
    payload: z.object({ runId: id }),
    maxAttempts: 5,
    key: (p: { runId: string }) => `workflow-run:${p.runId}`,
    deadlineMs: 3 * MINUTE,
    lane: 'leads',
    owner: 'run',
  },
  /** One turn of a lead import. */
  'import-leads': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `leads:${p.jobId}`,
    deadlineMs: 3 * MINUTE,
    lane: 'leads',
    owner: 'job',
  },
  /** Enqueues `fill-lists` for the users whose dynamic lists have something to follow; every minute. */
  'check-lists': {
    payload: z.object({}),
    maxAttempts: 1,
    key: () => 'check-lists',
    deadlineMs: MINUTE,
  },
  /** Lets the dynamic lists of a user follow the contacts that changed. */
  'fill-lists': {
    payload: z.object({ userId: id }),
    maxAttempts: 5,
    key: (p: { userId: string }) => `fill-lists:${p.userId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'user',
  },
  /** Changes many contacts. */
  'change-contacts': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `change:${p.jobId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'job',
  },
  /** Takes such a change back. */
  'undo-change': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `undo-change:${p.jobId}`,
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
    owner: 'job',
  },
  /** Writes an export file of contacts. */
  'export-contacts': {
    payload: z.object({ jobId: id }),
    maxAttempts: 5,
    key: (p: { jobId: string }) => `export-contacts:${p.jobId}`,
    deadlineMs: 30 * MINUTE,
    lane: 'export',
    owner: 'job',
  },
  /** Writes an export file of the sending log. */
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
  'send-confirmation': {
    payload: z.object({ userId: z.string() }),
    maxAttempts: 5,
    key: ({ userId }) => `confirmation:${userId}`,
    deadlineMs: MINUTE,
    lane: 'notice',
  },
  /** Emails a user about new keys, webhooks and mailboxes. */
  'send-security-notice': {
    payload: z.object({ userId: z.string() }),
    maxAttempts: 5,
    key: ({ userId }) => `security-notice:${userId}`,
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
  /** Releases the enrollments held because APP_URL was not reachable for recipients; runs at start. */
  'release-links': {
    payload: z.object({}),
    maxAttempts: 5,
    key: () => 'release-links',
    deadlineMs: 10 * MINUTE,
  },
  /**
   * Fills an empty account of the sandbox. One at a time: it moves the clock and waits for every other job to end, so it must not
   * occupy a lane's slot (jobs/sandbox/fast-forward.server.ts).
   */
  'load-sample-data': {
    payload: z.object({ userId: id }),
    maxAttempts: 5,
    key: (p: { userId: string }) => `sample-data:${p.userId}`,
    queue: 'sample-data',
    deadlineMs: 30 * MINUTE,
  },
  /** Deletes expired sessions, limits and files; runs hourly. */
  'clean-up': { payload: z.object({}), maxAttempts: 3, key: () => 'clean-up', deadlineMs: 10 * MINUTE },
  /** Removes texts and history that are older than they are kept; every night. */
  'remove-old': {
    payload: z.object({}),
    maxAttempts: 5,
    key: () => 'remove-old',
    deadlineMs: 10 * MINUTE,
    lane: 'bulk',
  },
} satisfies Record<string, JobDefinition>

export interface JobDefinition {
  payload: z.ZodType
  maxAttempts: number
  /** Pending jobs with the same key are merged into one. */
  // biome-ignore lint/suspicious/noExplicitAny: each key function takes its own payload; checked where it is used
  key: ((payload: any) => string) | undefined
  /** Jobs of one queue run one after another, over all workers. */
  queue?: string
  /**
   * How long one run may take, in milliseconds. At the deadline its signal is aborted, and its slot is freed soon after. Null if
   * the signal must only stop new work: a send whose outcome is unknown is never abandoned (see sender.server.ts).
   */
  deadlineMs: number | null
  /** The lane whose slots it uses; absent for the short jobs that keep the engine running. */
  lane?: Lane
  /** What the payload identifies, to look up the user whose share of the lane it uses. */
  owner?: Owner
  /** Not revived after its last attempt: by then its result is no longer wanted. */
  isOnceOnly?: true
}

/** What a payload identifies. The job's user is looked up from it. */
export type Owner = 'user' | 'mailbox' | 'sequence' | 'job' | 'run'

export type JobName = keyof typeof catalog
export type JobPayload<N extends JobName> = z.output<(typeof catalog)[N]['payload']>
