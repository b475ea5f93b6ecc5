import { useLoaderData, useLocation, useRevalidator } from '@remix-run/react'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { LinkButton, Spinner } from '~/components/button'
import { LOOKS, leadFailure, leadSummary } from '~/components/leads/import-words'
import { finderPlace } from '~/components/leads/place'
import { titled } from '~/components/meta'
import { ProgressBar } from '~/components/progress-bar'
import { DialogActions, RouteDialog } from '~/components/route-dialog'
import { showToast } from '~/components/toast-viewer'
import { isOver, type JobState, useJob } from '~/components/use-job'
import { notFound } from '~/errors'
import { page } from '~/http/page.server'
import { getJob } from '~/models/job.server'
import { paths } from '~/paths'

export const meta = titled('Adding Leads')

export const loader = page(async ({ db, userId, params, url }) => {
  const { id, type, status, progress, error } = await getJob(db, userId, params.jobId!)
  if (type !== 'lead_import') notFound('Job not found')
  const looks = url.searchParams.has('all') ? LOOKS.all : LOOKS.chosen
  return { jobId: id, job: { status, progress, error } satisfies JobState, looks }
})

/** How far an import of leads is. Nobody has to wait here: it goes on without this page. */
export default function LeadImportDialog() {
  const { jobId, job: loaded, looks } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const closeTo = paths.leadsFinder() + finderPlace(useLocation().search)
  const onOver = (state: JobState) => {
    showToast(
      state.status === 'completed'
        ? { kind: 'success', title: 'Import completed', text: leadSummary(state.progress) }
        : { kind: 'error', title: 'Import failed', text: leadFailure(state.error) },
    )
    revalidate()
  }
  const { job, lost, capped } = useJob(jobId, loaded, onOver, looks)
  const over = isOver(job)
  const why = !over && (lost ? LOST : capped ? CAPPED : null)
  useEffect(() => {
    if (why) showToast({ kind: 'error', ...why })
  }, [why])
  return (
    <RouteDialog title="Adding Leads" closeTo={closeTo}>
      {!over && (
        <noscript>
          <meta httpEquiv="refresh" content="2" />
        </noscript>
      )}
      {over ? <Outcome job={job} /> : <Running job={job} note={why ? `${why.title}. ${why.text}` : null} />}
      <DialogActions>
        <LinkButton variant={over ? 'primary' : 'secondary'} to={closeTo} preventScrollReset data-cancel="">
          {over ? 'Done' : 'Close'}
        </LinkButton>
      </DialogActions>
    </RouteDialog>
  )
}

const AGAIN = 'The import goes on; load this page again to see how far it is.'
const LOST = { title: 'Unable to check import status', text: AGAIN }
const CAPPED = { title: 'Import taking longer than expected', text: `Import status unavailable. ${AGAIN}` }

function Running({ job: { progress }, note }: { job: JobState; note: string | null }) {
  const { current, total } = progress
  const counter = `${current.toLocaleString('en-US')}/${total.toLocaleString('en-US')}`
  return (
    <div className="space-y-3">
      <p className="flex items-center justify-between gap-3 text-sm">
        <span className="flex items-center gap-2 font-medium">
          <Spinner />
          Adding leads...
        </span>
        <span className="tabular-nums">{counter}</span>
      </p>
      <ProgressBar
        label="Leads looked at"
        value={current}
        max={total}
        valueText={`${current} of ${total} leads`}
      />
      <p className="text-sm text-muted">
        {leadSummary(progress)}. {note ?? 'You can close this: the import goes on by itself.'}
      </p>
    </div>
  )
}

function Outcome({ job: { status, progress, error } }: { job: JobState }) {
  const good = status === 'completed'
  return (
    <div role="status" className="flex items-start gap-3">
      {good ? (
        <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
      ) : (
        <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger" aria-hidden="true" />
      )}
      <div className="min-w-0 text-sm">
        <p className="font-semibold">{good ? 'Import completed' : 'Import failed'}</p>
        <p className="break-words text-muted">{good ? leadSummary(progress) : leadFailure(error)}</p>
        {!good && progress.current > 0 && (
          <p className="mt-1 text-muted">Before that: {leadSummary(progress)}.</p>
        )}
      </div>
    </div>
  )
}
