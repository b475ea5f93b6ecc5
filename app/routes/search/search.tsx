import { Link, useLoaderData } from '@remix-run/react'
import { titled } from '~/components/page/meta'
import { placesOf } from '~/components/search/places'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { SearchX } from '~/components/ui/icons'
import { SearchBox } from '~/components/ui/list/search-box'
import { PageHeader } from '~/components/ui/page-header'
import { charge } from '~/http/budget.server'
import { page } from '~/http/page.server'
import { searchText } from '~/models/search/search'
import { searchOwn } from '~/models/search/search.server'

export const meta = titled('Search')

/** Results per kind. */
const SHOWN = 50

export const loader = page(async ({ app, db, userId, url }) => {
  await charge(app, userId, 'search')
  const text = searchText(url).trim()
  return { text, found: await searchOwn(db, userId, text, SHOWN) }
})

/** The command palette as a screen: for browsers without scripts, and for more results. */
export default function SearchScreen() {
  const { text, found } = useLoaderData<typeof loader>()
  const groups = placesOf(text, found)
  return (
    <>
      <PageHeader
        title="Search"
        subtitle="Screens, sequences, email lists and contacts"
        actions={<SearchBox label="Search" value={text} placeholder="A name or an address" />}
      />
      {groups.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="Nothing found"
          text={`No screen, sequence, email list or contact matches “${text}”.`}
        />
      ) : (
        <div className="space-y-4">
          {groups.map(({ heading, places }) => (
            <Card key={heading} title={heading} flush>
              <ul className="divide-y divide-line">
                {places.map(({ to, label, detail }) => (
                  <li
                    key={`${to} ${label}`}
                    className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 sm:px-5"
                  >
                    <Link
                      to={to}
                      className="inline-flex min-h-6 min-w-0 items-center text-sm font-medium break-words text-accent-ink hover:underline max-sm:min-h-9"
                    >
                      {label}
                    </Link>
                    {detail && <span className="min-w-0 text-xs break-words text-muted">{detail}</span>}
                  </li>
                ))}
              </ul>
              {places.length === SHOWN && (
                <p className="border-t border-line px-4 py-2 text-xs text-muted sm:px-5">
                  Showing the newest {SHOWN}. Type more to narrow the search.
                </p>
              )}
            </Card>
          ))}
        </div>
      )}
    </>
  )
}
