import clsx from 'clsx'
import type { ReactNode } from 'react'

/**
 * Parts of a page that stand beside each other where there is room. What counts is the page's own width, of which the sidebar and
 * the chat take their share, so `className` says with container variants (`@4xl:`) how many columns there are from where on.
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

/** A list of cards, in as many columns as cards of their size have room for. */
export function CardGrid({ size = 'small', children }: { size?: keyof typeof CARDS; children: ReactNode }) {
  return (
    <div className="@container">
      <ul className={clsx('grid gap-4', CARDS[size])}>{children}</ul>
    </div>
  )
}
