import { Badge } from '~/components/ui/badge'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { KeysetPager } from '~/components/ui/list/pagination'
import type { Difference } from '~/models/sequences/versions/difference'
import { paths } from '~/paths'
import { DifferenceList } from './review-panel'

interface Version {
  number: number
  at: string
  author: string | null
  restoredFrom: number | null
  differences: Difference[] | null
  isCurrent: boolean
  staying: number
}

interface VersionListProps {
  sequenceId: string
  versions: Version[]
  hasMore: boolean
  isPaged: boolean
}

/** The versions of a sequence, newest first. */
export function VersionList({ sequenceId, versions, hasMore, isPaged }: VersionListProps) {
  return (
    <Card title="Versions" description="Each change since the activation. Templates have no versions here.">
      <ol className="divide-y divide-line">
        {versions.map((version) => (
          <li
            key={version.number}
            className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 grow basis-64">
              <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold">
                Version {version.number}
                {version.isCurrent && <Badge tone="success">Current</Badge>}
                {version.restoredFrom !== null && <Badge>Restored from {version.restoredFrom}</Badge>}
              </h3>
              <p className="mb-1.5 text-xs text-muted tabular-nums">
                {version.at}, {version.author ?? 'deleted account'}
              </p>
              <Changes differences={version.differences} number={version.number} />
              {version.staying > 0 && <Staying {...version} sequenceId={sequenceId} />}
            </div>
            {!version.isCurrent && (
              <LinkButton
                size="sm"
                to={paths.restoreVersion(sequenceId, version.number)}
                preventScrollReset
                aria-label={`Restore version ${version.number}`}
              >
                Restore
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
      {(hasMore || isPaged) && (
        <div className="mt-3">
          <KeysetPager
            newer={isPaged ? paths.sequenceVersions(sequenceId) : null}
            older={hasMore ? paths.sequenceVersions(sequenceId, versions.at(-1)!.number) : null}
          />
        </div>
      )}
    </Card>
  )
}

/** The contacts in progress that stay on a version, with the way to the current one. */
const Staying = ({
  sequenceId,
  number,
  staying,
}: Pick<Version, 'number' | 'staying'> & { sequenceId: string }) => (
  <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
    <span className="tabular-nums">
      {staying.toLocaleString('en-US')}{' '}
      {staying === 1 ? 'contact in progress is' : 'contacts in progress are'} on this version.
    </span>
    <LinkButton
      size="sm"
      to={paths.moveToCurrent(sequenceId, number)}
      preventScrollReset
      aria-label={`Move the contacts of version ${number} to the current version`}
    >
      Move to the current version
    </LinkButton>
  </p>
)

function Changes({ differences, number }: { differences: Difference[] | null; number: number }) {
  if (!differences)
    return (
      <p className="text-sm text-muted">
        {number === 1 ? 'The first version.' : 'Older versions are no longer kept.'}
      </p>
    )
  return differences.length > 0 ? (
    <DifferenceList differences={differences} />
  ) : (
    <p className="text-sm text-muted">No visible change.</p>
  )
}
