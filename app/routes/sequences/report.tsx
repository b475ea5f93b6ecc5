import type { MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, useLoaderData, useParams, useRouteError } from '@remix-run/react'
import { RotateCw } from 'lucide-react'
import { buttonClass } from '~/components/button'
import { Card } from '~/components/card'
import { EmptyState } from '~/components/empty-state'
import { titleOf } from '~/components/meta'
import { PageHeader } from '~/components/page-header'
import { SequenceError } from '~/components/sequences/sequence-error'
import { SequenceHeader, SequenceTabs } from '~/components/sequences/sequence-header'
import { StatCard, StatGrid } from '~/components/stat-card'
import { Table, TableBody, TableHead, Td, Th, Tr } from '~/components/table'
import { page } from '~/http/page.server'
import { getAnalytics } from '~/models/report.server'
import { getSequence } from '~/models/sequence.server'
import { countSteps } from '~/models/step.server'
import { paths } from '~/paths'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleOf(data ? `${data.sequence.name}: Report` : 'Report')

export const loader = page(async ({ db, userId, params }) => {
  const { id, name, status } = await getSequence(db, userId, params.id!)
  const [analytics, counts] = await Promise.all([getAnalytics(db, userId, id), countSteps(db, userId, [id])])
  return { sequence: { id, name, status }, stepCount: counts.get(id) ?? 0, analytics }
})

const number = (n: number) => n.toLocaleString('en-US')
const percent = (rate: number) =>
  `${rate.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%`

/** The Report tab: what was sent and how people reacted. */
export default function SequenceReport() {
  const { sequence, stepCount, analytics } = useLoaderData<typeof loader>()
  const { totalEmailsSent, totalOpened, totalReplied, pendingEmails, openRate, replyRate, stepStats } =
    analytics
  return (
    <>
      <SequenceHeader sequence={sequence} stepCount={stepCount} tab="report" />
      <StatGrid>
        <StatCard label="Pending" value={number(pendingEmails)} />
        <StatCard label="Total Sent" value={number(totalEmailsSent)} />
        <StatCard label="Total Opened" value={number(totalOpened)} />
        <StatCard label="Total Replied" value={number(totalReplied)} />
        <StatCard label="Open Rate" value={percent(openRate)} />
        <StatCard label="Reply Rate" value={percent(replyRate)} />
      </StatGrid>
      <div className="mt-4">
        {totalEmailsSent === 0 ? (
          <EmptyState
            title="No data yet"
            text="Nothing was sent. The performance of each step is shown after the first mails."
          />
        ) : (
          <Card title="Step Performance" flush>
            <Table caption="Step Performance">
              <TableHead>
                <Th>Step</Th>
                {['Sent', 'Opened', 'Replied', 'Open Rate', 'Reply Rate'].map((name) => (
                  <Th key={name} end>
                    {name}
                  </Th>
                ))}
              </TableHead>
              <TableBody>
                {stepStats.map((step) => (
                  <Tr key={step.stepId}>
                    <Td className="font-medium">{step.stepName}</Td>
                    <Td end label="Sent">
                      {number(step.totalSent)}
                    </Td>
                    <Td end label="Opened">
                      {number(step.totalOpened)}
                    </Td>
                    <Td end label="Replied">
                      {number(step.totalReplied)}
                    </Td>
                    <Td end label="Open Rate">
                      {percent(step.openRate)}
                    </Td>
                    <Td end label="Reply Rate">
                      {percent(step.replyRate)}
                    </Td>
                  </Tr>
                ))}
              </TableBody>
            </Table>
          </Card>
        )}
      </div>
    </>
  )
}

/** A report that cannot be read keeps the way to the other tab. */
export function ErrorBoundary() {
  const error = useRouteError()
  const { id = '' } = useParams()
  if (isRouteErrorResponse(error) && error.status === 404) return <SequenceError />
  return (
    <>
      <PageHeader back={{ to: paths.sequences(), label: 'Sequences' }} title="Report" />
      <SequenceTabs id={id} tab="report" />
      <div role="alert">
        <EmptyState
          title="Failed to load analytics"
          text="The numbers could not be read. Please try again in a moment."
          action={
            <a href={paths.sequenceReport(id)} className={buttonClass({})}>
              <RotateCw aria-hidden="true" />
              Retry
            </a>
          }
        />
      </div>
    </>
  )
}
