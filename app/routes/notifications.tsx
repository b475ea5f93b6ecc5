import { redirect } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import clsx from 'clsx'
import { Bell, Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Badge } from '~/components/badge'
import { Button } from '~/components/button'
import { Card } from '~/components/card'
import { EmptyState } from '~/components/empty-state'
import { titled } from '~/components/meta'
import { PageHeader } from '~/components/page-header'
import { toAppError } from '~/http/errors.server'
import { redirectWithToast } from '~/http/flash.server'
import { formAction } from '~/http/form.server'
import { page } from '~/http/page.server'
import { formatMoment } from '~/models/format-time'
import {
  dismissNotification,
  listNotifications,
  markNotificationRead,
  type Notification,
} from '~/models/notification.server'
import { paths } from '~/paths'

export const meta = titled('Notifications')

export const loader = page(async ({ db, userId, user }) => {
  const found = await listNotifications(db, userId)
  return { notifications: found.map((notification) => show(notification, user.timezone)) }
})

const text = (value: unknown) => (typeof value === 'string' ? value : '')

function show({ id, type, title, message, isRead, metadata, createdAt }: Notification, timezone: string) {
  const details =
    type === 'quota_exceeded'
      ? [
          { label: 'Sequence', value: text(metadata.sequenceName) },
          { label: 'Contact', value: text(metadata.contactEmail) },
          { label: 'Mail account', value: text(metadata.accountEmail) },
        ]
      : []
  const link = linkOf(metadata)
  return { id, type, title, message, isRead, details, link, at: formatMoment(createdAt, timezone) }
}

/** Where what it is about is put right. */
function linkOf({ sendId, mailboxId }: Notification['metadata']) {
  if (sendId) return { to: paths.uncertainSends(), label: 'Decide what happens' }
  if (mailboxId) return { to: paths.gmail(), label: 'Mail accounts' }
  return null
}

const ActFields = z.object({ intent: z.enum(['read', 'dismiss']), id: z.uuid() })

export const action = formAction(ActFields, async ({ intent, id }, { app, db, userId }) => {
  try {
    await (intent === 'read' ? markNotificationRead : dismissNotification)(db, userId, id)
    return redirect(paths.notifications())
  } catch (error) {
    if (!toAppError(error)) throw error
    const words = intent === 'read' ? 'Failed to mark as read' : 'Failed to dismiss notification'
    return redirectWithToast(app, paths.notifications(), { kind: 'error', title: 'Error', text: words })
  }
})

type Shown = ReturnType<typeof show>

/** What the bell leads to. */
export default function Notifications() {
  const { notifications } = useLoaderData<typeof loader>()
  const unread = notifications.filter(({ isRead }) => !isRead).length
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
            {notifications.map((notification) => (
              <Item key={notification.id} {...notification} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function Item({ id, type, title, message, isRead, details, link, at }: Shown) {
  return (
    <li
      className={clsx(
        'flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 sm:px-5',
        !isRead && 'bg-accent-soft/50',
      )}
    >
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-2">
          {!isRead && (
            <span className="size-2 shrink-0 rounded-full bg-accent">
              <span className="sr-only">Unread</span>
            </span>
          )}
          {type === 'quota_exceeded' ? (
            <Badge tone="warning">Quota Exceeded</Badge>
          ) : (
            <span className="text-sm font-semibold break-words">{title}</span>
          )}
          <time className="text-xs text-muted">{at}</time>
        </p>
        <p className="mt-1 text-sm break-words text-muted">{message}</p>
        {link && (
          <Link to={link.to} className="mt-1 inline-block text-sm font-medium text-accent-ink underline">
            {link.label}
          </Link>
        )}
        {details.length > 0 && (
          <dl className="mt-2 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-3">
            {details.map(({ label, value }) => (
              <div key={label} className="min-w-0">
                <dt className="text-xs text-muted">{label}</dt>
                <dd className="break-words">{value || 'N/A'}</dd>
              </div>
            ))}
          </dl>
        )}
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
