import clsx from 'clsx'
import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted ring-line-strong',
  success: 'bg-success-soft text-success-ink ring-success/30',
  warning: 'bg-warning-soft text-warning-ink ring-warning/40',
  danger: 'bg-danger-soft text-danger-ink ring-danger/30',
  info: 'bg-info-soft text-info-ink ring-info/30',
}

/** A short status or count. `dot` adds a dot in the tone's color. */
export function Badge({
  tone = 'neutral',
  dot,
  children,
}: {
  tone?: Tone
  dot?: boolean
  children: ReactNode
}) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1.5 rounded-full px-2 text-2xs font-medium whitespace-nowrap ring-1 ring-inset',
        tones[tone],
      )}
    >
      {dot && <span className="size-1.5 shrink-0 rounded-full bg-current" aria-hidden="true" />}
      <span className="truncate">{children}</span>
    </span>
  )
}
