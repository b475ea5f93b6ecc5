import { Link, useLoaderData } from '@remix-run/react'
import { titled } from '~/components/page/meta'
import { Badge } from '~/components/ui/badge'
import { RouteDialog } from '~/components/ui/dialog/route-dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { History } from '~/components/ui/icons'
import { page } from '~/http/page.server'
import { listChanges } from '~/models/contacts/bulk/shown.server'
import { formatMoment } from '~/models/shared/format-time'
import { paths } from '~/paths'

export const meta = titled('Changes of contacts')

const SHOWN = 50

export const loader = page(async ({ db, userId, user }) => ({
  changes: (await listChanges(db, userId, SHOWN)).map(({ createdAt, ...change }) => ({
    ...change,
    at: formatMoment(createdAt, user.timezone),
  })),
}))

const STATUS = {
  pending: { label: 'Waiting', tone: 'neutral' },
  processing: { label: 'Running', tone: 'info' },
  completed: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Stopped', tone: 'warning' },
} as const

/** The latest changes and exports of many contacts. */
export default function ChangesDialog() {
  const { changes } = useLoaderData<typeof loader>()
  return (
    <RouteDialog
      title="Changes"
      description="What you did with many contacts at once."
      closeTo={paths.contacts()}
    >
      {changes.length === 0 ? (
        <EmptyState
          bare
          icon={<History />}
          title="No changes yet"
          text="Tick contacts in the list to change them together."
        />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {changes.map(({ jobId, what, status, progress, at }) => (
            <li key={jobId}>
              <Link
                to={paths.contactChange(jobId)}
                preventScrollReset
                className="flex items-center justify-between gap-3 px-3 py-2 text-sm -outline-offset-2 hover:bg-hover"
              >
                <span className="min-w-0">
                  <span className="block font-medium">{what}</span>
                  <span className="block text-xs text-muted">
                    {progress.added.toLocaleString('en-US')} of {progress.total.toLocaleString('en-US')} ·{' '}
                    {at}
                  </span>
                </span>
                <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </RouteDialog>
  )
}
