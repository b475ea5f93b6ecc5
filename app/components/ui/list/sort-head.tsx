import { Link } from '@remix-run/react'
import { ArrowDown, ArrowUp } from '~/components/ui/icons'
import { Th } from './table'

type Order = 'asc' | 'desc'

interface SortHeadProps {
  label: string
  end?: boolean | undefined
  /** The order, if the table is sorted by this column. */
  current: Order | null
  hrefOf: (order: Order) => string
}

/** The head of a column that the table can be sorted by: a link. */
export function SortHead({ label, end, current, hrefOf }: SortHeadProps) {
  const Arrow = current === 'desc' ? ArrowDown : ArrowUp
  const next = current === 'asc' ? 'desc' : 'asc'
  return (
    <Th
      {...(end ? { end } : {})}
      aria-sort={current ? (current === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <Link
        to={hrefOf(next)}
        preventScrollReset
        className="inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink"
        title={`Sort by ${label.toLowerCase()}, ${next === 'asc' ? 'ascending' : 'descending'}`}
      >
        {label}
        {current && <Arrow className="size-3.5" aria-hidden="true" />}
      </Link>
    </Th>
  )
}
