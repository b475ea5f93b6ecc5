import { redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { NotificationBody, type NotificationBodyProps } from '~/components/notifications/notification-body'
import { titled } from '~/components/page/meta'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Bell, Check, CheckCheck, Undo2, X } from '~/components/ui/icons'
import { KeysetPager } from '~/components/ui/list/pagination'
import { PageHeader } from '~/components/ui/page-header'
import { toAppError } from '~/http/errors.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { undoOptOut } from '~/models/inbound/opt-out.server'
import { ACT_FAILED, offersUndo } from '~/models/notifications/notification'
import {
  countUnread,
  dismissNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from '~/models/notifications/notification.server'
import { formatMoment } from '~/models/shared/format-time'
import { paths } from '~/paths'

export const meta = titled('Notifications')

const PER_PAGE = 50

export const loader = page(async ({ db, userId, user, url }) => {
  const cursor = url.searchParams.get('cursor') ?? undefined
  const [unread, { rows, cursor: next }] = await Promise.all([
    countUnread(db, userId),
    listNotifications(db, userId, { limit: PER_PAGE, cursor }),
  ])
  return {
    unread,
    notifications: rows.map(({ createdAt, ...notification }) => ({
      notification,
      at: formatMoment(createdAt, user.timezone),
    })),
    newest: cursor ? paths.notifications() : null,
    older: next && `${paths.notifications()}?${new URLSearchParams({ cursor: next })}`,
  }
})

const ActFields = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['read', 'dismiss', 'undo']), id: z.uuid() }),
  z.object({ intent: z.literal('readAll') }),
])

export const action = formAction(ActFields, async (input, { app, db, userId }) => {
  const { intent } = input
  try {
    if (intent === 'readAll') {
      await markAllNotificationsRead(db, userId)
      return redirect(paths.notifications())
    }
    const { id } = input
    if (intent === 'undo') {
      await undoOptOut(db, userId, id, await app.clock.now(), app.secrets)
      const toast = { kind: 'success', title: 'Unsubscription undone' } as const
      return redirectWithToast(app, paths.notifications(), toast)
    }
    await (intent === 'read' ? markNotificationRead : dismissNotification)(db, userId, id)
    return redirect(paths.notifications())
  } catch (error) {
    const refusal = toAppError(error)
    if (!refusal) throw error
    const text = intent === 'undo' ? `${ACT_FAILED.undo}. ${refusal.message}` : ACT_FAILED[intent]
    const toast = { kind: 'error', title: 'Error', text } as const
    return redirectWithToast(app, paths.notifications(), toast)
  }
})

/** The full list behind the bell. */
export default function Notifications() {
  const { notifications, unread, newest, older } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Notifications"
        subtitle={unread > 0 ? `${unread} unread` : 'All caught up'}
        actions={
          unread > 0 && (
            <Form method="post">
              <Button name="intent" value="readAll" icon={<CheckCheck aria-hidden="true" />}>
                Mark all as read
              </Button>
            </Form>
          )
        }
      />
      {notifications.length === 0 && !newest ? (
        <EmptyState
          icon={<Bell />}
          title="No notifications"
          text="Replies from contacts, mailboxes that need attention and daily limits appear here."
        />
      ) : (
        <Card flush>
          <ul className="divide-y divide-line">
            {notifications.map((notification) => (
              <Item key={notification.notification.id} {...notification} />
            ))}
          </ul>
        </Card>
      )}
      {(newest || older) && (
        <div className="mt-5">
          <KeysetPager newer={newest} older={older} labels={{ newer: 'Newest', older: 'Older' }} />
        </div>
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
      <div className="-mx-2.5 flex gap-1">
        {offersUndo(notification) && (
          <ActForm id={id} intent="undo" label="Undo" of={title} icon={<Undo2 aria-hidden="true" />} />
        )}
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
  intent: 'read' | 'dismiss' | 'undo'
  label: string
  /** The notification's title, for screen readers. */
  of: string
  icon: ReactNode
}
