import { Link, Outlet, useLoaderData } from '@remix-run/react'
import { importSummary } from '~/components/imports/words'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { Badge, type Tone } from '~/components/ui/badge'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { FileUp, Undo2 } from '~/components/ui/icons'
import { KeysetPager } from '~/components/ui/list/pagination'
import { PageHeader } from '~/components/ui/page-header'
import { page } from '~/http/page.server'
import { UNDO_DAYS } from '~/models/imports/undo/undo'
import { type ListedImport, listImports } from '~/models/imports/view.server'
import { getPersona } from '~/models/personas/persona.server'
import { formatMoment } from '~/models/shared/format-time'
import { paths } from '~/paths'

const PER_PAGE = 20

export const meta = titled('Imports')

export const loader = page(async ({ db, userId, user, params, url }) => {
  const { id, name } = await getPersona(db, userId, params.id!)
  const cursor = url.searchParams.get('cursor')?.slice(0, 300)
  const { rows, cursor: next } = await listImports(db, userId, id, { limit: PER_PAGE, cursor })
  return {
    id,
    list: name,
    imports: rows.map((row) => ({
      id: row.id,
      jobId: row.jobId,
      fileName: row.fileName,
      at: formatMoment(row.createdAt, user.timezone),
      words:
        row.progress && (row.status === 'completed' || row.progress.current > 0)
          ? importSummary(row.progress)
          : '',
      ...stateOf(row),
    })),
    next,
    paged: cursor !== undefined,
  }
})

interface State {
  label: string
  tone: Tone
  undo: 'no' | 'possible' | 'asked'
}

/** An import's status label, and whether it can be undone. */
function stateOf({ status, undone, undoJobId, undoStatus, inTime, progress }: ListedImport): State {
  if (undone) return { label: 'Undone', tone: 'neutral', undo: 'asked' }
  if (undoStatus === 'cancelled') return { label: 'Undo stopped', tone: 'warning', undo: 'asked' }
  if (undoJobId) return { label: 'Being undone', tone: 'warning', undo: 'asked' }
  if (status === 'pending' || status === 'processing') return { label: 'Importing', tone: 'info', undo: 'no' }
  const undo = inTime && (progress?.current ?? 0) > 0 ? 'possible' : 'no'
  if (status === 'cancelled') return { label: 'Stopped', tone: 'warning', undo }
  return status === 'failed'
    ? { label: 'Failed', tone: 'danger', undo }
    : { label: 'Completed', tone: 'success', undo }
}

/** The imports of a list, with undo. */
export default function ImportsScreen() {
  const { id, list, imports, next, paged } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Imports"
        subtitle={`Files imported into this list. Each import can be undone for ${UNDO_DAYS} days.`}
        back={{ to: paths.persona(id), label: list }}
      />
      {imports.length === 0 ? (
        <EmptyState
          icon={<FileUp />}
          title={paged ? 'Nothing older' : 'No imports yet'}
          text="Import a CSV file from the list’s page. The import then appears here."
          action={<LinkButton to={paths.importContacts(id)}>Import Contact (CSV)</LinkButton>}
        />
      ) : (
        <Card flush>
          <ul className="divide-y divide-line">
            {imports.map((run) => (
              <li
                key={run.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5"
              >
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-2 text-sm">
                    {run.jobId ? (
                      <Link
                        to={paths.importProgress(id, run.jobId)}
                        className="min-w-0 rounded-sm font-medium break-all hover:underline"
                      >
                        {run.fileName}
                      </Link>
                    ) : (
                      <span className="min-w-0 font-medium break-all">{run.fileName}</span>
                    )}
                    <Badge tone={run.tone} dot>
                      {run.label}
                    </Badge>
                  </p>
                  <p className="text-sm break-words text-muted">
                    {run.at}
                    {run.words && ` · ${run.words}`}
                  </p>
                </div>
                {run.undo !== 'no' && (
                  <LinkButton
                    size="sm"
                    to={paths.undoImport(id, run.id)}
                    preventScrollReset
                    icon={<Undo2 aria-hidden="true" />}
                    aria-label={
                      run.undo === 'asked' ? `Show undo result of ${run.fileName}` : `Undo ${run.fileName}`
                    }
                  >
                    {run.undo === 'asked' ? 'Show' : 'Undo'}
                  </LinkButton>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="mt-4">
        <KeysetPager
          label="Pages of imports"
          labels={{ newer: 'Newest', older: 'Older' }}
          newer={paged ? paths.imports(id) : null}
          older={next ? `${paths.imports(id)}?${new URLSearchParams({ cursor: next })}` : null}
        />
      </div>
      <Outlet />
    </>
  )
}

export const ErrorBoundary = () => (
  <RouteError back={{ to: paths.personas(), label: 'Back to Email Lists' }} />
)
