import { Link } from '@remix-run/react'
import { Bell } from 'lucide-react'
import { paths } from '~/paths'
import { buttonClass } from '../button'

/** The way to the notifications, with how many were not read. */
export function BellLink({ unread }: { unread: number }) {
  return (
    <Link
      to={paths.notifications()}
      preventScrollReset
      aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
      title="Notifications"
      className={buttonClass({ variant: 'ghost', size: 'sm', square: true }, 'relative')}
    >
      <Bell aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-danger px-1 text-center text-[10px] leading-4 font-semibold text-on-danger tabular-nums ring-2 ring-sunken"
        >
          {unread > 9 ? '9+' : unread}
        </span>
      )}
    </Link>
  )
}
