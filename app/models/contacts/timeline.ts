export const EVENT_KINDS = [
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
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** How an event looks: what it is a good or a bad sign of. */
export type EventMark = 'add' | 'mail' | 'open' | 'reply' | 'bad' | 'plan' | 'by_user'

/** One thing that happened to a contact, in words. */
export interface TimelineEntry {
  key: string
  /** ISO. */
  at: string
  when: string
  mark: EventMark
  text: string
  /** Words of somebody else: a reply, a mail server's reason. */
  quote?: string
  /** The enrollment or the list that it is about. */
  link?: { kind: 'enrollment' | 'list'; ids: string[]; label: string }
}
