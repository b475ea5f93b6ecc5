import { Link, useRevalidator } from '@remix-run/react'
import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useAuth } from '~/components/page/state'
import { Button } from '~/components/ui/button'
import { Check, X } from '~/components/ui/icons'
import { SkeletonLines } from '~/components/ui/skeleton'
import { showToast } from '~/components/ui/toast-viewer'
import { ACT_FAILED, type NotificationFields } from '~/models/notifications/notification'
import { formatMoment } from '~/models/shared/format-time'
import { paths } from '~/paths'
import { NotificationBody } from './notification-body'

type Notification = NotificationFields & { createdAt: string }

/** The bell shows the newest ones; older ones are on the notifications screen. */
const SHOWN_ITEMS = 100

export interface BellPanelProps {
  id: string
  /** Called after a notification was read or dismissed. */
  onChange(): void
}

/** The list that the bell opens. It loads when it opens, and shows the last known state until then. */
export default function BellPanel({ id, onChange }: BellPanelProps) {
  const { timezone } = useAuth()
  const { list, failed, load, act, readAll } = useNotifications(onChange)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div
      ref={panel}
      id={id}
      role="dialog"
      aria-label="Notifications"
      tabIndex={-1}
      className="z-40 animate-rise overflow-hidden rounded-lg bg-raised text-left shadow-pop outline-none max-md:fixed max-md:inset-x-3 max-md:top-14 md:absolute md:top-full md:left-0 md:mt-1.5 md:w-[22rem]"
    >
      <div className="max-h-[400px] overflow-y-auto overscroll-contain">
        {failed ? (
          <div role="alert" className="flex items-center justify-between gap-3 p-4 text-sm">
            Failed to load notifications
            <Button type="button" size="sm" onClick={load}>
              Retry
            </Button>
          </div>
        ) : !list ? (
          <div className="p-4">
            <SkeletonLines lines={3} />
          </div>
        ) : list.length === 0 ? (
          <p className="p-4 text-sm text-muted">No notifications</p>
        ) : (
          <ul className="divide-y divide-line">
            {list.map((notification) => (
              <li
                key={notification.id}
                className={clsx('flex gap-2 py-3 pr-2 pl-4', !notification.isRead && 'bg-accent-soft/50')}
              >
                <div className="min-w-0 grow">
                  <NotificationBody
                    notification={notification}
                    at={formatMoment(new Date(notification.createdAt), timezone)}
                    narrow
                  />
                </div>
                <div className="flex shrink-0 flex-col gap-1">
                  {!notification.isRead && (
                    <Button
                      type="button"
                      variant="ghost"
                      size="sm"
                      square
                      aria-label={`Mark as read: ${notification.title}`}
                      title="Mark as read"
                      icon={<Check aria-hidden="true" />}
                      onClick={() => act(notification, 'read').then(() => panel.current?.focus())}
                    />
                  )}
                  <Button
                    type="button"
                    variant="ghost"
                    size="sm"
                    square
                    aria-label={`Dismiss: ${notification.title}`}
                    title="Dismiss"
                    icon={<X aria-hidden="true" />}
                    onClick={() => act(notification, 'dismiss').then(() => panel.current?.focus())}
                  />
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-2 text-sm">
        <Link
          to={paths.notifications()}
          className="inline-flex min-h-6 items-center font-medium text-accent-ink hover:underline"
        >
          All notifications
        </Link>
        {list?.some(({ isRead }) => !isRead) && (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            className="-mr-2"
            onClick={() => readAll().then(() => panel.current?.focus())}
          >
            Mark all as read
          </Button>
        )}
      </p>
    </div>
  )
}

/** The list and its actions, through API calls whose errors become toasts. */
function useNotifications(onChange: () => void) {
  const [list, setList] = useState<Notification[] | null>(null)
  const [failed, setFailed] = useState(false)
  const { revalidate } = useRevalidator()
  const load = async () => {
    setFailed(false)
    try {
      setList(await call<Notification[]>(`/api/notifications?limit=${SHOWN_ITEMS}`, 'GET'))
    } catch {
      setFailed(true)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, when it opens
  useEffect(() => void load(), [])
  const act = async ({ id }: Notification, what: 'read' | 'dismiss') => {
    try {
      if (what === 'read') await call(`/api/notifications/${id}/read`, 'PATCH')
      else await call(`/api/notifications/${id}`, 'DELETE')
    } catch {
      showToast({ kind: 'error', title: 'Error', text: ACT_FAILED[what] })
      return
    }
    setList(
      (now) =>
        now &&
        (what === 'read'
          ? now.map((notification) =>
              notification.id === id ? { ...notification, isRead: true } : notification,
            )
          : now.filter((notification) => notification.id !== id)),
    )
    onChange()
    revalidate()
  }
  const readAll = async () => {
    try {
      await call('/api/notifications/read', 'PATCH')
    } catch {
      showToast({ kind: 'error', title: 'Error', text: ACT_FAILED.readAll })
      return
    }
    setList((now) => now?.map((notification) => ({ ...notification, isRead: true })) ?? null)
    onChange()
    revalidate()
  }
  return { list, failed, load, act, readAll }
}

async function call<T>(url: string, method: string): Promise<T> {
  const response = await fetch(url, { method })
  if (!response.ok) throw new Error(String(response.status))
  return response.json()
}
