import { useLoaderData, useLocation, useRevalidator } from '@remix-run/react'
import { CircleAlert, CircleCheck, Download, Undo2 } from 'lucide-react'
import { buttonClass, LinkButton, Spinner } from '~/components/button'
import { titled } from '~/components/meta'
import { importFailure, importSummary } from '~/components/personas/import-words'
import { keepPlace } from '~/components/personas/keep-place'
import { ProgressBar } from '~/components/progress-bar'
import { DialogActions, RouteDialog } from '~/components/route-dialog'
import { showToast } from '~/components/toast-viewer'
import { isOver, type JobState, useJob } from '~/components/use-job'
import { page } from '~/http/page.server'
import { getImport } from '~/models/import-view.server'
import { paths } from '~/paths'

export const meta = titled('Import Contacts from CSV')

export const loader = page(async ({ db, userId, params }) => {
  const found = await getImport(db, userId, params.id!, params.jobId!)
  const { jobId, batchId, fileName, status, progress, error, undoJobId, inTime } = found
  return {
    id: params.id!,
    jobId,
    batchId,
    fileName,
    job: { status, progress, error } satisfies JobState,
    undo: undoJobId ? ('asked' as const) : inTime ? ('possible' as const) : ('late' as const),
  }
})

/** How far an import is. Nobody has to wait here: it goes on without this page. */
export default function ImportProgressDialog() {
  const { id, jobId, batchId, fileName, job: loaded, undo } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const { job, lost } = useJob(jobId, loaded, (state) => {
    showToast(
      state.status === 'completed'
        ? { kind: 'success', title: 'Import completed', text: importSummary(state.progress) }
        : { kind: 'error', title: 'Import failed', text: importFailure(state.error) },
    )
    revalidate()
  })
  const over = isOver(job)
  const closeTo = paths.persona(id) + keepPlace(useLocation().search)
  return (
    <RouteDialog title="Import Contacts from CSV" description={fileName} closeTo={closeTo}>
      {!over && (
        <noscript>
          <meta httpEquiv="refresh" content="2" />
        </noscript>
      )}
      {over ? <Outcome job={job} /> : <Running job={job} lost={lost} />}
      <DialogActions>
        {over && undo !== 'late' && job.progress.current > 0 && (
          <LinkButton to={paths.undoImport(id, batchId)} icon={<Undo2 aria-hidden="true" />}>
            {undo === 'asked' ? 'Undone: show what stayed' : 'Undo import'}
          </LinkButton>
        )}
        {job.progress.failed > 0 && (
          <a href={paths.importRejects(id, jobId)} download className={buttonClass({ variant: 'secondary' })}>
            <Download aria-hidden="true" />
            Download rejected rows
          </a>
        )}
        <LinkButton variant={over ? 'primary' : 'secondary'} to={closeTo} preventScrollReset data-cancel="">
          {over ? 'Done' : 'Close'}
        </LinkButton>
      </DialogActions>
    </RouteDialog>
  )
}

function Running({ job: { progress }, lost }: { job: JobState; lost: boolean }) {
  const { current, total } = progress
  const counter = `${current.toLocaleString('en-US')}/${total.toLocaleString('en-US')}`
  return (
    <div className="space-y-3">
      <p className="flex items-center justify-between gap-3 text-sm">
        <span className="flex items-center gap-2 font-medium">
          <Spinner />
          Importing...
        </span>
        <span className="tabular-nums">{counter}</span>
      </p>
      <ProgressBar
        label="Rows imported"
        value={current}
        max={total}
        valueText={`${current} of ${total} rows`}
      />
      <p className="text-sm text-muted">
        {lost
          ? 'Unable to check import status. The import goes on; load this page again to see how far it is.'
          : 'You can close this: the import goes on by itself.'}
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
        <p className="break-words text-muted">{good ? importSummary(progress) : importFailure(error)}</p>
        {!good && progress.current > 0 && (
          <p className="mt-1 text-muted">Before that: {importSummary(progress)}.</p>
        )}
      </div>
    </div>
  )
}
