import { Form, useLoaderData, useRevalidator } from '@remix-run/react'
import { keepContactsQuery } from '~/components/contacts/view'
import { ReloadWithoutScripts } from '~/components/imports/progress'
import { StopJob } from '~/components/jobs/stop-job'
import { isOver, useJob } from '~/components/jobs/use-job'
import { titled } from '~/components/page/meta'
import { Button, buttonClass, LinkButton } from '~/components/ui/button'
import { DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { Download, Undo2 } from '~/components/ui/icons'
import { ProgressBar } from '~/components/ui/progress-bar'
import { page } from '~/http/page.server'
import { getChange } from '~/models/contacts/bulk/shown.server'
import { paths } from '~/paths'

export const meta = titled('Change of contacts')

export const loader = page(async ({ db, userId, params, url }) => {
  const { createdAt: _, ...change } = await getChange(db, userId, params.jobId!)
  return { ...change, closeTo: paths.contacts() + keepContactsQuery(url.search) }
})

/** The progress of a change of many contacts, and its end. */
export default function ChangeProgressDialog() {
  const { jobId, what, status, error, progress, reasons, canUndo, hasFile, closeTo } =
    useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const { job } = useJob(jobId, { status, progress, error }, () => revalidate())
  const over = isOver(job)
  const { current, total, added } = job.progress
  const count = (n: number) => (n === 1 ? '1 contact' : `${n.toLocaleString('en-US')} contacts`)
  return (
    <RouteDialog title={what} closeTo={closeTo} size="sm">
      {!over && <ReloadWithoutScripts />}
      <div role="status" className="space-y-2 text-sm">
        {!over && (
          <>
            <ProgressBar label="Progress" value={current} max={total} />
            <p>
              {current.toLocaleString('en-US')} of {count(total)}
            </p>
            <p className="text-muted">You can close this. It continues in the background.</p>
          </>
        )}
        {over && (
          <p>
            {job.status === 'completed'
              ? 'Done'
              : job.status === 'cancelled'
                ? 'Stopped'
                : `Failed: ${job.error ?? 'an error occurred'}`}
            : {count(added)} of {total.toLocaleString('en-US')}.
          </p>
        )}
        {over && reasons.length > 0 && <p className="text-muted">Left as they are: {reasons.join(', ')}.</p>}
      </div>
      {!over && <StopJob jobId={jobId} label="Stop" />}
      <DialogActions>
        {over && canUndo && (
          <Form method="post" action={paths.undoContactChange(jobId)} preventScrollReset>
            <Button icon={<Undo2 aria-hidden="true" />}>Undo</Button>
          </Form>
        )}
        <LinkButton to={closeTo} preventScrollReset data-cancel="">
          {over ? 'Done' : 'Close'}
        </LinkButton>
        {over && hasFile && (
          <a href={paths.exportedFile(jobId)} download className={buttonClass({ variant: 'primary' })}>
            <Download aria-hidden="true" />
            Download
          </a>
        )}
      </DialogActions>
    </RouteDialog>
  )
}
