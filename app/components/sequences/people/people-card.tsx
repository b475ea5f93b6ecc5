import { Link, useRevalidator } from '@remix-run/react'
import { JobRunning } from '~/components/imports/progress'
import { isOver, type JobState, useJob } from '~/components/jobs/use-job'
import { Card } from '~/components/ui/card'
import type { SequenceStatus } from '../status'
import { count } from '../step-words'

export interface PeopleCardProps {
  status: SequenceStatus
  people: {
    total: number
    active: number
    completed: number
    stopped: number
    pending: number
    overLimit: number
    holds: { reason: string; people: number; why: string; fix?: { label: string; to: string } }[]
  }
  /** The earliest planned email, in the user's time zone. */
  nextDue: string | null
  /** The running bulk enrollment job. */
  enrolling: EnrollingProps['job'] | null
}

/** How many contacts are in the sequence, and what the held ones wait for. */
export function PeopleCard({ status, people, nextDue, enrolling }: PeopleCardProps) {
  const { total, active, completed, stopped, pending, overLimit, holds } = people
  return (
    <Card
      title="Contacts"
      description={
        enrolling && total === 0 ? 'Contacts are being enrolled.' : headline(status, total, pending, nextDue)
      }
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 text-sm">
        <Count label="Active" value={active} />
        <Count label="Pending emails" value={pending} />
        <Count label="Completed" value={completed} />
        <Count label="Stopped" value={stopped} />
      </dl>
      {enrolling && <Enrolling key={enrolling.id} job={enrolling} />}
      {overLimit > 0 && (
        <p className="mt-3 border-t border-line pt-3 text-sm">
          <strong className="font-medium tabular-nums">{overLimit.toLocaleString('en-US')}</strong> not
          enrolled: limit
        </p>
      )}
      {holds.length > 0 && (
        <div className="mt-3 border-t border-line pt-3">
          <h3 className="text-xs font-medium text-muted">Held</h3>
          <ul className="mt-1 space-y-1.5 text-sm">
            {holds.map(({ reason, people: n, why, fix }) => (
              <li key={reason} className="flex gap-2.5">
                <span className="min-w-5 shrink-0 text-right font-medium tabular-nums">
                  {n.toLocaleString('en-US')}
                </span>
                <span className="min-w-0 break-words text-muted">
                  {why}{' '}
                  {fix && (
                    <Link to={fix.to} className="font-medium text-accent-ink underline underline-offset-2">
                      {fix.label}
                    </Link>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

interface EnrollingProps {
  job: JobState & { id: string }
}

/** The progress of a bulk enrollment. The card is reloaded when it has ended. */
function Enrolling({ job: loaded }: EnrollingProps) {
  const { revalidate } = useRevalidator()
  const { job, lost } = useJob(loaded.id, loaded, revalidate)
  if (isOver(job)) return null
  return (
    <div className="mt-3 border-t border-line pt-3">
      <JobRunning
        jobId={loaded.id}
        job={job}
        doing="Enrolling..."
        label="Contacts enrolled"
        unit="people"
        stop="Stop enrolling"
        note={
          lost
            ? 'Reload the page to see the progress.'
            : 'You can leave this page. The enrollment continues in the background.'
        }
      />
    </div>
  )
}

function headline(status: SequenceStatus, total: number, pending: number, nextDue: string | null) {
  if (status === 'draft') return 'A draft sends no emails. Contacts are enrolled when you activate it.'
  if (status === 'paused') return 'Paused: no emails are sent until you activate it again.'
  if (total === 0) return 'No contacts are enrolled yet.'
  if (pending > 0 && nextDue) return `${count(pending, 'email')} scheduled; the next is due ${nextDue}.`
  return 'No email is scheduled at the moment.'
}

const Count = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="text-lg font-semibold tabular-nums">{value.toLocaleString('en-US')}</dd>
  </div>
)
