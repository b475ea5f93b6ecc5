import { Outlet, useLoaderData } from '@remix-run/react'
import { RouteError } from '~/components/page/error-screen'
import { keepListQuery, pageOf } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { PersonaCard } from '~/components/personas/persona-card'
import { LinkButton } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { ListPlus, Plus, SearchX } from '~/components/ui/icons'
import { CardGrid } from '~/components/ui/list/columns'
import { Pagination } from '~/components/ui/list/pagination'
import { SearchBox } from '~/components/ui/list/search-box'
import { PageHeader } from '~/components/ui/page-header'
import { StatCard, StatGrid } from '~/components/ui/stat-card'
import { page } from '~/http/page.server'
import { getPersonaStats, searchPersonas } from '~/models/personas/persona.server'
import { paths } from '~/paths'

const PER_PAGE = 10

export const meta = titled('Email Lists')

export const loader = page(async ({ db, userId, url }) => {
  const q = (url.searchParams.get('q') ?? '').slice(0, 200).replaceAll('\0', '')
  const [stats, found] = await Promise.all([
    getPersonaStats(db, userId),
    searchPersonas(db, userId, { q, page: pageOf(url.searchParams), limit: PER_PAGE }),
  ])
  return {
    q,
    listQuery: keepListQuery(url.search),
    stats: {
      ...stats,
      average: stats.industries === 0 ? '0' : String(Math.round((stats.lists / stats.industries) * 10) / 10),
    },
    personas: found.rows.map(({ createdAt: _, updatedAt: __, ...shown }) => shown),
    total: found.total,
    page: found.page,
    pageCount: found.pageCount,
  }
})

/** All email lists, newest first. */
export default function PersonasScreen() {
  const { q, listQuery, stats, personas, total, page, pageCount } = useLoaderData<typeof loader>()
  const create = (
    <LinkButton
      variant="primary"
      to={paths.newPersona() + listQuery}
      preventScrollReset
      icon={<Plus aria-hidden="true" />}
    >
      Create Email List
    </LinkButton>
  )
  const hrefOf = (number: number) =>
    `${paths.personas()}?${new URLSearchParams({ ...(q ? { q } : {}), page: String(number) })}`
  const first = (page - 1) * PER_PAGE + 1
  return (
    <>
      <PageHeader
        title="Email Lists"
        subtitle="Groups of contacts that sequences enroll from"
        actions={create}
      />
      {stats.lists > 0 && (
        <div className="mb-5">
          <StatGrid>
            <StatCard label="Total Email Lists" value={stats.lists} />
            <StatCard label="Industries" value={stats.industries} />
            <StatCard label="Average per Industry" value={stats.average} />
          </StatGrid>
        </div>
      )}
      {stats.lists === 0 ? (
        <EmptyState
          icon={<ListPlus />}
          title="No email lists yet"
          text="An email list holds contacts of one kind. Create one, add contacts, then link it to a sequence: its contacts are enrolled automatically."
          action={create}
        />
      ) : (
        <>
          <div className="mb-4">
            <SearchBox label="Search email lists" value={q} placeholder="Search email lists..." />
          </div>
          {personas.length === 0 ? (
            <EmptyState
              icon={<SearchX />}
              title="No email lists found"
              text={`No email list matches "${q}" in name, industry, job title, location or description.`}
              action={<LinkButton to={paths.personas()}>Clear search</LinkButton>}
            />
          ) : (
            <CardGrid size="medium">
              {personas.map((persona) => (
                <PersonaCard key={persona.id} persona={persona} listQuery={listQuery} />
              ))}
            </CardGrid>
          )}
          {pageCount > 1 && (
            <div className="mt-5">
              <Pagination
                page={page}
                pageCount={pageCount}
                hrefOf={hrefOf}
                summary={`${first}–${first + personas.length - 1} of ${total}`}
              />
            </div>
          )}
        </>
      )}
      <Outlet />
    </>
  )
}

export const ErrorBoundary = () => (
  <RouteError
    failure="Failed to fetch email lists"
    back={{ to: paths.personas(), label: 'Back to Email Lists' }}
  />
)
