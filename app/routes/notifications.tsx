import { redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import clsx from 'clsx'
import { Bell, Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Button } from '~/components/button'
import { Card } from '~/components/card'
import { EmptyState } from '~/components/empty-state'
import { titled } from '~/components/meta'
import { NotificationBody, type NotificationBodyProps } from '~/components/notifications/notification-body'
import { PageHeader } from '~/components/page-header'
import { toAppError } from '~/http/errors.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { formatMoment } from '~/models/format-time'
import { ACT_FAILED } from '~/models/notification'
import { dismissNotification, listNotifications, markNotificationRead } from '~/models/notification.server'
import { paths } from '~/paths'

export const meta = titled('Notifications')

export const loader = page(async ({ db, userId, user }) => {
  const found = await listNotifications(db, userId)
  return {
    notifications: found.map(({ createdAt, ...notification }) => ({
      notification,
      at: formatMoment(createdAt, user.timezone),
    })),
  }
})

const ActFields = z.object({ intent: z.enum(['read', 'dismiss']), id: z.uuid() })

export const action = formAction(ActFields, async ({ intent, id }, { app, db, userId }) => {
  try {
    await (intent === 'read' ? markNotificationRead : dismissNotification)(db, userId, id)
    return redirect(paths.notifications())
  } catch (error) {
    if (!toAppError(error)) throw error
    const toast = { kind: 'error', title: 'Error', text: ACT_FAILED[intent] } as const
    return redirectWithToast(app, paths.notifications(), toast)
  }
})

/** What the bell leads to. */
export default function Notifications() {
  const { notifications } = useLoaderData<typeof loader>()
  const unread = notifications.filter(({ notification }) => !notification.isRead).length
  return (
    <>
      <PageHeader title="Notifications" subtitle={unread > 0 ? `${unread} unread` : 'Everything is read'} />
      {notifications.length === 0 ? (
        <EmptyState
          icon={<Bell />}
          title="No notifications"
          text="When a mail account reaches its daily limit or needs your attention, it is said here."
        />
      ) : (
        <Card flush>
          <ul className="divide-y divide-line">
            {notifications.map((one) => (
              <Item key={one.notification.id} {...one} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function Item({ notification, at }: NotificationBodyProps) {
  const { id, title, isRead } = notification
  return (
    <li
      className={clsx(
        'flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 sm:px-5',
        !isRead && 'bg-accent-soft/50',
      )}
    >
      <div className="min-w-0 grow basis-64">
        <NotificationBody notification={notification} at={at} />
      </div>
      <div className="flex gap-1">
        {!isRead && (
          <ActForm
            id={id}
            intent="read"
            label="Mark as read"
            of={title}
            icon={<Check aria-hidden="true" />}
          />
        )}
        <ActForm id={id} intent="dismiss" label="Dismiss" of={title} icon={<X aria-hidden="true" />} />
      </div>
    </li>
  )
}

function ActForm({ id, intent, label, of, icon }: ActProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button
        variant="ghost"
        size="sm"
        name="intent"
        value={intent}
        icon={icon}
        aria-label={`${label}: ${of}`}
      >
        {label}
      </Button>
    </Form>
  )
}

interface ActProps {
  id: string
  intent: 'read' | 'dismiss'
  label: string
  /** What it is about, for screen readers. */
  of: string
  icon: ReactNode
}
