import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: string
  text?: ReactNode
  /** A lucide icon element. */
  icon?: ReactNode
  /** The one thing to do next. */
  action?: ReactNode
  /** Without a frame of its own, inside a card. */
  bare?: boolean
}

/** What a list shows before its first entry. */
export function EmptyState({ title, text, icon, action, bare }: EmptyStateProps) {
  return (
    <div
      className={`flex flex-col items-center px-6 py-12 text-center ${bare ? '' : 'rounded-lg border border-dashed border-line-strong bg-surface'}`}
    >
      {icon && (
        <span
          className="mb-3 grid size-10 place-items-center rounded-lg bg-accent-soft text-accent-ink [&_svg]:size-5"
          aria-hidden="true"
        >
          {icon}
        </span>
      )}
      <p className="text-base font-semibold">{title}</p>
      {text && <p className="mt-1 max-w-md text-sm text-balance text-muted">{text}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
