import { Link, useLocation } from '@remix-run/react'
import clsx from 'clsx'
import { type ReactNode, useRef } from 'react'
import { useUnread } from '~/components/page/state'
import { paths } from '~/paths'
import { EntryLink, SoonMark } from './nav-list'
import { type Group, groups, isCurrent } from './navigation'
import { usePolledCount } from './use-polled-count'

/** The collapsed sidebar: an icon for each group, its entries in a flyout on hover and focus. */
export function NavRail() {
  return (
    <ul className="space-y-1">
      {groups.map((group) => (
        <li key={group.label} className="group/rail relative">
          <RailItem {...group} />
        </li>
      ))}
    </ul>
  )
}

function RailItem({ label, icon: Icon, to, entries, soon }: Group) {
  const { pathname } = useLocation()
  const place = useRef<HTMLSpanElement>(null)
  // Polled only by the group that shows it.
  const { count } = usePolledCount(paths.unreadConversations(), useUnread().conversations, place)
  const counts = entries?.some((entry) => entry.counts)
  const current = !!to && isCurrent({ to }, pathname)
  const inside = current || !!entries?.some((entry) => isCurrent(entry, pathname))
  const look = clsx(
    'grid size-9 place-items-center rounded-md transition-colors',
    inside
      ? 'bg-accent-soft text-accent-ink'
      : soon
        ? 'text-subtle'
        : 'text-muted hover:bg-hover hover:text-ink',
  )
  const icon = <Icon className="size-4.5" aria-hidden="true" />
  if (to) {
    return (
      <>
        <Link
          to={to}
          prefetch="intent"
          aria-label={label}
          aria-current={current ? 'page' : undefined}
          className={look}
        >
          {icon}
        </Link>
        <Flyout>
          <p aria-hidden="true">{label}</p>
        </Flyout>
      </>
    )
  }
  return (
    <>
      <button
        type="button"
        aria-label={soon ? `${label}, coming soon` : label}
        aria-disabled={soon}
        className={clsx(look, soon && 'cursor-default!')}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      >
        {icon}
      </button>
      {counts && (
        <span ref={place} className="pointer-events-none absolute inset-0">
          {count > 0 && (
            <span className="absolute top-1 right-1 size-2 rounded-full bg-accent ring-2 ring-surface">
              <span className="sr-only">
                {count === 1 ? '1 unread conversation' : `${count > 99 ? '99+' : count} unread conversations`}
              </span>
            </span>
          )}
        </span>
      )}
      <Flyout>
        <p className={clsx('flex items-center gap-2', entries && 'mb-1')}>
          {label}
          {soon && <SoonMark />}
        </p>
        {entries?.map((entry) => (
          <EntryLink key={entry.to} entry={entry} current={isCurrent(entry, pathname)} count={count} />
        ))}
      </Flyout>
    </>
  )
}

/** The panel beside an icon. Its padding bridges the gap, so that the pointer can cross to it. */
const Flyout = ({ children }: { children: ReactNode }) => (
  <div className="invisible absolute top-0 left-full z-40 pl-2.5 opacity-0 transition-opacity duration-100 group-focus-within/rail:visible group-focus-within/rail:opacity-100 group-hover/rail:visible group-hover/rail:opacity-100">
    <div className="min-w-40 rounded-lg bg-raised p-1 shadow-pop [&>p]:flex [&>p]:min-h-7 [&>p]:items-center [&>p]:px-2.5 [&>p]:text-2xs [&>p]:font-semibold [&>p]:tracking-[0.05em] [&>p]:whitespace-nowrap [&>p]:text-muted">
      {children}
    </div>
  </div>
)
