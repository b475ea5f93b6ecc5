import { Link } from '@remix-run/react'
import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface StatCardProps {
  label: string
  value: ReactNode
  /** A line below the number: its share or change. */
  note?: ReactNode
  icon?: ReactNode
  /** Makes the card a link, such as to a filtered list. */
  to?: string
  /** Whether the link leads to what is shown. */
  current?: boolean
}

/** One number of a report. Group several in a `StatGrid`. */
export function StatCard({ label, value, note, icon, to, current }: StatCardProps) {
  return (
    <div
      className={clsx(
        'relative min-w-0 rounded-lg border bg-surface px-4 py-3 shadow-card',
        current ? 'border-accent' : 'border-line',
        to && 'transition-colors hover:border-line-strong',
      )}
    >
      <dt className="flex items-center gap-1.5 text-xs text-muted [&_svg]:size-3.5">
        {icon}
        {to ? (
          <Link
            to={to}
            preventScrollReset
            aria-current={current ? 'true' : undefined}
            className="rounded-sm after:absolute after:inset-0"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="mt-1 text-xl font-semibold tracking-[-0.02em] tabular-nums">{value}</dd>
      {note && <dd className="text-xs text-muted">{note}</dd>}
    </div>
  )
}

/** The row of a report's numbers: as many columns as fit. Six use two, three or six columns. */
export function StatGrid({ six, children }: { six?: boolean; children: ReactNode }) {
  return (
    <div className="@container">
      <dl
        className={clsx(
          'grid grid-cols-2 gap-3 @max-lg:[&>:last-child:nth-child(odd)]:col-span-2',
          six ? '@lg:grid-cols-3 @4xl:grid-cols-6' : '@lg:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]',
        )}
      >
        {children}
      </dl>
    </div>
  )
}
