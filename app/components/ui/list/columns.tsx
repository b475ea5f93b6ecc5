import clsx from 'clsx'
import type { ReactNode } from 'react'

/**
 * Sections of a page, side by side if there is room. The page's own width counts, without the sidebar and the chat, so `className` sets
 * the number of columns with container variants (`@4xl:`).
 */
export function Columns({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className="@container">
      <div className={clsx('grid items-start gap-4', className)}>{children}</div>
    </div>
  )
}

const CARDS = {
  small: '@xl:grid-cols-2 @4xl:grid-cols-3',
  medium: '@xl:grid-cols-2',
  large: '@4xl:grid-cols-2',
}

/** A grid of cards, with as many columns as fit. */
export function CardGrid({ size = 'small', children }: { size?: keyof typeof CARDS; children: ReactNode }) {
  return (
    <div className="@container">
      <ul className={clsx('grid gap-4', CARDS[size])}>{children}</ul>
    </div>
  )
}
