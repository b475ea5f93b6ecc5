import { Link, useLocation } from '@remix-run/react'
import clsx from 'clsx'
import { useEffect, useRef } from 'react'

export interface Tab {
  to: string
  label: string
  count?: number
  /** Default: whether the path (and the query, if `to` has one) is the current one. */
  current?: boolean
  /** Loads the tab only when it is opened, not on hover. */
  lazy?: boolean
}

/** Sections of a screen, each with its own URL. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { pathname, search } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // On a phone the current tab may be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another URL has another current tab
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && tab)
      nav.current.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - nav.current.offsetWidth / 2
  }, [pathname, search])
  return (
    // The line below is a shadow: tabs would have to overlap a border, and the overlap would scroll.
    <nav
      ref={nav}
      aria-label={label}
      className="relative mb-5 -mt-1 flex gap-5 overflow-x-auto shadow-[inset_0_-1px_var(--line)]"
    >
      {tabs.map(({ to, label: text, count, lazy, current = isCurrent(to, pathname, search) }) => (
        <Link
          key={to}
          to={to}
          prefetch={lazy ? 'none' : 'intent'}
          preventScrollReset
          aria-current={current ? 'page' : undefined}
          className={clsx(
            'inline-flex min-h-9 items-center max-sm:min-h-11 gap-1.5 border-b-2 text-sm font-medium whitespace-nowrap -outline-offset-2 transition-colors',
            current
              ? 'border-accent text-ink'
              : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
          )}
        >
          {text}
          {count !== undefined && (
            <span className="rounded-full bg-hover px-1.5 text-2xs text-muted tabular-nums">{count}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}

function isCurrent(to: string, pathname: string, search: string) {
  const url = new URL(to, 'http://x')
  return url.pathname === pathname && (!url.search || url.search === search)
}
