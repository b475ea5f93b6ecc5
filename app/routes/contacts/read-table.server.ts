import type { ContactsView } from '~/components/contacts/view'
import type { Db } from '~/db.server'
import { isAppError } from '~/errors'
import { CONTACTS_PER_PAGE, type Contact } from '~/models/contacts/contact'
import { checkFilter, kindOf, parseFilter } from '~/models/contacts/filter/filter'
import type { FilterTime } from '~/models/contacts/filter/filter.server'
import { filterInWords, type NamesById } from '~/models/contacts/filter/words'
import { listContactChanges, listContacts } from '~/models/contacts/list.server'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import type { OwnField } from '~/models/contacts/own-fields/type'
import { searchContacts } from '~/models/contacts/search.server'
import { columnChoices } from '~/models/contacts/views/columns'
import type { ContactView } from '~/models/contacts/views/view'
import { listContactViews } from '~/models/contacts/views/views.server'
import { listPersonas } from '~/models/personas/persona.server'
import { listSequences } from '~/models/sequences/sequence.server'

/** A table of contacts as its URL asks for it: what the view says, unless the URL says otherwise. */
export interface TableQuery {
  views: ContactView[]
  current: ContactView | null
  own: OwnField[]
  /** JSON; null for all contacts. */
  filter: string | null
  /** The filter as a sentence; null for none. */
  words: string | null
  /** Why the filter does not count. */
  problem: string | null
  sort: string
  order: 'asc' | 'desc'
  /** Empty for the usual ones. */
  columns: string[]
  perPage: number
}

/** Reads what the URL of a table of contacts asks for. What does not fit is left out, with a reason. */
export async function readTableQuery(db: Db, userId: string, view: ContactsView): Promise<TableQuery> {
  const [own, views] = await Promise.all([listOwnFields(db, userId), listContactViews(db, userId)])
  const current = views.find(({ id }) => id === view.view) ?? null
  const given = view.filter || (current?.filter ? JSON.stringify(current.filter) : 'none')
  const sort = view.sort || current?.sortBy || 'createdAt'
  const known = columnChoices(own).map(({ value }) => value)
  const wanted = view.columns ? view.columns.split(',') : (current?.columns ?? [])
  return {
    ...{ views, current, own },
    ...(await readFilter(db, userId, given, own)),
    sort: isSortable(sort, own) ? sort : 'createdAt',
    order: view.order || (view.sort ? 'asc' : current?.sortOrder) || 'desc',
    columns: wanted.filter((column) => known.includes(column)),
    perPage: Number(view.rows) || CONTACTS_PER_PAGE,
  }
}

/** A field that was deleted no longer sorts a view. */
const isSortable = (field: string, own: OwnField[]): boolean =>
  field === 'updatedAt' || !['tags', 'list', 'sequence', 'status', null].includes(kindOf(field, own))

/** A filter with its words, or why it does not fit. @param given JSON; `none` for no filter */
export async function readFilter(db: Db, userId: string, given: string, own: OwnField[]) {
  if (given === 'none') return { filter: null, words: null, problem: null }
  try {
    const filter = parseFilter(given, own)
    const names = given.includes('Id"') ? await namesById(db, userId) : {}
    return { filter: given, words: filterInWords(filter, own, names), problem: null }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { filter: null, words: null, problem: error.message }
  }
}

/** The most lists and sequences that a builder offers. */
const MAX_OFFERED = 1000

/** The names of the user's lists and sequences. */
export async function namesById(db: Db, userId: string): Promise<NamesById> {
  const [lists, sequences] = await Promise.all([
    listPersonas(db, userId, { limit: MAX_OFFERED }),
    listSequences(db, userId, { limit: MAX_OFFERED }),
  ])
  return Object.fromEntries([...lists.rows, ...sequences.rows].map(({ id, name }) => [id, name]))
}

interface Found {
  rows: Contact[]
  /** The cursor of the next page of a search; null if there are page numbers. */
  next: string | null
  /** Null for a search, whose results are not counted. */
  total: number | null
  /** Whether there may be more than `total`. */
  isAtLeast: boolean
  page: number
}

/** The rows of a table, on the requested page or the last existing one. @throws AppError INVALID if the filter takes too long */
export async function readRows(
  db: Db,
  userId: string,
  view: ContactsView,
  table: TableQuery,
  time: FilterTime,
): Promise<Found> {
  const { filter, sort, order, perPage } = table
  if (filter !== null || sort !== 'createdAt') return readSorted(db, userId, view, table, time)
  const query = {
    ...{ limit: perPage, sortBy: 'createdAt' as const, sortOrder: order },
    ...{ statusFilter: view.status, industryFilter: view.industry || undefined },
  }
  if (view.q) {
    const search = { text: view.q, limit: perPage, cursor: view.cursor, status: view.status }
    const found = await searchContacts(db, userId, { ...search, industry: view.industry || undefined })
    return { rows: found.rows, next: found.cursor, total: null, isAtLeast: false, page: 1 }
  }
  const found = await listContacts(db, userId, { ...query, page: view.page })
  const shown = Math.min(view.page, Math.max(1, Math.ceil(found.total / perPage)))
  const { contacts, total } =
    shown === view.page ? found : await listContacts(db, userId, { ...query, page: shown })
  return { rows: contacts, next: null, total, isAtLeast: false, page: shown }
}

async function readSorted(
  db: Db,
  userId: string,
  view: ContactsView,
  { filter, sort, order, perPage }: TableQuery,
  time: FilterTime,
): Promise<Found> {
  const query = {
    ...{ statusFilter: view.status, industryFilter: view.industry || undefined, q: view.q || undefined },
    ...{ limit: perPage, sortBy: sort, sortOrder: order, filter: filter ?? undefined },
  }
  const found = await listContactChanges(db, userId, { ...query, page: view.page }, time)
  const total = Number.parseInt(String(found.total), 10)
  const isAtLeast = typeof found.total === 'string'
  const last = Math.max(1, Math.ceil(total / perPage))
  if (view.page <= last || isAtLeast)
    return { rows: found.rows, next: null, total, isAtLeast, page: view.page }
  const { rows } = await listContactChanges(db, userId, { ...query, page: last }, time)
  return { rows, next: null, total, isAtLeast, page: last }
}

/** A filter whose conditions all fit, or why not. */
export function checkedFilter(given: unknown, own: OwnField[]): { problem: string | null } {
  try {
    checkFilter(given, own)
    return { problem: null }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { problem: error.message }
  }
}
