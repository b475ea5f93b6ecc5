import { Link, useLocation } from '@remix-run/react'
import clsx from 'clsx'
import { useRef } from 'react'
import { useUnread } from '~/components/page/state'
import { ChevronDown } from '~/components/ui/icons'
import { paths } from '~/paths'
import { type Entry, type Group, groups, isCurrent } from './navigation'
import { usePolledCount } from './use-polled-count'

const heading =
  'flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 text-2xs font-semibold tracking-[0.05em] -outline-offset-2 transition-colors max-md:min-h-11'

/** The full groups and entries: in the open sidebar, and in the phone menu. */
export function NavList() {
  return (
    <ul className="space-y-1">
      {groups.map((group) => (
        <li key={group.label}>
          <GroupItem {...group} />
        </li>
      ))}
    </ul>
  )
}

function GroupItem({ label, icon: Icon, to, entries, soon }: Group) {
  const { pathname } = useLocation()
  const icon = <Icon className="size-4 shrink-0" aria-hidden="true" />
  if (soon) {
    return (
      <span className={clsx(heading, 'cursor-default text-subtle')}>
        {icon}
        <span className="grow">{label}</span>
        <SoonMark />
      </span>
    )
  }
  if (to) {
    const current = isCurrent({ to }, pathname)
    return (
      <Link
        to={to}
        prefetch="intent"
        aria-current={current ? 'page' : undefined}
        className={clsx(
          heading,
          current ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:bg-hover hover:text-ink',
        )}
      >
        {icon}
        {label}
      </Link>
    )
  }
  return (
    <details open className="group/nav">
      <summary className={clsx(heading, 'text-muted hover:bg-hover hover:text-ink')}>
        {icon}
        <span className="grow">{label}</span>
        <ChevronDown
          className="size-3.5 -rotate-90 transition-transform group-open/nav:rotate-0"
          aria-hidden="true"
        />
      </summary>
      <ul className="mt-0.5 mb-2 ml-4 space-y-px border-l border-line pl-2">
        {entries?.map((entry) => (
          <li key={entry.to}>
            <EntryLink entry={entry} current={isCurrent(entry, pathname)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface EntryLinkProps {
  entry: Entry
  current: boolean
  /** The number of unread conversations, if the caller polls it. */
  count?: number
}

/** One entry of a group. */
export function EntryLink({ entry, current, count }: EntryLinkProps) {
  const { to, label, counts } = entry
  return (
    <Link
      to={to}
      prefetch="intent"
      aria-current={current ? 'page' : undefined}
      className={clsx(
        'flex min-h-7.5 items-center rounded-md px-2.5 text-sm -outline-offset-2 transition-colors max-md:min-h-11',
        current ? 'bg-accent-soft font-medium text-accent-ink' : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      <span className="grow">{label}</span>
      {counts && (count === undefined ? <PolledCount /> : <UnreadCount count={count} />)}
    </Link>
  )
}

/** The number of unread conversations, polled while this is shown. */
function PolledCount() {
  const place = useRef<HTMLSpanElement>(null)
  const { count } = usePolledCount(paths.unreadConversations(), useUnread().conversations, place)
  return (
    <span ref={place}>
      <UnreadCount count={count} />
    </span>
  )
}

const UnreadCount = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="text-xs text-muted tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  )

/** Marks what is not built yet. */
export const SoonMark = () => (
  <span className="rounded-full border border-line-strong px-1.5 text-[10px] leading-4 font-medium tracking-normal text-subtle">
    Coming soon
  </span>
)
