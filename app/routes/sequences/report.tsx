import type { MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, useLoaderData, useParams, useRouteError } from '@remix-run/react'
import { titleOf } from '~/components/page/meta'
import { RetryLink } from '~/components/page/retry-link'
import { DayChart } from '~/components/reports/day-chart'
import { StepFunnel } from '~/components/reports/step-funnel'
import { StepTable } from '~/components/reports/step-table'
import { VariantCard } from '~/components/reports/variant-card'
import { momentsOf, sayTime } from '~/components/sequences/flow/time-words'
import { SequenceError } from '~/components/sequences/sequence-error'
import { SequenceHeader, SequenceTabs } from '~/components/sequences/sequence-header'
import { buttonClass } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Download, RotateCw } from '~/components/ui/icons'
import { formatCount, formatRate } from '~/components/ui/numbers'
import { PageHeader } from '~/components/ui/page-header'
import { StatCard, StatGrid } from '~/components/ui/stat-card'
import { page } from '~/http/page.server'
import { countPositive } from '~/models/inbox/labels.server'
import { getAnalytics } from '~/models/reports/report.server'
import { listReportDays, REPORT_DAYS } from '~/models/reports/report-days.server'
import { reportVariants } from '~/models/reports/variant-report.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { listSteps } from '~/models/sequences/step.server'
import { formatDay } from '~/models/shared/format-time'
import { paths } from '~/paths'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleOf(data ? `${data.sequence.name}: Report` : 'Report')

export const loader = page(async ({ db, userId, user, params }) => {
  const sequence = await getSequence(db, userId, params.id!)
  const { id, name, status } = sequence
  const [analytics, variants, positiveReplies, steps, days] = await Promise.all([
    getAnalytics(db, userId, id),
    reportVariants(db, userId, id),
    countPositive(db, userId, id),
    listSteps(db, userId, id),
    listReportDays(db, userId, id, user.timezone),
  ])
  const moments = momentsOf(steps)
  return {
    sequence: { id, name, status },
    stepCount: steps.length,
    times: Object.fromEntries(steps.map((step) => [step.id, sayTime(step, moments.get(step.id), sequence)])),
    analytics,
    variants,
    positiveReplies,
    days: days.map((day) => ({ ...day, label: formatDay(new Date(`${day.day}T12:00:00Z`), 'UTC') })),
    cut: days.length === REPORT_DAYS,
  }
})

/** The Report tab: the emails sent and the reactions to them. */
export default function SequenceReport() {
  const { sequence, stepCount, times, analytics, variants, positiveReplies, days, cut } =
    useLoaderData<typeof loader>()
  const { totalEmailsSent, totalOpened, totalReplied, pendingEmails, openRate, replyRate, stepStats } =
    analytics
  return (
    <>
      <SequenceHeader sequence={sequence} stepCount={stepCount} tab="report" />
      <StatGrid six>
        <StatCard label="Pending" value={formatCount(pendingEmails)} />
        <StatCard label="Total Sent" value={formatCount(totalEmailsSent)} />
        <StatCard label="Total Opened" value={formatCount(totalOpened)} />
        <StatCard
          label="Total Replied"
          value={formatCount(totalReplied)}
          note={
            positiveReplies === 1 ? '1 positive reply' : `${formatCount(positiveReplies)} positive replies`
          }
        />
        <StatCard label="Open Rate" value={formatRate(openRate)} />
        <StatCard label="Reply Rate" value={formatRate(replyRate)} />
      </StatGrid>
      <div className="mt-4 space-y-4">
        {totalEmailsSent === 0 ? (
          <EmptyState
            title="No data yet"
            text="No emails have been sent. Each step’s performance appears after the first emails."
          />
        ) : (
          <>
            <Card
              title="Day by Day"
              description={cut ? `The last ${days.length} days` : undefined}
              actions={<CsvLink to={paths.sequenceReportCsv(sequence.id, 'day')} of="days" />}
            >
              <DayChart days={days} />
            </Card>
            <Card title="Funnel by Step">
              <StepFunnel steps={stepStats} />
            </Card>
            <Card
              title="Step Performance"
              flush
              actions={<CsvLink to={paths.sequenceReportCsv(sequence.id)} of="steps" />}
            >
              <StepTable steps={stepStats} times={times} />
            </Card>
            {variants.map((step) => (
              <VariantCard key={step.stepId} sequenceId={sequence.id} step={step} />
            ))}
          </>
        )}
      </div>
    </>
  )
}

const CsvLink = ({ to, of }: { to: string; of: string }) => (
  <a href={to} download className={buttonClass({ size: 'sm' })} aria-label={`Export ${of} as CSV`}>
    <Download aria-hidden="true" />
    Export CSV
  </a>
)

/** If the report cannot be loaded, the other tabs stay reachable. */
export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <SequenceError />
  return <ReportFailed />
}

/** For the root, if the response was lost. */
export const handle = { Failed: ReportFailed }

function ReportFailed() {
  const { id = '' } = useParams()
  return (
    <>
      <PageHeader back={{ to: paths.sequences(), label: 'Sequences' }} title="Report" />
      <SequenceTabs id={id} tab="report" />
      <div role="alert">
        <EmptyState
          title="Failed to load analytics"
          text="The report could not be loaded. Please try again in a moment."
          action={
            <RetryLink to={paths.sequenceReport(id)} className={buttonClass({})}>
              <RotateCw aria-hidden="true" />
              Retry
            </RetryLink>
          }
        />
      </div>
    </>
  )
}
