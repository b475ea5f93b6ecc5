import type { MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { titleOf } from '~/components/page/meta'
import { SequenceError } from '~/components/sequences/sequence-error'
import { SequenceHeader } from '~/components/sequences/sequence-header'
import { VersionList } from '~/components/sequences/versions/version-list'
import { EmptyState } from '~/components/ui/empty-state'
import { History } from '~/components/ui/icons'
import { page } from '~/http/page.server'
import { validate } from '~/http/validate'
import { getSequence } from '~/models/sequences/sequence.server'
import { countSteps } from '~/models/sequences/step.server'
import { listVersions } from '~/models/sequences/versions/list.server'
import { formatMoment } from '~/models/shared/format-time'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleOf(data ? `${data.sequence.name}: Versions` : 'Versions')

const PAGE = 20

const Query = z.object({ before: z.coerce.number().int().positive().max(1e9).optional().catch(undefined) })

export const loader = page(async ({ db, userId, user, params, url }) => {
  const { id, name, status } = await getSequence(db, userId, params.id!)
  const { before } = validate(Query, Object.fromEntries(url.searchParams))
  const [{ versions, hasMore }, counts] = await Promise.all([
    listVersions(db, userId, id, { before, limit: PAGE }),
    countSteps(db, userId, [id]),
  ])
  return {
    sequence: { id, name, status },
    stepCount: counts.get(id) ?? 0,
    versions: versions.map(({ createdAt, ...version }) => ({
      ...version,
      at: formatMoment(createdAt, user.timezone),
    })),
    hasMore,
    isPaged: before !== undefined,
  }
})

/** The Versions tab: each change of a sequence since its activation, with a way back. */
export default function SequenceVersions() {
  const { sequence, stepCount, versions, hasMore, isPaged } = useLoaderData<typeof loader>()
  return (
    <>
      <SequenceHeader sequence={sequence} stepCount={stepCount} tab="versions" />
      {versions.length === 0 ? (
        <EmptyState
          icon={<History />}
          title="No versions yet"
          text={
            sequence.status === 'draft'
              ? 'The first version is kept when you activate the sequence, then one with each change.'
              : 'A version is kept with each change.'
          }
        />
      ) : (
        <VersionList sequenceId={sequence.id} {...{ versions, hasMore, isPaged }} />
      )}
      <Outlet />
    </>
  )
}

export const ErrorBoundary = SequenceError
