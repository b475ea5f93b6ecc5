import { Form, Link } from '@remix-run/react'
import { Button, LinkButton } from '~/components/ui/button'
import { Copy, Globe, Trash2 } from '~/components/ui/icons'
import { paths } from '~/paths'
import { type SequenceStatus, StatusBadge, StatusButton, useSequenceStatus } from './status'

export interface SequenceCardProps {
  sequence: {
    id: string
    name: string
    description: string | null
    timezone: string
    skipWeekends: boolean
    status: SequenceStatus
    totalContacts: number
    stepCount: number
  }
}

/** A sequence in the list. */
export function SequenceCard({ sequence }: SequenceCardProps) {
  const { id, name, description, timezone, skipWeekends, stepCount, totalContacts } = sequence
  const status = useSequenceStatus(sequence)
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-surface shadow-card">
      <div className="flex grow flex-col px-4 pt-3.5 pb-3">
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 text-base font-semibold tracking-[-0.006em] break-words">
            <Link to={paths.sequence(id)} prefetch="intent" className="rounded-sm hover:underline">
              {name}
            </Link>
          </h2>
          <StatusBadge status={status} />
        </div>
        <p className="mt-0.5 flex items-center gap-1.5 text-xs text-muted">
          <Globe className="size-3.5 shrink-0" aria-hidden="true" />
          {timezone}
        </p>
        <p className="mt-2.5 line-clamp-2 sm:min-h-10 text-sm break-words text-muted">
          {description ?? 'No description'}
        </p>
        <dl className="mt-3 grid grid-cols-3 gap-2 text-sm">
          <Fact label="Skip Weekends" value={skipWeekends ? 'Yes' : 'No'} />
          <Fact label="Steps" value={stepCount} />
          <Fact label="Contacts" value={totalContacts} />
        </dl>
      </div>
      <div className="flex flex-wrap items-center gap-1.5 border-t border-line px-3 py-2.5">
        <LinkButton size="sm" to={paths.sequence(id)} prefetch="intent">
          Configure Steps
        </LinkButton>
        <StatusButton
          sequence={sequence}
          stepCount={stepCount}
          from="list"
          size="sm"
          labels={{ activate: 'Activate', pause: 'Pause' }}
        />
        <span className="ml-auto flex items-center">
          <Form method="post" action={paths.cloneSequence(id)}>
            <Button
              variant="ghost"
              size="sm"
              square
              aria-label="Clone"
              title="Clone"
              icon={<Copy aria-hidden="true" />}
            />
          </Form>
          <LinkButton
            variant="ghost"
            size="sm"
            square
            to={paths.deleteSequence(id)}
            preventScrollReset
            aria-label="Delete"
            title="Delete"
            icon={<Trash2 aria-hidden="true" />}
          />
        </span>
      </div>
    </li>
  )
}

const Fact = ({ label, value }: { label: string; value: string | number }) => (
  <div className="min-w-0">
    <dt className="truncate text-2xs text-muted">{label}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </div>
)
