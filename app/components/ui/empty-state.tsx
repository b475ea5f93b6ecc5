import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: string
  text?: ReactNode
  /** An icon element. */
  icon?: ReactNode
  /** The next action. */
  action?: ReactNode
  /** Without its own frame, for use inside a card. */
  bare?: boolean
}

/** Shown in place of an empty list. */
export function EmptyState({ title, text, icon, action, bare }: EmptyStateProps) {
  return (
    <div
      className={`flex flex-col items-center px-6 text-center ${bare ? 'py-8' : 'rounded-lg border border-dashed border-line-strong bg-surface py-12'}`}
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
