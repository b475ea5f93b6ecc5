import { Link } from '@remix-run/react'
import clsx from 'clsx'
import { Fragment } from 'react'
import { Address } from '~/components/ui/address'
import { Badge } from '~/components/ui/badge'
import { detailsOf, type NotificationFields } from '~/models/notifications/notification'
import { paths } from '~/paths'

export interface NotificationBodyProps {
  notification: NotificationFields
  /** When it arrived, formatted. */
  at: string
  /** Stacks the details where there is little room. */
  narrow?: boolean
}

/** The content of a notification. */
export function NotificationBody({ notification, at, narrow }: NotificationBodyProps) {
  const { type, title, message, isRead, metadata } = notification
  const details = detailsOf(notification)
  const link = linkOf(metadata)
  return (
    <>
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
      <p className="mt-1 text-sm break-words text-muted">
        {message.split(' ').map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
          <Fragment key={at}>
            {at > 0 && ' '}
            {word.includes('@') ? <Address>{word}</Address> : word}
          </Fragment>
        ))}
      </p>
      {link && (
        <Link to={link.to} className="mt-1 inline-block text-sm font-medium text-accent-ink underline">
          {link.label}
        </Link>
      )}
      {details.length > 0 && (
        <dl className={clsx('mt-2 grid gap-x-6 gap-y-1 text-sm', !narrow && 'sm:grid-cols-3')}>
          {details.map(({ label, value }) => (
            <div key={label} className="min-w-0">
              <dt className="text-xs text-muted">{label}</dt>
              <dd className="break-words">{value || 'N/A'}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** The link to the screen where the user can resolve it. */
function linkOf({
  conversationId,
  sendId,
  mailboxId,
  contactId,
  sequenceId,
  paused,
  tasks,
}: NotificationFields['metadata']) {
  if (typeof conversationId === 'string')
    return { to: paths.conversation(conversationId), label: 'Open conversation' }
  if (sendId) return { to: paths.uncertainSends(), label: 'Decide' }
  if (mailboxId) return { to: paths.gmail(), label: paused ? 'Resume sending' : 'Mailboxes' }
  if (typeof contactId === 'string') return { to: paths.contact(contactId), label: 'Open contact' }
  if (typeof sequenceId === 'string') return { to: paths.sequence(sequenceId), label: 'Open sequence' }
  if (tasks) return { to: paths.tasks(), label: 'Open tasks' }
  return null
}
