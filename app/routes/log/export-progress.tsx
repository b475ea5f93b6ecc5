import { useLoaderData, useLocation, useRevalidator } from '@remix-run/react'
import { ReloadWithoutScripts } from '~/components/imports/progress'
import { StopJob } from '~/components/jobs/stop-job'
import { isOver, type JobState, useJob } from '~/components/jobs/use-job'
import { titled } from '~/components/page/meta'
import { buttonClass, LinkButton, Spinner } from '~/components/ui/button'
import { DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { Download } from '~/components/ui/icons'
import { showToast } from '~/components/ui/toast-viewer'
import { page } from '~/http/page.server'
import { getLogExport } from '~/models/reports/log-export.server'
import { formatMoment } from '~/models/shared/format-time'
import { paths } from '~/paths'

export const meta = titled('Export of Emails')

export const loader = page(async ({ app, db, userId, user, params }) => {
  const { jobId, status, progress, error, fileId, expiresAt } = await getLogExport(db, userId, params.jobId!)
  return {
    jobId,
    job: { status, progress, error } satisfies JobState,
    until: fileId && expiresAt ? formatMoment(expiresAt, user.timezone) : null,
    mailedTo: app.systemMail.available ? user.email : null,
  }
})

/** The progress of an export, and its download link. */
export default function ExportDialog() {
  const { jobId, job: loaded, until, mailedTo } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const { job, lost } = useJob(jobId, loaded, (state) => {
    if (state.status === 'failed')
      showToast({ kind: 'error', title: 'Export failed', text: state.error ?? undefined })
    revalidate()
  })
  const over = isOver(job)
  const closeTo = paths.emailSending() + useLocation().search
  const { current } = job.progress
  const emails = `${current.toLocaleString('en-US')} ${current === 1 ? 'email' : 'emails'}`
  return (
    <RouteDialog title="Export of Emails" closeTo={closeTo} size="sm">
      {!over && <ReloadWithoutScripts />}
      <div role="status" className="space-y-2 text-sm">
        {!over && (
          <>
            <p className="flex items-center gap-2 font-medium">
              <Spinner />
              Exporting... <span className="tabular-nums">{emails}</span>
            </p>
            <p className="text-muted">
              {lost ? 'The progress is currently unavailable. ' : ''}You can close this. The export continues
              in the background{mailedTo ? `, and a link is emailed to ${mailedTo}` : ''}.
            </p>
          </>
        )}
        {!over && <StopJob jobId={jobId} label="Stop the export" />}
        {over && job.status === 'cancelled' && <p>Export stopped. There is no file.</p>}
        {over && job.status === 'failed' && (
          <p className="break-words">Export failed: {job.error ?? 'an error occurred'}.</p>
        )}
        {over && job.status === 'completed' && (
          <p>
            {until
              ? `${emails} ${current === 1 ? 'is' : 'are'} in the file. You can download it until ${until}.`
              : 'The file has expired. Export again to get a new one.'}
          </p>
        )}
      </div>
      <DialogActions>
        <LinkButton to={closeTo} preventScrollReset data-cancel="">
          {over ? 'Done' : 'Close'}
        </LinkButton>
        {over && until && (
          <a href={paths.logExportFile(jobId)} download className={buttonClass({ variant: 'primary' })}>
            <Download aria-hidden="true" />
            Download
          </a>
        )}
      </DialogActions>
    </RouteDialog>
  )
}
