import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { LinkButton } from '~/components/ui/button'
import { Trash2, TriangleAlert } from '~/components/ui/icons'
import { formatCount } from '~/components/ui/numbers'
import { Time } from '~/components/ui/time'
import { paths } from '~/paths'
import { frequencyWords } from './frequency'
import { StatusBadge, StatusButton, useWorkflowStatus, type WorkflowStatus } from './status'

/** A moment and its formatted text. */
export interface Moment {
  at: string
  words: string
}

export interface WorkflowCardProps {
  workflow: {
    id: string
    name: string
    description: string | null
    status: WorkflowStatus
    startStrategy: 'immediately' | 'scheduled'
    frequencyType: 'once' | 'days' | 'weeks' | 'months'
    frequencyInterval: number
    leadLimit: number
    lastRun: Moment | null
    nextRun: Moment | null
    /** Whether the workflow has an email list. */
    hasList: boolean
  }
}

/** A workflow in the list. */
export function WorkflowCard({ workflow }: WorkflowCardProps) {
  const { id, name, description, frequencyType, frequencyInterval, lastRun, nextRun } = workflow
  const status = useWorkflowStatus(workflow)
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-surface shadow-card">
      <div className="flex grow flex-col px-4 pt-3.5 pb-3">
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 text-base font-semibold tracking-[-0.006em] break-words">
            <Link to={paths.workflow(id)} prefetch="intent" className="rounded-sm hover:underline">
              {name}
            </Link>
          </h2>
          <StatusBadge status={status} />
        </div>
        <p className="mt-1 line-clamp-2 sm:min-h-10 text-sm break-words text-muted">
          {description ?? 'No description'}
        </p>
        <dl className="mt-3 grid grid-cols-2 gap-x-3 gap-y-2.5 text-sm">
          <Fact
            label="Schedule"
            value={workflow.startStrategy === 'scheduled' ? 'Scheduled' : 'Immediately'}
          />
          <Fact label="Frequency" value={frequencyWords(frequencyType, frequencyInterval, 'Run once')} />
          <Fact
            label="Lead Limit"
            value={`${formatCount(workflow.leadLimit)} ${workflow.leadLimit === 1 ? 'lead' : 'leads'}`}
          />
          <Fact label="Last Run" value={lastRun ? <Time at={lastRun.at}>{lastRun.words}</Time> : 'Never'} />
          {status === 'active' && nextRun && (
            <Fact label="Next Run" value={<Time at={nextRun.at}>{nextRun.words}</Time>} />
          )}
        </dl>
        {!workflow.hasList && (
          <p className="mt-3 flex items-start gap-1.5 text-xs font-medium text-warning-ink">
            <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden="true" />
            No email list is chosen: it does not run until one is.
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1.5 border-t border-line px-3 py-2.5">
        <StatusButton workflow={workflow} />
        <LinkButton size="sm" to={paths.workflow(id)} prefetch="intent" aria-label={`Edit ${name}`}>
          Edit
        </LinkButton>
        <LinkButton
          variant="ghost"
          size="sm"
          square
          to={paths.deleteWorkflow(id)}
          preventScrollReset
          className="ml-auto"
          aria-label={`Delete ${name}`}
          title="Delete"
          icon={<Trash2 aria-hidden="true" />}
        />
      </div>
    </li>
  )
}

const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className="min-w-0">
    <dt className="truncate text-2xs text-muted">{label}</dt>
    <dd className="font-medium break-words tabular-nums">{value}</dd>
  </div>
)
