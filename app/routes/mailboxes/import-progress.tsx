import { useLoaderData, useRevalidator } from '@remix-run/react'
import { ReloadWithoutScripts } from '~/components/imports/progress'
import { StopJob } from '~/components/jobs/stop-job'
import { isOver, useJob } from '~/components/jobs/use-job'
import { titled } from '~/components/page/meta'
import { Address } from '~/components/ui/address'
import { Badge } from '~/components/ui/badge'
import { LinkButton } from '~/components/ui/button'
import { DialogActions, RouteDialog } from '~/components/ui/dialog/route-dialog'
import { Table, TableBody, TableHead, Td, Th, Tr } from '~/components/ui/list/table'
import { ProgressBar } from '~/components/ui/progress-bar'
import { page } from '~/http/page.server'
import { getMailboxImport } from '~/models/imports/mailboxes/import.server'
import { paths } from '~/paths'

export const meta = titled('Mailboxes of a file')

export const loader = page(async ({ db, userId, params }) => {
  const { job, rows } = await getMailboxImport(db, userId, params.jobId!)
  const { id, status, progress, error } = job
  return { jobId: id, status, progress, error, rows }
})

const RESULTS = {
  added: { tone: 'success', label: 'Connected' },
  failed: { tone: 'danger', label: 'Not added' },
} as const

/** The progress of a file of mailboxes, with the result of each row. */
export default function MailboxImportDialog() {
  const { jobId, status, progress, error, rows } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const { job } = useJob(jobId, { status, progress, error }, () => revalidate())
  const over = isOver(job)
  const { current, total, added, failed } = job.progress
  const count = (n: number) => (n === 1 ? '1 mailbox' : `${n} mailboxes`)
  return (
    <RouteDialog title="Mailboxes of a file" closeTo={paths.gmail()} size="lg">
      {!over && <ReloadWithoutScripts />}
      <div role="status" className="space-y-2 text-sm">
        {!over && <ProgressBar label="Progress" value={current} max={total} />}
        <p>
          {over
            ? `${count(added)} connected, ${failed} not added${total > current ? `, ${total - current} not tried because you stopped` : ''}.`
            : `${current} of ${count(total)} tried. You can close this. It continues in the background.`}
        </p>
        {job.status === 'failed' && <p className="text-danger-ink">{job.error ?? 'An error occurred'}</p>}
      </div>
      {!over && <StopJob jobId={jobId} label="Stop" />}
      <div className="mt-4 rounded-lg border border-line">
        <Table caption="Results">
          <TableHead>
            <Th>Line</Th>
            <Th>Email</Th>
            <Th>Result</Th>
          </TableHead>
          <TableBody>
            {rows.map(({ line, email, outcome, message }) => (
              <Tr key={line}>
                <Td label="Line" className="tabular-nums">
                  {line}
                </Td>
                <Td label="Email">
                  {email ? <Address>{email}</Address> : <span className="text-muted">None</span>}
                </Td>
                <Td label="Result">
                  {outcome ? (
                    <Badge tone={RESULTS[outcome].tone} dot>
                      {RESULTS[outcome].label}
                    </Badge>
                  ) : (
                    <span className="text-muted">{over ? 'Not tried' : 'Waiting'}</span>
                  )}
                  {message && <span className="mt-0.5 block text-xs text-muted">{message}</span>}
                </Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
      </div>
      <DialogActions>
        {over && failed > 0 && (
          <LinkButton to={paths.importMailboxes()} preventScrollReset>
            Add another file
          </LinkButton>
        )}
        <LinkButton to={paths.gmail()} variant="primary" preventScrollReset data-cancel="">
          {over ? 'Done' : 'Close'}
        </LinkButton>
      </DialogActions>
    </RouteDialog>
  )
}
