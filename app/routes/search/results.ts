import { page } from '~/http/page.server'
import { searchText } from '~/models/search/search'
import { searchOwn } from '~/models/search/search.server'

/** Rows of each kind that the command palette shows. */
const SHOWN = 5

/** What the command palette finds, as JSON. */
export const loader = page(async ({ db, userId, url }) =>
  Response.json(await searchOwn(db, userId, searchText(url), SHOWN), {
    headers: { 'Cache-Control': 'no-store' },
  }),
)
