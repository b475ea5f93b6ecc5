const EVENT_KINDS = [
  'created',
  'listed',
  'enrolled',
  'sent',
  'opened',
  'failed',
  'bounced',
  'inbound',
  'unsubscribed',
  'decision',
  'removed',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** The icon and color of an event. */
export type EventMark = 'add' | 'mail' | 'open' | 'reply' | 'bad' | 'plan' | 'by_user'

/** One event in the history of a contact, as a sentence. */
export interface TimelineEntry {
  key: string
  /** ISO. */
  at: string
  when: string
  mark: EventMark
  text: string
  /** Quoted text: of a reply, or of a mail server's response. */
  quote?: string
  /** The enrollment or the email list that it is about. */
  link?: { kind: 'enrollment' | 'list'; ids: string[]; label: string }
}
