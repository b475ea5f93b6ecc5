import { Link } from '@remix-run/react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { ChevronLeft, ChevronRight } from '~/components/ui/icons'
import { buttonClass } from '../button'

/** The page numbers to show around `page`: at most `most`, always in range. */
export function pageWindow(page: number, pageCount: number, most = 5): number[] {
  const size = Math.min(most, pageCount)
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pageCount - size + 1))
  return Array.from({ length: size }, (_, i) => first + i)
}

export interface PaginationProps {
  page: number
  pageCount: number
  hrefOf: (page: number) => string
  /** Shown on the left: "1–20 of 240". */
  summary?: ReactNode
  /** The landmark's name, for screens with several lists. */
  label?: string
}

/** Numbered pages: previous, at most five numbers, next. Renders nothing for a single page. */
export function Pagination({ page, pageCount, hrefOf, summary, label = 'Pages' }: PaginationProps) {
  if (pageCount <= 1) return summary ? <p className="text-sm text-muted">{summary}</p> : null
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3">
      {summary && <p className="text-sm text-muted tabular-nums">{summary}</p>}
      <div className="-mx-1.5 flex items-center gap-1">
        <Step to={page > 1 ? hrefOf(page - 1) : null} label="Previous page">
          <ChevronLeft aria-hidden="true" />
        </Step>
        {pageWindow(page, pageCount).map((number) => (
          <Link
            key={number}
            to={hrefOf(number)}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            className={buttonClass(
              { variant: 'ghost', size: 'sm' },
              clsx(
                'min-w-7 px-1.5 tabular-nums max-sm:min-w-10',
                number === page && 'bg-accent-soft! text-accent-ink!',
              ),
            )}
          >
            {number}
          </Link>
        ))}
        <Step to={page < pageCount ? hrefOf(page + 1) : null} label="Next page">
          <ChevronRight aria-hidden="true" />
        </Step>
      </div>
    </nav>
  )
}

export interface KeysetPagerProps {
  /** URL of the newer entries; null on the first page. */
  newer?: string | null
  /** URL of the older entries; null at the end. */
  older?: string | null
  labels?: { newer: string; older: string }
  summary?: ReactNode
  label?: string
}

/** Newer and older links, for lists with cursors. Renders nothing for a single page. */
export function KeysetPager({
  newer,
  older,
  labels = { newer: 'Newer', older: 'Older' },
  summary,
  label = 'Pages',
}: KeysetPagerProps) {
  if (!newer && !older) return summary ? <p className="text-sm text-muted">{summary}</p> : null
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3">
      {summary && <p className="text-sm text-muted tabular-nums">{summary}</p>}
      <div className="ml-auto flex items-center gap-2">
        <Step to={newer ?? null} label={labels.newer} text>
          <ChevronLeft aria-hidden="true" />
        </Step>
        <Step to={older ?? null} label={labels.older} text reverse>
          <ChevronRight aria-hidden="true" />
        </Step>
      </div>
    </nav>
  )
}

/** A link to the next or previous page, or its disabled look at either end. */
function Step({ to, label, text, reverse, children }: StepProps) {
  const look = { variant: text ? 'secondary' : 'ghost', size: 'sm', square: !text } as const
  const order = reverse && 'flex-row-reverse'
  const content = text ? label : <span className="sr-only">{label}</span>
  return to ? (
    <Link to={to} className={buttonClass(look, clsx(order))}>
      {children}
      {content}
    </Link>
  ) : (
    <span aria-disabled="true" className={buttonClass(look, clsx(order, 'pointer-events-none opacity-40!'))}>
      {children}
      {content}
    </span>
  )
}

interface StepProps {
  to: string | null
  label: string
  /** Shows the label; otherwise only the arrow. */
  text?: boolean
  /** Puts the arrow after the label. */
  reverse?: boolean
  children: ReactNode
}
