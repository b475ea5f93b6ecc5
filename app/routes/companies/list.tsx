import { useLoaderData } from '@remix-run/react'
import { CompaniesTable } from '~/components/contacts/companies-table'
import { RouteError } from '~/components/page/error-screen'
import { pageOf } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { LinkButton } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Building2 } from '~/components/ui/icons'
import { Pagination } from '~/components/ui/list/pagination'
import { SearchBox } from '~/components/ui/list/search-box'
import { PageHeader } from '~/components/ui/page-header'
import { charge } from '~/http/budget.server'
import { page } from '~/http/page.server'
import { sortCompanies } from '~/models/contacts/companies/companies.server'
import { COMPANY_ORDERS } from '~/models/contacts/companies/company'
import { formatDay } from '~/models/shared/format-time'
import { paths } from '~/paths'

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
  const { rows, total } = await sortCompanies(db, userId, {
    ...{ q: q || undefined, sortBy, sortOrder },
    ...{ limit: PER_PAGE, offset: (shown - 1) * PER_PAGE },
  })
  return {
    ...{ q, sortBy, sortOrder, page: shown, total: Number.parseInt(String(total), 10) },
    rows: rows.map(({ lastReplyAt, ...row }) => ({
      ...row,
      lastReply: lastReplyAt && formatDay(lastReplyAt, user.timezone),
    })),
  }
})

/** The companies of the user's contacts. */
export default function CompaniesScreen() {
  const { q, sortBy, sortOrder, page, total, rows } = useLoaderData<typeof loader>()
  const search = (change: Record<string, string>) =>
    paths.companies(`?${new URLSearchParams({ ...(q && { q }), sort: sortBy, order: sortOrder, ...change })}`)
  const pageCount = Math.min(MAX_PAGE, Math.max(1, Math.ceil(total / PER_PAGE)))
  return (
    <>
      <PageHeader
        title="Companies"
        subtitle="Contacts whose addresses have the same domain. Free-mail addresses, such as those of Gmail, belong to no company."
      />
      <div className="mb-4">
        <SearchBox
          label="Search companies"
          value={q}
          placeholder="Search companies"
          keep={{ sort: sortBy, order: sortOrder }}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon={<Building2 />}
          title={q ? 'No companies found' : 'No companies yet'}
          text={
            q
              ? `No company has "${q}" in its domain or name.`
              : 'As soon as contacts have addresses of companies, they are here.'
          }
          action={
            q ? (
              <LinkButton to={paths.companies()}>Show all companies</LinkButton>
            ) : (
              <LinkButton to={paths.contacts()}>Open contacts</LinkButton>
            )
          }
        />
      ) : (
        <CompaniesTable
          rows={rows}
          sort={{ by: sortBy, order: sortOrder }}
          hrefOf={(by, order) => search({ sort: by, order })}
        />
      )}
      <div className="mt-4">
        <Pagination page={page} pageCount={pageCount} hrefOf={(n) => search({ page: String(n) })} />
      </div>
    </>
  )
}

export const ErrorBoundary = () => <RouteError back={{ to: paths.companies(), label: 'Back to Companies' }} />
