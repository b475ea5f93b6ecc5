import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface CardProps {
  title?: ReactNode
  /** A sentence below the title. */
  description?: ReactNode
  /** Buttons to the right of the title. */
  actions?: ReactNode
  /** A strip below the content: totals, form buttons. */
  footer?: ReactNode
  /** `flush` lets a table or list reach the edges. */
  flush?: boolean
  /** Level of the title in the page's outline. */
  level?: 2 | 3
  className?: string
  id?: string
  children?: ReactNode
}

/** A framed section of a screen. */
export function Card({
  title,
  description,
  actions,
  footer,
  flush,
  level = 2,
  className,
  id,
  children,
}: CardProps) {
  const Title = `h${level}` as const
  return (
    <section
      id={id}
      className={clsx('min-w-0 rounded-lg border border-line bg-surface shadow-card', className)}
    >
      {(title || actions) && (
        <header
          className={clsx(
            'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3.5 sm:px-5',
            flush && 'border-b border-line pb-3',
          )}
        >
          <div className="min-w-0 grow basis-40">
            {title && (
              <Title className="text-base font-semibold tracking-[-0.006em] break-words">{title}</Title>
            )}
            {description && <p className="text-sm text-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      {children && <div className={flush ? '' : 'px-4 py-4 sm:px-5'}>{children}</div>}
      {footer && (
        <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3 sm:px-5">
          {footer}
        </footer>
      )}
    </section>
  )
}
