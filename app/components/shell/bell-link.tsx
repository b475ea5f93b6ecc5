import { Link, useFetcher } from '@remix-run/react'
import clsx from 'clsx'
import { Bell } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { paths } from '~/paths'
import { buttonClass } from '../button'

/** Milliseconds between two looks at the count (specification document 1, section 7). */
const LOOKS = 30_000

/** The way to the notifications, with how many were not read. */
export function BellLink({ unread: loaded, className }: { unread: number; className?: string }) {
  const { unread, bell } = useUnread(loaded)
  return (
    <Link
      ref={bell}
      to={paths.notifications()}
      preventScrollReset
      aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
      title="Notifications"
      className={buttonClass({ variant: 'ghost', size: 'sm', square: true }, clsx('relative', className))}
    >
      <Bell aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-1 -right-1 min-w-4 max-md:top-0.5 max-md:right-0 rounded-full bg-danger px-1 text-center text-[10px] leading-4 font-semibold text-on-danger tabular-nums ring-2 ring-sunken"
        >
          {unread > 9 ? '9+' : unread}
        </span>
      )}
    </Link>
  )
}

/** The count, by whichever came last: a load of the screen or a look. Only a bell that can be seen looks. */
function useUnread(loaded: number) {
  const bell = useRef<HTMLAnchorElement>(null)
  const { data, load } = useFetcher<{ count?: number }>({ key: 'unread' })
  const [unread, setUnread] = useState(loaded)
  useEffect(() => setUnread(loaded), [loaded])
  useEffect(() => {
    if (data?.count !== undefined) setUnread(data.count)
  }, [data])
  useEffect(() => {
    const timer = setInterval(() => {
      if (bell.current?.offsetParent && !document.hidden) load('/api/notifications/count')
    }, LOOKS)
    return () => clearInterval(timer)
  }, [load])
  return { bell, unread }
}
