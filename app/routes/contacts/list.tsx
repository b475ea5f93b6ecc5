import { Outlet, useLoaderData } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { ContactFilters } from '~/components/contacts/contact-filters'
import { ContactsTable } from '~/components/contacts/contacts-table'
import { holds, hrefOf, keepContactsQuery, readView } from '~/components/contacts/view'
import { ViewBar } from '~/components/contacts/view-bar'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { LinkButton } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { History, SearchX, Users } from '~/components/ui/icons'
import { KeysetPager, Pagination } from '~/components/ui/list/pagination'
import { PageHeader } from '~/components/ui/page-header'
import { StatCard, StatGrid } from '~/components/ui/stat-card'
import { charge } from '~/http/budget.server'
import { page } from '~/http/page.server'
import { type Contact, displayName } from '~/models/contacts/contact'
import { labelOf } from '~/models/contacts/filter/words'
import { getContactStats, listIndustries } from '~/models/contacts/list.server'
import { originsOf } from '~/models/contacts/origins.server'
import { SHORTEST_SEARCH } from '~/models/contacts/search'
import { standingOf } from '~/models/contacts/standing.server'
import { readCells } from '~/models/contacts/views/cells.server'
import { formatDay } from '~/models/shared/format-time'
import { paths } from '~/paths'
import { readRows, readTableQuery } from './read-table.server'

export const meta = titled('Contacts')

export const loader = page(async ({ app, db, userId, user, url }) => {
  const view = readView(url.searchParams)
  const time = { now: await app.clock.now(), timezone: user.timezone }
  const [stats, industries, table] = await Promise.all([
    getContactStats(db, userId),
    listIndustries(db, userId),
    readTableQuery(db, userId, view),
  ])
  const isHeavy = table.filter !== null || table.sort !== 'createdAt'
  if (isHeavy) await charge(app, userId, 'search')
  const found = await readRows(db, userId, view, table, time)
  const cells = await readCells(db, found.rows, table.columns, table.own, user.timezone)
  const origins = await originsOf(db, userId, found.rows)
  return {
    view: { ...view, page: found.page },
    listQuery: keepContactsQuery(url.search),
    stats,
    industries,
    views: table.views.map(({ id, name }) => ({ id, name })),
    current: table.current && { id: table.current.id, name: table.current.name },
    filterWords: table.words,
    filterProblem: table.problem,
    sort: { by: table.sort, order: table.order },
    columns: table.columns.map((column) => ({ value: column, label: labelOf(column, table.own) })),
    total: found.total,
    isAtLeast: found.isAtLeast,
    perPage: table.perPage,
    next: found.next,
    rows: found.rows.map((contact) => ({
      ...toRow(contact, user.timezone),
      origin: origins.get(contact.id)!,
      cells: cells.get(contact.id)!,
    })),
  }
})

function toRow(contact: Contact, timezone: string) {
  const { id, email, firstName, lastName, title, organizationName, industry } = contact
  return {
    ...{ id, email, firstName, lastName, industry },
    name: displayName(contact),
    work: [title, organizationName].filter(Boolean).join(', '),
    ...standingOf(contact),
    added: { at: contact.createdAt.toISOString(), text: formatDay(contact.createdAt, timezone) },
  }
}

/** The text of the search box: what the user typed, or the URL's text when that changes otherwise (back, a link). */
function useSearchText(q: string) {
  const [text, setText] = useState(q)
  const sent = useRef(q)
  useEffect(() => {
    // The response to an earlier text must not overwrite what was typed since.
    if (q === sent.current.trim()) return
    sent.current = q
    setText(q)
  }, [q])
  const onSearch = (typed: string) => {
    sent.current = typed
  }
  return { text, setText, onSearch }
}

