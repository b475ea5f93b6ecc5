/** A kind of data that is removed when it is old. */
interface RetentionKind {
  /** The setting: how many days it is kept. */
  variable: `KEEP_${string}_DAYS`
  /** Its default. */
  days: number
  title: string
  /** What is removed, and from when the days count. */
  removed: string
  /** What of it is kept for ever, or for longer. */
  kept: string
}

/** Everything that Coldframe removes for its age. Settings, their documentation, the job and the command follow this list. */
export const RETENTION_KINDS = {
  sent: {
    variable: 'KEEP_SENT_DAYS',
    days: 400,
    title: 'Sent emails',
    removed: 'the text and the files of an email, after it was sent',
    kept: 'emails of contacts who are still in the sequence, and of conversations that are not done',
  },
  history: {
    variable: 'KEEP_HISTORY_DAYS',
    days: 180,
    title: 'History',
    removed:
      'the decisions about a contact in a sequence, and the single opens of its emails, after the contact has left the sequence',
    kept: 'when an email was first opened, and who unsubscribed or complained',
  },
  received: {
    variable: 'KEEP_RECEIVED_DAYS',
    days: 730,
    title: 'Received messages',
    removed:
      'the text and the list of files of the messages in a conversation that is done, after its last message',
    kept: 'conversations that are open or snoozed, or in which you have to decide something',
  },
} as const satisfies Record<string, RetentionKind>

export type RetentionKindName = keyof typeof RETENTION_KINDS
export const RETENTION_NAMES = Object.keys(RETENTION_KINDS) as RetentionKindName[]

/** The days that each kind is kept; 0 for ever. */
export type KeepDays = Record<RetentionKindName, number>

/** The longest time that can be set, in days: a hundred years. */
export const MAX_KEEP_DAYS = 36_500

/** Whatever is removed, this stays. */
export const ALWAYS_KEPT =
  'Recipient, subject, times and outcome of every email, the figures of reports, and everybody who must not be contacted'
