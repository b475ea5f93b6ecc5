import { keepListQuery, pageOf } from '~/components/page/keep-list-query'
import { CONTACT_STATUSES } from '~/models/contacts/statuses'
import { paths } from '~/paths'

/** The URL parameters of the list of all contacts. */
export interface ContactsView {
  /** The text to search all contacts for; empty while a page is shown. */
  q: string
  status: (typeof CONTACT_STATUSES)[number]
  industry: string
  order: 'asc' | 'desc' | ''
  page: number
  cursor: string | undefined
  /** The id of a named view; what the URL says beside it counts instead. */
  view: string
  /** JSON of a filter; `none` if the one of the view does not count. */
  filter: string
  /** The field that sorts the list; empty for the usual order. */
  sort: string
  /** The columns, with commas between them; empty for the usual ones. */
  columns: string
  /** Rows of a page; empty for the usual number. */
  rows: '' | '50' | '100'
}

const NAMES = [
  ...(['q', 'status', 'industry', 'order', 'page', 'cursor'] as const),
  ...(['view', 'filter', 'sort', 'columns', 'rows'] as const),
]

/** The part of a query string that leads back to the same rows. */
export const keepContactsQuery = (search: string): string => keepListQuery(search, NAMES)

/** The part of a contact's query string that says in which table it was opened: its dialogs keep it. */
export const keepTable = (search: string): string => {
  const table = new URLSearchParams(search).get('in')
  return table === null ? '' : `?${new URLSearchParams({ in: table })}`
}

/** A contact's screen, opened from a table of contacts. @param listQuery what leads back to the rows */
export const contactIn = (id: string, listQuery: string): string =>
  `${paths.contact(id)}?${new URLSearchParams({ in: listQuery.replace(/^\?/, '') })}`

/** Reads URL parameters; invalid ones are ignored. */
export function readView(search: URLSearchParams): ContactsView {
  const text = (name: string, max = 200) => (search.get(name) ?? '').slice(0, max).replaceAll('\0', '')
  const status = text('status')
  const order = text('order')
  const rows = text('rows')
  return {
    q: text('q').trim(),
    status: CONTACT_STATUSES.find((known) => known === status) ?? 'all',
    industry: text('industry'),
    order: order === 'asc' || order === 'desc' ? order : '',
    page: pageOf(search),
    cursor: text('cursor') || undefined,
    view: text('view'),
    filter: text('filter', 20_000),
    sort: text('sort'),
    columns: text('columns', 5000),
    rows: rows === '50' || rows === '100' ? rows : '',
  }
}

/** The URL that shows `view` with changes. */
export function hrefOf(path: string, view: ContactsView, change: Partial<ContactsView> = {}): string {
  const { q, status, industry, order, page, cursor, filter, sort, columns, rows, ...rest } = {
    ...view,
    ...change,
  }
  const isUsual = !sort && !filter && !rest.view
  const search = new URLSearchParams({
    ...(rest.view && { view: rest.view }),
    ...(filter && { filter }),
    ...(q && { q }),
    ...(status !== 'all' && { status }),
    ...(industry && { industry }),
    ...(sort && { sort }),
    ...(order && !(isUsual && (q || order === 'desc')) && { order }),
    ...(columns && { columns }),
    ...(rows && { rows }),
    ...(page > 1 && !(q && isUsual) && { page: String(page) }),
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
