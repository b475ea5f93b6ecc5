import { StopJob } from '~/components/jobs/stop-job'
import type { JobState } from '~/components/jobs/use-job'
import { Spinner } from '~/components/ui/button'
import { CircleAlert, CircleCheck } from '~/components/ui/icons'
import { ProgressBar } from '~/components/ui/progress-bar'

/** Reloads a progress page when no script does. */
export const ReloadWithoutScripts = () => (
  <noscript>
    <meta httpEquiv="refresh" content="2" />
  </noscript>
)

export interface JobRunningProps {
  jobId: string
  job: JobState
  /** The current activity: `Importing...`. */
  doing: string
  /** What the bar measures, and its unit. */
  label: string
  unit: string
  /** Below the bar. */
  note: string
  /** The name of the button that stops it. */
  stop: string
}

/** The progress of a running job. */
export function JobRunning({ jobId, job, doing, label, unit, note, stop }: JobRunningProps) {
  const { current, total } = job.progress
  return (
    <div className="space-y-3">
      <p className="flex items-center justify-between gap-3 text-sm">
        <span className="flex items-center gap-2 font-medium">
          <Spinner />
          {doing}
        </span>
        <span className="tabular-nums">
          {`${current.toLocaleString('en-US')}/${total.toLocaleString('en-US')}`}
        </span>
      </p>
      <ProgressBar label={label} value={current} max={total} valueText={`${current} of ${total} ${unit}`} />
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-muted">{note}</p>
        <StopJob jobId={jobId} label={stop} />
      </div>
    </div>
  )
}

/** The result of an import, or why it failed or that it was stopped, and what was done until then. */
export function ImportOutcome({
  job: { status, progress },
  summary,
  failure,
  notes = [],
}: {
  job: JobState
  summary: string
  failure: string
  /** Sentences below the summary. */
  notes?: string[]
}) {
  const good = status === 'completed'
  const stopped = status === 'cancelled'
  return (
    <div role="status" className="flex items-start gap-3">
      {good ? (
        <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
      ) : (
        <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger" aria-hidden="true" />
      )}
      <div className="min-w-0 text-sm">
        <p className="font-semibold">
          {good ? 'Import completed' : stopped ? 'Import stopped' : 'Import failed'}
        </p>
        {!stopped && <p className="break-words text-muted">{good ? summary : failure}</p>}
        {!good && progress.current > 0 && <p className="mt-1 text-muted">Before that: {summary}.</p>}
        {notes.map((note) => (
          <p key={note} className="mt-1 text-muted">
            {note}
          </p>
        ))}
      </div>
    </div>
  )
}
