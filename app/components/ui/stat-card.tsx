import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface StatCardProps {
  label: string
  value: ReactNode
  /** A line below the number: its share or change. */
  note?: ReactNode
  icon?: ReactNode
}

/** One number of a report. Group several in a `StatGrid`. */
export function StatCard({ label, value, note, icon }: StatCardProps) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3 shadow-card">
      <dt className="flex items-center gap-1.5 text-xs text-muted [&_svg]:size-3.5">
        {icon}
        {label}
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
