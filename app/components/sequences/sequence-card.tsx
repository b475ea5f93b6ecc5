import { Form, Link } from '@remix-run/react'
import { Button, LinkButton } from '~/components/ui/button'
import { Copy, Globe, Trash2 } from '~/components/ui/icons'
import { formatCount, formatRate } from '~/components/ui/numbers'
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
    sent: number
    openRate: number
    replyRate: number
    bounceRate: number
    /** What contacts wait for until the user acts. */
    problem: { people: number; more: boolean; why: string; fix: { label: string; to: string } } | null
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
          <Fact label="Contacts" value={formatCount(totalContacts)} />
        </dl>
        {sequence.sent > 0 && <Outcomes {...sequence} />}
      </div>
      {sequence.problem && <Problem {...sequence.problem} />}
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

/** The emails sent, and what part of them was opened, answered and returned. */
const Outcomes = ({ sent, openRate, replyRate, bounceRate }: SequenceCardProps['sequence']) => (
  <dl className="mt-3 grid grid-cols-4 gap-2 border-t border-line pt-3 text-sm">
    <Fact label="Sent" value={formatCount(sent)} />
    <Fact label="Opened" value={formatRate(openRate)} />
    <Fact label="Replied" value={formatRate(replyRate)} />
    <Fact label="Bounced" value={formatRate(bounceRate)} />
  </dl>
)

function Problem({ people, more, why, fix }: NonNullable<SequenceCardProps['sequence']['problem']>) {
  const who =
    people === 1 && !more ? '1 contact waits' : `${formatCount(people)}${more ? '+' : ''} contacts wait`
  return (
    <div className="flex items-start gap-2 border-t border-line bg-warning-soft px-4 py-2 text-sm text-warning-ink">
      <p className="min-w-0 grow py-0.5 break-words">
        {who}: {why}
      </p>
      <LinkButton size="sm" to={fix.to} className="shrink-0">
        {fix.label}
      </LinkButton>
    </div>
  )
}

const Fact = ({ label, value }: { label: string; value: string | number }) => (
  <div className="min-w-0">
    <dt className="truncate text-2xs text-muted">{label}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </div>
)
