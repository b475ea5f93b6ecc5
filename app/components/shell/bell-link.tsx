import { Link, useLocation } from '@remix-run/react'
import clsx from 'clsx'
import { lazy, type MouseEvent, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { buttonClass } from '~/components/ui/button'
import { Bell } from '~/components/ui/icons'
import { paths } from '~/paths'
import { usePolledCount } from './use-polled-count'

/** Loaded when the bell is first opened. */
const BellPanel = lazy(() => import('../notifications/bell-panel'))

/** The bell with the number of unread notifications. It opens their list; without scripts it links to their screen. */
export function BellLink({ unread: loaded, className }: { unread: number; className?: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const bell = useRef<HTMLAnchorElement>(null)
  const { count: unread, look } = usePolledCount('/api/notifications/count', loaded, bell)
  const { open, setOpen } = usePopover(place, bell)
  const panelId = useId()
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(!open)
  }
  return (
    <span ref={place} className="relative">
      <Link
        ref={bell}
        to={paths.notifications()}
        onClick={onClick}
        preventScrollReset
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        title="Notifications"
        className={buttonClass(
          { variant: 'ghost', size: 'sm', square: true },
          clsx('relative', open && 'bg-hover', className),
        )}
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
      {open && (
        <Suspense>
          <BellPanel id={panelId} onChange={look} />
        </Suspense>
      )}
    </span>
  )
}

/** Open until Escape, a click or focus elsewhere, or a page change. */
function usePopover(
  place: RefObject<HTMLElement>,
  opener: RefObject<HTMLElement>,
): { open: boolean; setOpen: (open: boolean) => void } {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    if (!open) return
    const onElsewhere = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('keydown', onKey)
    }
  }, [open, place, opener])
  return { open, setOpen }
}
