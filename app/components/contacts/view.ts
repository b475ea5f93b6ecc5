import { keepListQuery, pageOf } from '~/components/page/keep-list-query'
import { CONTACT_STATUSES } from '~/models/contacts/statuses'

/** The URL parameters of the list of all contacts. */
export interface ContactsView {
  /** The text to search all contacts for; empty while a page is shown. */
  q: string
  status: (typeof CONTACT_STATUSES)[number]
  industry: string
  order: 'asc' | 'desc'
  page: number
  cursor: string | undefined
}

const NAMES = ['q', 'status', 'industry', 'order', 'page', 'cursor'] as const

/** The part of a query string that leads back to the same rows. */
export const keepContactsQuery = (search: string): string => keepListQuery(search, NAMES)

/** Reads URL parameters; invalid ones are ignored. */
export function readView(search: URLSearchParams): ContactsView {
  const text = (name: string) => (search.get(name) ?? '').slice(0, 200).replaceAll('\0', '')
  const status = text('status')
  return {
    q: text('q').trim(),
    status: CONTACT_STATUSES.find((known) => known === status) ?? 'all',
    industry: text('industry'),
    order: text('order') === 'asc' ? 'asc' : 'desc',
    page: pageOf(search),
    cursor: text('cursor') || undefined,
  }
}

/** The URL that shows `view` with changes. */
export function hrefOf(path: string, view: ContactsView, change: Partial<ContactsView> = {}): string {
  const { q, status, industry, order, page, cursor } = { ...view, ...change }
  const search = new URLSearchParams({
    ...(q && { q }),
    ...(status !== 'all' && { status }),
    ...(industry && { industry }),
    ...(order === 'asc' && !q && { order }),
    ...(page > 1 && !q && { page: String(page) }),
    ...(cursor && q && { cursor }),
  }).toString()
  return path + (search && `?${search}`)
}

/** Whether a row of the loaded page contains a text in its address or name, ignoring case. */
export function holds(
  row: { email: string; name: string; firstName: string | null; lastName: string | null },
  text: string,
): boolean {
  const wanted = text.trim().toLowerCase()
  return [row.email, row.firstName, row.lastName, row.name].some((value) =>
    value?.toLowerCase().includes(wanted),
  )
}
