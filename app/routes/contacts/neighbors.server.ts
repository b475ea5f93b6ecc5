import { contactIn, hrefOf, keepContactsQuery, readView } from '~/components/contacts/view'
import type { Db } from '~/db.server'
import { isAppError } from '~/errors'
import type { FilterTime } from '~/models/contacts/filter/filter.server'
import { paths } from '~/paths'
import { readRows, readTableQuery } from './read-table.server'

/** Where a contact stands in the table that it was opened from. */
export interface Neighbors {
  /** Leads back to the rows. */
  back: string
  previous: string | null
  next: string | null
}

/**
 * The contacts before and after one in a table, across its pages.
 * @param search the query string of the table
 * @returns null for both if the contact no longer is on that page
 */
export async function neighborsOf(
  db: Db,
  userId: string,
  id: string,
  search: string,
  time: FilterTime,
): Promise<Neighbors> {
  const view = readView(new URLSearchParams(keepContactsQuery(`?${search}`)))
  const back = hrefOf(paths.contacts(), view)
  const nothing = { back, previous: null, next: null }
  try {
    const table = await readTableQuery(db, userId, view)
    const here = await readRows(db, userId, view, table, time)
    const at = here.rows.findIndex((row) => row.id === id)
    if (at === -1) return nothing
    const linkTo = (row: { id: string } | undefined, page: number) =>
      row ? contactIn(row.id, hrefOf('', { ...view, page })) : null
    const rowOn = async (page: number, place: 0 | -1) =>
      (await readRows(db, userId, { ...view, page }, table, time)).rows.at(place)
    // A search has no page numbers.
    const isPaged = here.total !== null
    const isLast = !isPaged || here.page * table.perPage >= here.total!
    const previous = here.rows[at - 1]
    const next = here.rows[at + 1]
    return {
      back,
      previous:
        previous || here.page === 1 || !isPaged
          ? linkTo(previous, here.page)
          : linkTo(await rowOn(here.page - 1, -1), here.page - 1),
      next: next || isLast ? linkTo(next, here.page) : linkTo(await rowOn(here.page + 1, 0), here.page + 1),
    }
  } catch (error) {
    // The filter takes too long.
    if (isAppError(error)) return nothing
    throw error
  }
}
