import { useLoaderData, useLocation, useOutletContext, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { ImportOutcome, JobRunning, ReloadWithoutScripts } from '~/components/imports/progress'
import { isOver, type JobState, useJob } from '~/components/jobs/use-job'
import { finderQuery } from '~/components/leads/finder-query'
import { showImportEnd } from '~/components/leads/import-end'
import { LOOKS, leadFailure, leadSummary } from '~/components/leads/import-words'
import { titled } from '~/components/page/meta'
import { LinkButton } from '~/components/ui/button'
import { DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { showToast } from '~/components/ui/toast-viewer'
import { notFound } from '~/errors'
import { page } from '~/http/page.server'
import { getJob } from '~/models/jobs/job.server'
import { paths } from '~/paths'

export const meta = titled('Adding Leads')

export const loader = page(async ({ db, userId, params, url }) => {
  const { id, type, status, progress, error } = await getJob(db, userId, params.jobId!)
  if (type !== 'lead_import') notFound('Job not found')
  const looks = url.searchParams.has('all') ? LOOKS.all : LOOKS.chosen
  return { jobId: id, job: { status, progress, error } satisfies JobState, looks }
})

/** The finder's context for its dialogs. */
export interface ImportContext {
  /** Called when the import shown by the dialog has ended: the finder then stops following it. */
  onEnded(): void
}

/** The progress of a lead import, which continues without this page. */
export default function LeadImportDialog() {
  const { jobId, job: loaded, looks } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const closeTo = paths.leadsFinder() + finderQuery(useLocation().search)
  const onOver = (state: JobState) => {
    showImportEnd(state)
    revalidate()
  }
  const { job, lost, capped } = useJob(jobId, loaded, onOver, looks)
  const over = isOver(job)
  const { onEnded } = useOutletContext<ImportContext>()
  useEffect(() => {
    if (over) onEnded()
  }, [over, onEnded])
  const summary = leadSummary(job.progress)
  const why = !over && (lost ? LOST : capped ? CAPPED : null)
  useEffect(() => {
    if (why) showToast({ kind: 'error', ...why })
  }, [why])
  return (
    <RouteDialog title="Adding Leads" closeTo={closeTo}>
      {over ? (
        <ImportOutcome job={job} summary={summary} failure={leadFailure(job.error)} />
      ) : (
        <>
          <ReloadWithoutScripts />
          <JobRunning
            jobId={jobId}
            job={job}
            doing="Adding leads..."
            label="Leads processed"
            unit="leads"
            stop="Stop adding leads"
            note={`${summary}. ${why ? `${why.title}. ${why.text}` : GOES_ON}`}
          />
        </>
      )}
      <DialogActions>
        <LinkButton variant={over ? 'primary' : 'secondary'} to={closeTo} preventScrollReset data-cancel="">
          {over ? 'Done' : 'Close'}
        </LinkButton>
      </DialogActions>
    </RouteDialog>
  )
}

const GOES_ON = 'You can close this. The import continues in the background.'
const AGAIN = 'The import continues; reload this page to see its progress.'
const LOST = { title: 'Unable to check import status', text: AGAIN }
const CAPPED = { title: 'Import taking longer than expected', text: `Import status unavailable. ${AGAIN}` }
