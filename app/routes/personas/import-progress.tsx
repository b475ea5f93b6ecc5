import { useLoaderData, useLocation, useRevalidator } from '@remix-run/react'
import { ImportOutcome, JobRunning, ReloadWithoutScripts } from '~/components/imports/progress'
import { importFailure, importNotes, importSummary } from '~/components/imports/words'
import { isOver, type JobState, useJob } from '~/components/jobs/use-job'
import { keepListQuery } from '~/components/page/keep-list-query'
import { titled } from '~/components/page/meta'
import { buttonClass, LinkButton } from '~/components/ui/button'
import { DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { Download, Undo2 } from '~/components/ui/icons'
import { showToast } from '~/components/ui/toast-viewer'
import { page } from '~/http/page.server'
import { KEPT_IMPORTS, KEPT_REJECTS } from '~/models/imports/reading'
import { getImport } from '~/models/imports/view.server'
import { paths } from '~/paths'

export const meta = titled('Import Contacts from CSV')

export const loader = page(async ({ db, userId, params }) => {
  const found = await getImport(db, userId, params.id!, params.jobId!)
  const { jobId, batchId, fileName, status, progress, error, undoJobId, inTime, keepsRejects } = found
  return {
    id: params.id!,
    jobId,
    batchId,
    fileName,
    job: { status, progress, error } satisfies JobState,
    // While it runs, some may come.
    keepsRejects: keepsRejects || status === 'pending' || status === 'processing',
    undo: undoJobId ? ('asked' as const) : inTime ? ('possible' as const) : ('late' as const),
  }
})

/** The progress of an import, which continues without this page. */
export default function ImportProgressDialog() {
  const { id, jobId, batchId, fileName, job: loaded, undo, keepsRejects } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const { job, lost } = useJob(jobId, loaded, (state) => {
    if (state.status === 'cancelled') return revalidate()
    showToast(
      state.status === 'completed'
        ? { kind: 'success', title: 'Import completed', text: importSummary(state.progress) }
        : { kind: 'error', title: 'Import failed', text: importFailure(state.error) },
    )
    revalidate()
  })
  const over = isOver(job)
  const closeTo = paths.persona(id) + keepListQuery(useLocation().search)
  return (
    <RouteDialog title="Import Contacts from CSV" description={fileName} closeTo={closeTo}>
      {over ? (
        <ImportOutcome
          job={job}
          summary={importSummary(job.progress)}
          failure={importFailure(job.error)}
          notes={importNotes(job.progress)}
        />
      ) : (
        <>
          <ReloadWithoutScripts />
          <JobRunning
            jobId={jobId}
            job={job}
            doing="Importing..."
            label="Rows imported"
            unit="rows"
            stop="Stop the import"
            note={
              lost
                ? 'Unable to check import status. The import continues; reload this page to see its progress.'
                : 'You can close this. The import continues in the background.'
            }
          />
        </>
      )}
      {job.progress.failed > 0 && !keepsRejects && (
        <p className="mt-2 text-sm text-muted">
          {`The rejected rows are no longer kept: only those of your newest ${KEPT_IMPORTS} imports are.`}
        </p>
      )}
      {keepsRejects && job.progress.failed > KEPT_REJECTS && (
        <p className="mt-2 text-sm text-muted">
          {`The download has the first ${KEPT_REJECTS.toLocaleString('en-US')} of ${job.progress.failed.toLocaleString('en-US')} rejected rows.`}
        </p>
      )}
      <DialogActions>
        {over && undo !== 'late' && job.progress.current > 0 && (
          <LinkButton to={paths.undoImport(id, batchId)} icon={<Undo2 aria-hidden="true" />}>
            {undo === 'asked' ? 'Show undo result' : 'Undo import'}
          </LinkButton>
        )}
        {job.progress.failed > 0 && keepsRejects && (
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
