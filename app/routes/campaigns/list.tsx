import { Link, useLoaderData } from '@remix-run/react'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { StatusBadge } from '~/components/sequences/status'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Megaphone } from '~/components/ui/icons'
import { KeysetPager } from '~/components/ui/list/pagination'
import { Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'
import { formatCount, formatRate } from '~/components/ui/numbers'
import { PageHeader } from '~/components/ui/page-header'
import { page } from '~/http/page.server'
import { listCampaigns } from '~/models/reports/campaign.server'
import { paths } from '~/paths'

export const meta = titled('Campaigns')

const PER_PAGE = 50

export const loader = page(async ({ db, userId, url }) => {
  const cursor = url.searchParams.get('cursor') ?? undefined
  const { rows, cursor: next } = await listCampaigns(db, userId, { limit: PER_PAGE, cursor })
  return {
    campaigns: rows,
    first: cursor ? paths.campaigns() : null,
    older: next && `${paths.campaigns()}?${new URLSearchParams({ cursor: next })}`,
  }
})

const numbers = ['Contacts', 'Pending', 'Sent', 'Opened', 'Replied', 'Open Rate', 'Reply Rate'] as const

/** Every sequence that was ever started, with its results; each links to its report. */
export default function Campaigns() {
  const { campaigns, first, older } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Campaigns"
        subtitle="Results of every sequence that was started"
        actions={<LinkButton to={paths.sequences()}>All Sequences</LinkButton>}
      />
      {campaigns.length === 0 && !first ? (
        <EmptyState
          icon={<Megaphone />}
          title="No campaigns yet"
          text="A sequence appears here once it has been activated."
          action={
            <LinkButton variant="primary" to={paths.sequences()}>
              Go to Sequences
            </LinkButton>
          }
        />
      ) : (
        <Card flush>
          <Table caption="Campaigns">
            <TableHead>
              <Th>Campaign</Th>
              <Th>Status</Th>
              {numbers.map((name) => (
                <Th key={name} end>
                  {name}
                </Th>
              ))}
            </TableHead>
            <TableBody>
              {campaigns.map(({ id, name, status, ...of }) => {
                const shown: Record<(typeof numbers)[number], string> = {
                  Contacts: formatCount(of.people),
                  Pending: formatCount(of.pending),
                  Sent: formatCount(of.sent),
                  Opened: formatCount(of.opened),
                  Replied: formatCount(of.replied),
                  'Open Rate': formatRate(of.openRate),
                  'Reply Rate': formatRate(of.replyRate),
                }
                return (
                  <Tr key={id}>
                    <Td className="font-medium">
                      <Link to={paths.sequenceReport(id)} className="rounded-sm hover:underline">
                        {name}
                      </Link>
                    </Td>
                    <Td label="Status">
                      <StatusBadge status={status} />
                    </Td>
                    {numbers.map((column) => (
                      <Td key={column} end label={column}>
                        {shown[column]}
                      </Td>
                    ))}
                  </Tr>
                )
              })}
            </TableBody>
          </Table>
        </Card>
      )}
      {(first || older) && (
        <div className="mt-5">
          <KeysetPager newer={first} older={older} labels={{ newer: 'Newest', older: 'Older' }} />
        </div>
      )}
    </>
  )
}

export const ErrorBoundary = () => <RouteError back={{ to: paths.sequences(), label: 'Back to Sequences' }} />
