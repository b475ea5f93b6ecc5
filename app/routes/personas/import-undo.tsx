import { Form, useLoaderData, useRevalidator } from '@remix-run/react'
import { z } from 'zod'
import { toastOnFailure } from '~/components/forms/toast-on-failure'
import { ReloadWithoutScripts } from '~/components/imports/progress'
import { importFailure } from '~/components/imports/words'
import { StopJob } from '~/components/jobs/stop-job'
import { isOver, type JobState, useJob } from '~/components/jobs/use-job'
import { titled } from '~/components/page/meta'
import { Button, LinkButton, Spinner } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/dialog/confirm-dialog'
import { DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { ProgressBar } from '~/components/ui/progress-bar'
import { showToast } from '~/components/ui/toast-viewer'
import { buttonAction } from '~/http/button.server'
import { redirectWithToast } from '~/http/flash.server'
import { page } from '~/http/page.server'
import { startUndo } from '~/models/imports/undo/undo.server'
import { getUndo } from '~/models/imports/view.server'
import { paths } from '~/paths'

export const meta = titled('Undo Import')

export const loader = page(async ({ db, userId, params }) => {
  const { fileName, job } = await getUndo(db, userId, params.id!, params.batchId!)
  return { closeTo: paths.imports(params.id!), fileName, job }
})

const FAILED = 'Failed to undo the import'

export const action = buttonAction(
  z.object({}),
  { failure: (_, reason) => reason, back: ({ params }) => paths.imports(params.id!) },
  async (_, { app, db, userId, params }) => {
    const { id, batchId } = params
    await startUndo(db, userId, id!, batchId!)
    return redirectWithToast(app, paths.undoImport(id!, batchId!), {
      kind: 'success',
      title: 'Undo started',
    })
  },
)

/** With scripts, a failed request shows a toast. */
export const clientAction = toastOnFailure(FAILED)

/** Confirms the undo of an import, then shows its progress and which contacts stayed. */
export default function UndoImportDialog() {
  const { closeTo, fileName, job } = useLoaderData<typeof loader>()
  if (job) return <Progress {...{ closeTo, fileName, job }} />
  return (
    <ConfirmDialog
      title="Undo Import"
      text={`Undo the import of "${fileName}"? Its contacts are removed from this list. Contacts that the import created are deleted, unless they have been emailed or are in another list. Contacts you had before are kept, and their sequences continue.`}
      closeTo={closeTo}
      confirm="Undo Import"
      busy="Undoing..."
    />
  )
}

const TITLES: Partial<Record<JobState['status'], string>> = {
  completed: 'Import undone',
  cancelled: 'Undo stopped. The rest of the import stays.',
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

function Progress({ closeTo, fileName, job: loaded }: Loaded & { job: NonNullable<Loaded['job']> }) {
  const { revalidate } = useRevalidator()
  const { job, lost } = useJob(loaded.id, loaded satisfies JobState, (state) => {
    if (state.status === 'cancelled') return revalidate()
    showToast(
      state.status === 'completed'
        ? { kind: 'success', title: 'Import undone' }
        : { kind: 'error', title: 'Error', text: FAILED },
    )
    revalidate()
  })
  const over = isOver(job)
  const { current, total } = job.progress
  return (
    <RouteDialog title="Undo Import" description={fileName} closeTo={closeTo} size="sm">
      {!over && <ReloadWithoutScripts />}
      {over ? (
        <div role="status" className="text-sm">
          <p className="font-semibold">{TITLES[job.status] ?? FAILED}</p>
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