/** All contacts, newest first. */
export default function ContactsScreen() {
  const loaded = useLoaderData<typeof loader>()
  const { view, listQuery, stats, industries, total, isAtLeast, perPage, next, rows, sort, columns } = loaded
  const { text, setText, onSearch } = useSearchText(view.q)
  // Until the search over all contacts returns, the loaded page is filtered by the typed text.
  const searching = text.trim() !== view.q
  const shown = searching && text.trim() ? rows.filter((row) => holds(row, text)) : rows
  const hidden = rows.length - shown.length
  const first = (view.page - 1) * perPage + 1
  return (
    <>
      <PageHeader
        title="Contacts"
        subtitle="All contacts, in any list or none"
        actions={
          <LinkButton to={paths.contactChanges()} icon={<History aria-hidden="true" />}>
            Changes
          </LinkButton>
        }
      />
      <div className="mb-5">
        <StatGrid>
          {STATS.map(({ label, status }) => (
            <StatCard
              key={status}
              label={label}
              value={stats[status === 'all' ? 'total' : status].toLocaleString('en-US')}
              to={hrefOf(paths.contacts(), view, { status, page: 1, cursor: undefined })}
              current={view.status === status}
            />
          ))}
        </StatGrid>
      </div>
      {stats.total === 0 ? (
        <EmptyState
          icon={<Users />}
          title="No contacts yet"
          text="Contacts belong to email lists. Create a list, then add contacts by hand, from a CSV file or from the leads finder."
          action={<LinkButton to={paths.personas()}>Go to Email Lists</LinkButton>}
        />
      ) : (
        <>
          <ViewBar {...loaded} />
          <ContactFilters
            view={view}
            industries={industries}
            text={text}
            onText={setText}
            onSearch={onSearch}
          />
          {view.q && total === null && <SearchNote text={view.q} />}
          {shown.length === 0 ? (
            <EmptyState
              icon={<SearchX />}
              title={searching ? 'Searching all contacts...' : 'No contacts found'}
              text={
                searching
                  ? `No contact on this page matches "${text.trim()}" in address or name.`
                  : view.q
                    ? `No contact matches "${view.q}" in address or name.`
                    : loaded.filterWords
                      ? 'No contact passes this filter.'
                      : 'No contact has this status and industry.'
              }
              action={<LinkButton to={paths.contacts()}>Show all contacts</LinkButton>}
            />
          ) : (
            <ContactsTable
              rows={shown}
              listQuery={listQuery}
              columns={columns}
              sort={view.q && total === null ? null : sort}
              sortHref={(by, order) => hrefOf(paths.contacts(), view, sortedBy(by, order, view.view))}
              matching={total === null ? null : { total, isAtLeast }}
            />
          )}
          <div className="mt-4">
            {total === null ? (
              <KeysetPager
                label="Pages of contacts"
                labels={{ newer: 'Newest', older: 'Older' }}
                newer={view.cursor ? hrefOf(paths.contacts(), view, { cursor: undefined }) : null}
                older={next ? hrefOf(paths.contacts(), view, { cursor: next }) : null}
              />
            ) : (
              rows.length > 0 && (
                <Pagination
                  page={view.page}
                  pageCount={Math.max(1, Math.ceil(total / perPage))}
                  hrefOf={(number) => hrefOf(paths.contacts(), view, { page: number })}
                  summary={`${first.toLocaleString('en-US')}–${(first + rows.length - 1).toLocaleString('en-US')} of ${isAtLeast ? 'more than ' : ''}${total.toLocaleString('en-US')}${hidden > 0 ? `; ${shown.length} of this page match` : ''}`}
                  label="Pages of contacts"
                />
              )
            )}
          </div>
        </>
      )}
      <Outlet />
    </>
  )
}

/** The cards, each a filter by status. */
const STATS = [
  { label: 'Total Contacts', status: 'all' },
  { label: 'Active', status: 'active' },
  { label: 'Bounced', status: 'bounced' },
  { label: 'Unsubscribed', status: 'unsubscribed' },
  { label: 'Suppressed', status: 'suppressed' },
] as const

/** The usual order needs no name in the URL, unless a view has another one. */
const sortedBy = (by: string, order: 'asc' | 'desc', namedView: string) => ({
  sort: by === 'createdAt' && !namedView ? '' : by,
  ...{ order, page: 1, cursor: undefined },
})

const SearchNote = ({ text }: { text: string }) => (
  <p className="mb-3 text-sm text-muted break-words">
    All contacts with “{text}” in their address or name, newest first.
    {text.trim().length < SHORTEST_SEARCH &&
      ` Texts shorter than ${SHORTEST_SEARCH} characters are searched only in your newest 10,000 contacts.`}{' '}
    <LinkButton variant="ghost" size="sm" to={paths.contacts()}>
      Clear search
    </LinkButton>
  </p>
)

export const ErrorBoundary = () => <RouteError back={{ to: paths.contacts(), label: 'Back to Contacts' }} />
