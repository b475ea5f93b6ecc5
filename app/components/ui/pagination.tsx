import { Link } from '@remix-run/react'
import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from './button'

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
  /** At the left: "1–20 of 240". */
  summary?: ReactNode
  /** Name of the landmark, where a screen has several lists. */
  label?: string
}

/** Numbered pages: previous, at most five numbers, next. Nothing where one page is all. */
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
  /** Address of the newer entries; null on the first page. */
  newer?: string | null
  /** Address of the older entries; null at the end. */
  older?: string | null
  labels?: { newer: string; older: string }
  summary?: ReactNode
  label?: string
}

/** Newer and older, for lists that are read by cursor. Nothing where one page is all. */
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

/** A link one page on, or the same look without a link at either end. */
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
  /** Shows the label; else only the arrow. */
  text?: boolean
  /** The arrow after the label. */
  reverse?: boolean
  children: ReactNode
}
