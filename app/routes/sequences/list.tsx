import { Outlet, useLoaderData } from '@remix-run/react'
import { RouteError } from '~/components/page/error-screen'
import { titled } from '~/components/page/meta'
import { SequenceCard } from '~/components/sequences/sequence-card'
import { LinkButton } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Plus, Send } from '~/components/ui/icons'
import { CardGrid } from '~/components/ui/list/columns'
import { KeysetPager } from '~/components/ui/list/pagination'
import { PageHeader } from '~/components/ui/page-header'
import { page } from '~/http/page.server'
import { summarizeForCards } from '~/models/reports/sequence-cards.server'
import { listSequences } from '~/models/sequences/sequence.server'
import { countSteps } from '~/models/sequences/step.server'
import { paths } from '~/paths'

const PER_PAGE = 30

export const meta = titled('Sequences')

export const loader = page(async ({ db, userId, url }) => {
  const cursor = url.searchParams.get('cursor') ?? undefined
  const { rows, cursor: next } = await listSequences(db, userId, { limit: PER_PAGE, cursor })
  const ids = rows.map((row) => row.id)
  const [stepCounts, figures] = await Promise.all([
    countSteps(db, userId, ids),
    summarizeForCards(db, userId, ids),
  ])
  return {
    sequences: rows.map(({ id, name, description, timezone, skipWeekends, status, totalContacts }) => ({
      ...{ id, name, description, timezone, skipWeekends, status, totalContacts },
      stepCount: stepCounts.get(id) ?? 0,
      ...figures.get(id)!,
    })),
    first: cursor ? paths.sequences() : null,
    older: next && `${paths.sequences()}?${new URLSearchParams({ cursor: next })}`,
  }
})

/** All sequences, newest first. */
export default function SequencesScreen() {
  const { sequences, first, older } = useLoaderData<typeof loader>()
  const create = (label: string) => (
    <LinkButton
      variant="primary"
      to={paths.newSequence()}
      preventScrollReset
      icon={<Plus aria-hidden="true" />}
    >
      {label}
    </LinkButton>
  )
  const none = sequences.length === 0 && !first
  return (
    <>
      <PageHeader
        title="Sequences"
        subtitle="Manage your email sequences: what is sent, when, and how they follow up"
        actions={create('Create Sequence')}
      />
      {none ? (
        <EmptyState
          icon={<Send />}
          title="No sequences yet"
          text="A sequence sends a series of emails to the contacts of your email lists and follows up depending on their reactions. Create one, add steps and a list, then activate it."
          action={create('Create Your First Sequence')}
        />
      ) : (
        <CardGrid>
          {sequences.map((sequence) => (
            <SequenceCard key={sequence.id} sequence={sequence} />
          ))}
        </CardGrid>
      )}
      {(first || older) && (
        <div className="mt-5">
          <KeysetPager newer={first} older={older} labels={{ newer: 'Newest', older: 'Older' }} />
        </div>
      )}
      <Outlet />
    </>
  )
}

export const ErrorBoundary = () => <RouteError back={{ to: paths.sequences(), label: 'Back to Sequences' }} />
