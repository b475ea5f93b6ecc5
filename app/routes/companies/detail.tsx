import { Link, Outlet, useLoaderData } from '@remix-run/react'
import { ContactStatusBadge } from '~/components/contacts/badges'
import { RouteError } from '~/components/page/error-screen'
import { pageOf } from '~/components/page/keep-list-query'
import { titleOf } from '~/components/page/meta'
import { Address } from '~/components/ui/address'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Ban } from '~/components/ui/icons'
import { Pagination } from '~/components/ui/list/pagination'
import { Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'
import { PageHeader } from '~/components/ui/page-header'
import { StatCard, StatGrid } from '~/components/ui/stat-card'
import { page } from '~/http/page.server'
import { getCompany } from '~/models/contacts/companies/companies.server'
import { displayStatus } from '~/models/contacts/contact'
import { listContactChanges } from '~/models/contacts/list.server'
import { shownAddress } from '~/models/shared/addresses/email-domain'
import { formatDay } from '~/models/shared/format-time'
import { paths } from '~/paths'

export const meta = ({ data }: { data?: { domain: string } }) => titleOf(data?.domain ?? 'Company')

const PER_PAGE = 50

export const loader = page(async ({ app, db, userId, user, params, url }) => {
  const { lastReplyAt, ...company } = await getCompany(db, userId, params.domain!)
  const last = Math.max(1, Math.ceil(company.contacts / PER_PAGE))
  const shown = Math.min(last, pageOf(url.searchParams))
  const filter = JSON.stringify({ all: [{ field: 'emailDomain', op: 'is', value: company.domain }] })
  const query = {
    statusFilter: 'all',
    page: shown,
    limit: PER_PAGE,
    sortBy: 'name',
    sortOrder: 'asc',
  } as const
  const time = { now: await app.clock.now(), timezone: user.timezone }
  const { rows } = await listContactChanges(db, userId, { ...query, industryFilter: undefined, filter }, time)
  return {
    ...company,
    lastReply: lastReplyAt && formatDay(lastReplyAt, user.timezone),
    page: shown,
    pageCount: last,
    people: rows.map((contact) => ({
      ...{ id: contact.id, name: contact.name, email: contact.email, title: contact.title },
      status: displayStatus(contact),
    })),
  }
})

/** One company: its contacts, and what happened to its emails. */
export default function CompanyScreen() {
  const { domain, name, contacts, emailsSent, lastReply, stopped, people, page, pageCount } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        back={{ to: paths.companies(), label: 'Companies' }}
        title={name ?? domain}
        {...(name ? { subtitle: domain } : {})}
        actions={
          stopped < contacts && (
            <LinkButton to={paths.stopCompany(domain)} preventScrollReset icon={<Ban aria-hidden="true" />}>
              Stop all of this company
            </LinkButton>
          )
        }
      />
      <div className="mb-5">
        <StatGrid>
          <StatCard label="Contacts" value={contacts.toLocaleString('en-US')} />
          <StatCard label="Emails sent" value={emailsSent.toLocaleString('en-US')} />
          <StatCard label="Last reply" value={lastReply ?? 'None'} />
          <StatCard label="Stopped" value={stopped.toLocaleString('en-US')} />
        </StatGrid>
      </div>
      <Card flush>
        <Table caption={`Contacts of ${name ?? domain}`}>
          <TableHead>
            <Th>Contact</Th>
            <Th>Email</Th>
            <Th>Title</Th>
            <Th>Status</Th>
          </TableHead>
          <TableBody>
            {people.map(({ id, name, email, title, status }) => (
              <Tr key={id}>
                <Td>
                  <Link
                    to={paths.contact(id)}
                    prefetch="intent"
                    className="rounded-sm font-medium [overflow-wrap:anywhere] hover:underline"
                  >
                    {name === email ? shownAddress(email) : name}
                  </Link>
                </Td>
                <Td label="Email">
                  <Address>{email}</Address>
                </Td>
                <Td label="Title">{title ?? <span className="text-muted">None</span>}</Td>
                <Td label="Status">
                  <ContactStatusBadge status={status} />
                </Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
      </Card>
      <div className="mt-4">
        <Pagination page={page} pageCount={pageCount} hrefOf={(n) => paths.company(domain, `?page=${n}`)} />
      </div>
      <Outlet />
    </>
  )
}

export const ErrorBoundary = () => <RouteError back={{ to: paths.companies(), label: 'Back to Companies' }} />
