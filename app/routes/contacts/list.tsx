import { Outlet, useLoaderData } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { ContactFilters } from '~/components/contacts/contact-filters'
import { ContactsTable } from '~/components/contacts/contacts-table'
import { type ContactsView, holds, hrefOf, keepContactsQuery, readView } from '~/components/contacts/view'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { LinkButton } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { SearchX, Users } from '~/components/ui/icons'
import { KeysetPager, Pagination } from '~/components/ui/list/pagination'
import { PageHeader } from '~/components/ui/page-header'
import { StatCard, StatGrid } from '~/components/ui/stat-card'
import type { Db } from '~/db.server'
import { page } from '~/http/page.server'
import { CONTACTS_PER_PAGE, type Contact, displayName, displayStatus } from '~/models/contacts/contact'
import { getContactStats, listContacts, listIndustries } from '~/models/contacts/list.server'
import { SHORTEST_SEARCH } from '~/models/contacts/search'
import { searchContacts } from '~/models/contacts/search.server'
import { formatDay } from '~/models/shared/format-time'
import { paths } from '~/paths'

export const meta = titled('Contacts')

export const loader = page(async ({ db, userId, user, url }) => {
  const view = readView(url.searchParams)
  const [stats, industries, found] = await Promise.all([
    getContactStats(db, userId),
    listIndustries(db, userId),
    view.q ? searchAll(db, userId, view) : readPage(db, userId, view),
  ])
  return {
    view: { ...view, page: found.page },
    listQuery: keepContactsQuery(url.search),
    stats,
    industries,
    total: found.total,
    perPage: CONTACTS_PER_PAGE,
    next: found.next,
    rows: found.rows.map((contact) => toRow(contact, user.timezone)),
  }
})

async function searchAll(db: Db, userId: string, { q, status, industry, cursor }: ContactsView) {
  const search = { text: q, limit: CONTACTS_PER_PAGE, cursor, status, industry: industry || undefined }
  const { rows, cursor: next } = await searchContacts(db, userId, search)
  return { rows, next, total: null, page: 1 }
}

/** The requested page, or the last existing one. */
async function readPage(db: Db, userId: string, view: ContactsView) {
  const query = {
    limit: CONTACTS_PER_PAGE,
    sortBy: 'createdAt' as const,
    sortOrder: view.order,
    statusFilter: view.status,
    industryFilter: view.industry || undefined,
  }
  const found = await listContacts(db, userId, { ...query, page: view.page })
  const last = Math.max(1, Math.ceil(found.total / CONTACTS_PER_PAGE))
  const shown = Math.min(view.page, last)
  const { contacts, total } =
    shown === view.page ? found : await listContacts(db, userId, { ...query, page: shown })
  return { rows: contacts, next: null, total, page: shown }
}

function toRow(contact: Contact, timezone: string) {
  const { id, email, firstName, lastName, title, organizationName, industry } = contact
  return {
    ...{ id, email, firstName, lastName, industry },
    name: displayName(contact),
    work: [title, organizationName].filter(Boolean).join(', '),
    status: displayStatus(contact),
    blacklisted: contact.hardBounced || contact.tags.includes('blacklist'),
    fromApollo: contact.apolloId !== null,
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
  const { view, listQuery, stats, industries, total, perPage, next, rows } = useLoaderData<typeof loader>()
  const { text, setText, onSearch } = useSearchText(view.q)
  // Until the search over all contacts returns, the loaded page is filtered by the typed text.
  const searching = text.trim() !== view.q
  const shown = searching && text.trim() ? rows.filter((row) => holds(row, text)) : rows
  const hidden = rows.length - shown.length
  const first = (view.page - 1) * perPage + 1
  return (
    <>
      <PageHeader title="Contacts" subtitle="All contacts, in any list or none" />
      <div className="mb-5">
        <StatGrid>
          <StatCard label="Total Contacts" value={stats.total.toLocaleString('en-US')} />
          <StatCard label="Active" value={stats.active.toLocaleString('en-US')} />
          <StatCard label="Bounced" value={stats.bounced.toLocaleString('en-US')} />
          <StatCard label="Unsubscribed" value={stats.unsubscribed.toLocaleString('en-US')} />
          <StatCard label="Suppressed" value={stats.suppressed.toLocaleString('en-US')} />
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
          <ContactFilters
            view={view}
            industries={industries}
            text={text}
            onText={setText}
            onSearch={onSearch}
          />
          {view.q && <SearchNote text={view.q} />}
          {shown.length === 0 ? (
            <EmptyState
              icon={<SearchX />}
              title={searching ? 'Searching all contacts...' : 'No contacts found'}
              text={
                searching
                  ? `No contact on this page matches "${text.trim()}" in address or name.`
                  : view.q
                    ? `No contact matches "${view.q}" in address or name.`
                    : 'No contact has this status and industry.'
              }
              action={<LinkButton to={paths.contacts()}>Show all contacts</LinkButton>}
            />
          ) : (
            <ContactsTable
              rows={shown}
              listQuery={listQuery}
              order={
                view.q
                  ? null
                  : {
                      direction: view.order,
                      other: hrefOf(paths.contacts(), view, {
                        order: view.order === 'asc' ? 'desc' : 'asc',
                        page: 1,
                      }),
                    }
              }
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
                  hrefOf={(number) => hrefOf(paths.contacts(), view, { page: number, q: '' })}
                  summary={`${first.toLocaleString('en-US')}–${(first + rows.length - 1).toLocaleString('en-US')} of ${total.toLocaleString('en-US')}${hidden > 0 ? `; ${shown.length} of this page match` : ''}`}
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
