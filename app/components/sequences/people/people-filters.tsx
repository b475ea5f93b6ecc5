import { Link } from '@remix-run/react'
import clsx from 'clsx'
import { formatCount } from '~/components/ui/numbers'

const LABELS = {
  all: 'All',
  active: 'In progress',
  waiting: 'Held',
  opened: 'Opened',
  replied: 'Replied',
  bounced: 'Bounced',
  completed: 'Completed',
  stopped: 'Stopped',
}

type Filter = keyof typeof LABELS

export interface PeopleFiltersProps {
  current: Filter
  counts: Record<Filter, number>
  /** Counts above it mean "more than this". */
  mostCounted: number
  hrefOf: (filter: Filter) => string
}

/** The filters of the contacts in a sequence, each with the number of contacts that it shows. */
export const PeopleFilters = ({ current, counts, mostCounted, hrefOf }: PeopleFiltersProps) => (
  <nav aria-label="Filter" className="flex flex-wrap gap-1">
    {(Object.keys(LABELS) as Filter[]).map((name) => (
      <Link
        key={name}
        to={hrefOf(name)}
        preventScrollReset
        aria-current={name === current ? 'page' : undefined}
        className={clsx(
          'flex items-center gap-1.5 rounded-md px-2.5 py-1 text-sm max-sm:py-2',
          name === current
            ? 'bg-accent-soft font-medium text-accent-ink'
            : 'text-muted hover:bg-hover hover:text-ink',
        )}
      >
        {LABELS[name]}{' '}
        <span className="text-xs tabular-nums">
          {counts[name] > mostCounted ? `${formatCount(mostCounted)}+` : formatCount(counts[name])}
        </span>
      </Link>
    ))}
  </nav>
)
