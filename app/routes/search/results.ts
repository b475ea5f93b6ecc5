import { charge } from '~/http/budget.server'
import { page } from '~/http/page.server'
import { searchText } from '~/models/search/search'
import { searchOwn } from '~/models/search/search.server'

/** Results per kind in the command palette. */
const SHOWN = 5

/** The command palette's results, as JSON. */
export const loader = page(async ({ app, db, userId, url }) => {
  await charge(app, userId, 'search')
  return Response.json(await searchOwn(db, userId, searchText(url), SHOWN), {
    headers: { 'Cache-Control': 'no-store' },
  })
})
