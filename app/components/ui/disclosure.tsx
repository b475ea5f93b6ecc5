import type { ReactNode } from 'react'
import { ChevronRight } from '~/components/ui/icons'

/** A section that opens on demand; native, so it works everywhere. */
export function Disclosure({
  summary,
  open,
  children,
}: {
  summary: ReactNode
  open?: boolean
  children: ReactNode
}) {
  return (
    <details open={open} className="group/disclosure min-w-0">
      <summary className="flex min-h-8 items-center gap-1.5 rounded-md text-sm font-medium text-muted hover:text-ink">
        <ChevronRight
          className="size-4 shrink-0 transition-transform group-open/disclosure:rotate-90"
          aria-hidden="true"
        />
        {summary}
      </summary>
      <div className="pt-2 pl-5.5">{children}</div>
    </details>
  )
}
