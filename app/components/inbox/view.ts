/** The URL parameters of the inbox: which conversations its list shows. */
export interface InboxView {
  tab: Tab
  label: string
  mailboxId: string
  sequenceId: string
  q: string
  cursor: string | undefined
}

export const TABS = { open: 'Open', unread: 'Unread', snoozed: 'Snoozed', done: 'Done', all: 'All' } as const
export type Tab = keyof typeof TABS

const NAMES = ['tab', 'label', 'mailboxId', 'sequenceId', 'q', 'cursor'] as const
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads URL parameters; invalid ones are ignored. A search without a tab searches all conversations. */
export function readInboxView(search: URLSearchParams): InboxView {
  const text = (name: (typeof NAMES)[number]) =>
    (search.get(name) ?? '').slice(0, 200).replaceAll('\0', '').trim()
  const id = (name: 'mailboxId' | 'sequenceId') => (ID.test(text(name)) ? text(name) : '')
  const q = text('q')
  const tab = text('tab')
  return {
    tab: Object.hasOwn(TABS, tab) ? (tab as Tab) : defaultTab(q),
    label: text('label').slice(0, 40),
    mailboxId: id('mailboxId'),
    sequenceId: id('sequenceId'),
    q,
    cursor: text('cursor') || undefined,
  }
}

const defaultTab = (q: string): Tab => (q ? 'all' : 'open')

/** The query string that shows `view` with changes, from its first page unless a cursor is given. */
export function queryOf(view: InboxView, change: Partial<InboxView> = {}): string {
  const { tab, label, mailboxId, sequenceId, q, cursor } = { ...view, cursor: undefined, ...change }
  const search = new URLSearchParams({
    ...(tab !== defaultTab(q) && { tab }),
    ...(label && { label }),
    ...(mailboxId && { mailboxId }),
    ...(sequenceId && { sequenceId }),
    ...(q && { q }),
    ...(cursor && { cursor }),
  }).toString()
  return search && `?${search}`
}

/** The part of a query string that leads back to the same rows. */
export function keepInboxQuery(search: string): string {
  const view = readInboxView(new URLSearchParams(search))
  return queryOf(view, { cursor: view.cursor })
}

/** Whether the list shows only some of the conversations of its tab. */
export const isFiltered = ({ label, mailboxId, sequenceId, q }: InboxView) =>
  !!(label || mailboxId || sequenceId || q)
