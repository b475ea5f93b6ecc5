import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { titleOf } from '~/components/page/meta'
import { ChecksCard } from '~/components/sequences/checks-card'
import { ForecastChart } from '~/components/sequences/forecast-chart'
import { SequenceError } from '~/components/sequences/sequence-error'
import { SequenceHeader } from '~/components/sequences/sequence-header'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { CalendarClock } from '~/components/ui/icons'
import { Columns } from '~/components/ui/list/columns'
import { StatCard, StatGrid } from '~/components/ui/stat-card'
import { charge } from '~/http/budget.server'
import { page } from '~/http/page.server'
import { FORECAST_DAYS, forecastSequence } from '~/models/planning/forecast.server'
import { checkReadiness } from '~/models/planning/readiness.server'
import { getSequence } from '~/models/sequences/sequence.server'
import { countSteps } from '~/models/sequences/step.server'
import { formatDay } from '~/models/shared/format-time'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleOf(data ? `${data.sequence.name}: Forecast` : 'Forecast')

export const loader = page(async ({ app, db, userId, params }) => {
  const { id, name, status, timezone } = await getSequence(db, userId, params.id!)
  await charge(app, userId, 'forecast')
  const now = await app.clock.now()
  const forecast = await forecastSequence(db, userId, id, now)
  const [findings, counts] = await Promise.all([
    checkReadiness(db, userId, id, forecast, app.env, now),
    countSteps(db, userId, [id]),
  ])
  return {
    sequence: { id, name, status },
    timezone,
    stepCount: counts.get(id) ?? 0,
    findings,
    horizon: FORECAST_DAYS,
    forecast: {
      ...forecast,
      days: withGaps(forecast.days),
      lastDay: forecast.lastDay && labelOf(forecast.lastDay),
    },
  }
})

const DAY_MS = 86_400_000

/** A local day in the user's format. */
const labelOf = (day: string) => formatDay(new Date(day), 'UTC')

/** Fills in the days without emails between the first and the last one. */
function withGaps(days: { day: string; firstMails: number; followUps: number; others: number }[]) {
  const of = new Map(days.map((day) => [day.day, day]))
  const first = days[0]?.day
  const last = days.at(-1)?.day
  const all = []
  if (!first || !last) return []
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    all.push({ ...(of.get(day) ?? { day, firstMails: 0, followUps: 0, others: 0 }), label: labelOf(day) })
  }
  return all
}

const contactsAre = (n: number) => (n === 1 ? '1 contact is' : `${number(n)} contacts are`)

const number = (n: number) => n.toLocaleString('en-US')

/** The Forecast tab: the emails planned per day, and what delays them. */
export default function SequenceForecast() {
  const { sequence, stepCount, timezone, findings, horizon, forecast } = useLoaderData<typeof loader>()
  const { days, mails, people, unreached, lastDay, cut, weeklyLimit, inOtherSequence, companyReplied } =
    forecast
  return (
    <>
      <SequenceHeader sequence={sequence} stepCount={stepCount} tab="forecast" />
      <div className="space-y-4">
        {people > 0 && (
          <StatGrid>
            <StatCard label={`Emails in ${horizon} days`} value={number(mails)} />
            <StatCard label="Contacts" value={`${number(people)}${cut ? '+' : ''}`} />
            <StatCard label="Last email" value={lastDay ?? 'N/A'} />
            <StatCard label="Not scheduled in this period" value={number(unreached)} />
          </StatGrid>
        )}
        <Columns className="@4xl:grid-cols-[minmax(0,1fr)_22rem]">
          <Card
            title="Emails per day"
            description={`Days in ${timezone}. Opens, replies and opt-outs will change this forecast.`}
          >
            {days.length === 0 ? (
              <EmptyState
                bare
                icon={<CalendarClock />}
                title="No emails planned"
                text={
                  sequence.status === 'draft'
                    ? 'Add steps, contacts and a mailbox to see the emails planned for each day.'
                    : `No email is scheduled within ${horizon} days.`
                }
              />
            ) : (
              <ForecastChart days={days} />
            )}
            {weeklyLimit !== null && (
              <p className="mt-3 text-sm text-muted">
                At most {weeklyLimit} {weeklyLimit === 1 ? 'email' : 'emails'} to one contact in 7 days;
                further emails are delayed. Emails that other sequences will send from other mailboxes are not
                known here.
              </p>
            )}
            {inOtherSequence > 0 && (
              <p className="mt-3 text-sm text-muted">
                One sequence per contact: {contactsAre(inOtherSequence)} still in another sequence. Their
                emails wait until it has ended.
              </p>
            )}
            {companyReplied > 0 && (
              <p className="mt-3 text-sm text-muted">
                {contactsAre(companyReplied)} waiting because somebody at the same company replied.
              </p>
            )}
            {cut && (
              <p className="mt-3 text-sm text-muted">
                Only the first {number(people)} contacts are counted; more emails follow.
              </p>
            )}
          </Card>
          <ChecksCard sequenceId={sequence.id} findings={findings} started={sequence.status !== 'draft'} />
        </Columns>
      </div>
    </>
  )
}

export const ErrorBoundary = SequenceError
