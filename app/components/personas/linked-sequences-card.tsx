import { Link } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Workflow } from '~/components/ui/icons'
import { paths } from '~/paths'
import { type SequenceStatus, StatusBadge } from '../sequences/status'

export interface LinkedSequencesCardProps {
  sequences: { id: string; name: string; description: string | null; status: SequenceStatus }[]
}

/** The sequences that enroll the contacts of a list automatically. */
export function LinkedSequencesCard({ sequences }: LinkedSequencesCardProps) {
  return (
    <Card
      title={
        <>
          Linked Sequences for{' '}
          <span className="whitespace-nowrap">
            Auto-Enrollment <Badge>{sequences.length}</Badge>
          </span>
        </>
      }
      flush
    >
      {sequences.length === 0 ? (
        <EmptyState
          bare
          icon={<Workflow />}
          title="No linked sequences"
          text="Link this list to a sequence, and its contacts are enrolled automatically."
          action={<LinkButton to={paths.sequences()}>Go to Sequences</LinkButton>}
        />
      ) : (
        <ul className="divide-y divide-line">
          {sequences.map(({ id, name, description, status }) => (
            <li key={id}>
              <Link
                to={paths.sequence(id)}
                prefetch="intent"
                className="flex items-start justify-between gap-4 px-4 py-3 -outline-offset-2 hover:bg-sunken sm:px-5"
              >
                <span className="min-w-0">
                  <span className="block text-sm font-medium break-words">{name}</span>
                  {description && (
                    <span className="line-clamp-2 text-sm break-words text-muted">{description}</span>
                  )}
                </span>
                <StatusBadge status={status} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
