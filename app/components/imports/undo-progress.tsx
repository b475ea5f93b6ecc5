import { Form, useRevalidator } from '@remix-run/react'
import { StopJob } from '~/components/jobs/stop-job'
import { isOver, type JobState, useJob } from '~/components/jobs/use-job'
import { Button, LinkButton, Spinner } from '~/components/ui/button'
import { DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { ProgressBar } from '~/components/ui/progress-bar'
import { showToast } from '~/components/ui/toast-viewer'
import { ReloadWithoutScripts } from './progress'
import { importFailure } from './words'

interface UndoProgressProps {
  what: 'Import' | 'Run'
  /** Of the file or the workflow. */
  name: string
  closeTo: string
  job: JobState & { id: string; mailed: number; listed: number }
}

/** The progress of an undo, then which contacts stayed. */
export function UndoProgress({ what, name, closeTo, job: loaded }: UndoProgressProps) {
  const failed = `Failed to undo the ${what.toLowerCase()}`
  const titles: Partial<Record<JobState['status'], string>> = {
    completed: `${what} undone`,
    cancelled: `Undo stopped. The rest of the ${what.toLowerCase()} stays.`,
  }
  const { revalidate } = useRevalidator()
  const { job, lost } = useJob(loaded.id, loaded, (state) => {
    if (state.status === 'cancelled') return revalidate()
    showToast(
      state.status === 'completed'
        ? { kind: 'success', title: `${what} undone` }
        : { kind: 'error', title: 'Error', text: failed },
    )
    revalidate()
  })
  const over = isOver(job)
  const { current, total } = job.progress
  return (
    <RouteDialog title={`Undo ${what}`} description={name} closeTo={closeTo} size="sm">
      {!over && <ReloadWithoutScripts />}
      {over ? (
        <div role="status" className="text-sm">
          <p className="font-semibold">{titles[job.status] ?? failed}</p>
          <p className="break-words text-muted">
            {job.status === 'failed' ? importFailure(job.error) : outcome(job.progress.added, loaded)}
          </p>
        </div>
      ) : (
        <div className="space-y-3">
          <p className="flex items-center justify-between gap-3 text-sm">
            <span className="flex items-center gap-2 font-medium">
              <Spinner />
              Undoing...
            </span>
            <span className="tabular-nums">
              {current.toLocaleString('en-US')}/{total.toLocaleString('en-US')}
            </span>
          </p>
          <ProgressBar label="Contacts processed" value={current} max={total} />
          {lost && <p className="text-sm text-muted">Reload this page to see the progress.</p>}
          <StopJob jobId={loaded.id} label="Stop the undo" />
        </div>
      )}
      <DialogActions>
        {job.status === 'cancelled' && (
          <Form method="post" preventScrollReset>
            <Button>Continue</Button>
          </Form>
        )}
        <LinkButton variant={over ? 'primary' : 'secondary'} to={closeTo} preventScrollReset data-cancel="">
          {over ? 'Done' : 'Close'}
        </LinkButton>
      </DialogActions>
    </RouteDialog>
  )
}

/** How many contacts were deleted, and how many stay and why. */
function outcome(removed: number, { mailed, listed }: { mailed: number; listed: number }): string {
  const stay = [
    mailed > 0 && `${mailed} because they were emailed`,
    listed > 0 && `${listed} because they are in another list`,
  ].filter(Boolean)
  const gone =
    removed === 1 ? '1 contact was deleted.' : `${removed.toLocaleString('en-US')} contacts were deleted.`
  return stay.length > 0 ? `${gone} Not deleted: ${stay.join(', ')}.` : gone
}
