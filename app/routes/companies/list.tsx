import { Outlet, useLoaderData } from '@remix-run/react'
import { COMPANY_PARAMETERS, CompaniesTable } from '~/components/contacts/companies-table'
import { readView } from '~/components/contacts/view'
import { RouteError } from '~/components/page/error-screen'
import { keepListQuery, pageOf } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { LinkButton } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Building2, ListChecks } from '~/components/ui/icons'
import { Pagination } from '~/components/ui/list/pagination'
import { SearchBox } from '~/components/ui/list/search-box'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { charge } from '~/http/budget.server'
import { page } from '~/http/page.server'
import { getCompanyColumns, sortCompanies } from '~/models/contacts/companies/companies.server'
import { COMPANY_ORDERS } from '~/models/contacts/companies/company'
import { parseFilter } from '~/models/contacts/filter/filter'
import { formatDay } from '~/models/shared/format-time'
import { paths } from '~/paths'
import { readTableQuery } from '../contacts/read-table.server'

export const meta = titled('Companies')

const PER_PAGE = 50
/** Pages that can be reached by number: the rows before them are counted each time. */
const MAX_PAGE = 200

export const loader = page(async ({ app, db, userId, user, url }) => {
  await charge(app, userId, 'search')
  const text = (name: string) => (url.searchParams.get(name) ?? '').slice(0, 200).replaceAll('\0', '')
  const q = text('q').trim()
  const sortBy = COMPANY_ORDERS.find((known) => known === text('sort')) ?? 'contacts'
  const isDown = sortBy === 'domain' || sortBy === 'name' ? text('order') === 'desc' : text('order') !== 'asc'
  const sortOrder = isDown ? ('desc' as const) : ('asc' as const)
  const shown = Math.min(MAX_PAGE, pageOf(url.searchParams))
  // Of a view of contacts, only the filter counts here.
  const view = readView(new URLSearchParams({ view: text('view') }))
  const table = await readTableQuery(db, userId, view)
  const time = { now: await app.clock.now(), timezone: user.timezone }
  const { rows, total } = await sortCompanies(db, userId, {
    ...{ q: q || undefined, sortBy, sortOrder },
    ...{ limit: PER_PAGE, offset: (shown - 1) * PER_PAGE },
    filter: table.filter === null ? undefined : { passes: parseFilter(table.filter, table.own), time },
  })
  return {
    ...{ q, sortBy, sortOrder, page: shown, total: Number.parseInt(String(total), 10) },
    columns: await getCompanyColumns(db, userId),
    views: table.views.map(({ id, name }) => ({ id, name })),
    view: table.current?.id ?? '',
    filterWords: table.words,
    filterProblem: table.problem,
    listQuery: keepListQuery(url.search, COMPANY_PARAMETERS),
    rows: rows.map((row) => ({
      ...row,
      lastReplyAt: row.lastReplyAt && formatDay(row.lastReplyAt, user.timezone),
    })),
  }
})

/** The companies of the user's contacts. */
export default function CompaniesScreen() {
  const loaded = useLoaderData<typeof loader>()
  const { q, sortBy, sortOrder, page, total, rows, columns, view, views, filterWords, filterProblem } = loaded
  const kept = { ...(q && { q }), ...(view && { view }), sort: sortBy, order: sortOrder }
  const search = (change: Record<string, string>) =>
    paths.companies(`?${new URLSearchParams({ ...kept, ...change })}`)
  const pageCount = Math.min(MAX_PAGE, Math.max(1, Math.ceil(total / PER_PAGE)))
  return (
    <>
      <PageHeader
        title="Companies"
        subtitle="Contacts whose addresses have the same domain. Free-mail addresses, such as those of Gmail, belong to no company."
      />
      {views.length > 0 && (
        <Tabs
          label="Views"
          tabs={[{ id: '', name: 'All contacts' }, ...views].map(({ id, name }) => ({
            to: search({ view: id }),
            label: name,
            current: id === view,
            lazy: true,
          }))}
        />
      )}
      {filterWords && (
        <p className="mb-3 text-sm break-words">
          <span className="text-muted">Only contacts where </span>
          {filterWords}.
        </p>
      )}
      {filterProblem && (
        <p role="alert" className="mb-3 text-sm text-danger-ink">
          The filter is left out: {filterProblem}.
        </p>
      )}
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search companies"
          value={q}
          placeholder="Search companies"
          keep={{ ...(view && { view }), sort: sortBy, order: sortOrder }}
        />
        <LinkButton
          to={paths.companyColumns(loaded.listQuery)}
          preventScrollReset
          icon={<ListChecks aria-hidden="true" />}
        >
          Columns
        </LinkButton>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon={<Building2 />}
          title={q || view ? 'No companies found' : 'No companies yet'}
          text={
            q
              ? `No company has "${q}" in its domain or name.`
              : view
                ? 'No contact of a company is in this view.'
                : 'As soon as contacts have addresses of companies, they are here.'
          }
          action={
            q || view ? (
              <LinkButton to={paths.companies()}>Show all companies</LinkButton>
            ) : (
              <LinkButton to={paths.contacts()}>Open contacts</LinkButton>
            )
          }
        />
      ) : (
        <CompaniesTable
          {...{ rows, columns }}
          sort={{ by: sortBy, order: sortOrder }}
          hrefOf={(by, order) => search({ sort: by, order })}
        />
      )}
      <div className="mt-4">
        <Pagination page={page} pageCount={pageCount} hrefOf={(n) => search({ page: String(n) })} />
      </div>
      <Outlet />
    </>
  )
}

export const ErrorBoundary = () => <RouteError back={{ to: paths.companies(), label: 'Back to Companies' }} />
