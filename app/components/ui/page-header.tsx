import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ChevronLeft } from '~/components/ui/icons'

export interface PageHeaderProps {
  title: ReactNode
  subtitle?: ReactNode
  /** Badges beside the title. */
  badges?: ReactNode
  /** Buttons on the right. */
  actions?: ReactNode
  /** The parent screen: `{ to: paths.sequences(), label: 'Sequences' }`. */
  back?: { to: string; label: string }
}

/** The header of a screen, with its only `h1`. */
export function PageHeader({ title, subtitle, badges, actions, back }: PageHeaderProps) {
  return (
    <header className="mb-5">
      {back && (
        <Link
          to={back.to}
          className="mb-1.5 -ml-1 inline-flex min-h-6 items-center gap-0.5 rounded-sm pr-1 text-sm text-muted hover:text-ink"
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-full">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h1 className="min-w-0 text-xl font-semibold tracking-[-0.018em] break-words">{title}</h1>
            {badges}
          </div>
          {subtitle && <p className="mt-0.5 text-sm text-muted">{subtitle}</p>}
        </div>
        {actions && (
          <div data-actions="" className="flex flex-wrap items-center gap-2">
            {actions}
          </div>
        )}
      </div>
    </header>
  )
}
