import { Link } from '@remix-run/react'
import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Link2 } from '~/components/ui/icons'
import { paths } from '~/paths'
import { attentionOf, eventsText, type ShownWebhook, WebhookState } from './webhook-state'

interface WebhookRow extends ShownWebhook {
  /** The latest response, as text; null if nothing was sent yet. */
  last: string | null
}

/** The user's webhooks. */
export function WebhooksCard({ webhooks }: { webhooks: WebhookRow[] }) {
  const add = (
    <LinkButton size="sm" to={paths.newWebhook()} preventScrollReset>
      Add webhook
    </LinkButton>
  )
  return (
    <Card
      title="Webhooks"
      description="Coldframe notifies other programs as things happen."
      flush
      actions={webhooks.length > 0 && add}
    >
      {webhooks.length === 0 ? (
        <EmptyState
          bare
          icon={<Link2 />}
          title="No webhooks"
          text="Add one to tell a CRM, a chat or your own program about replies, bounces and new contacts."
          action={add}
        />
      ) : (
        <ul className="divide-y divide-line">
          {webhooks.map((webhook) => (
            <Row key={webhook.id} {...webhook} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Row(webhook: WebhookRow) {
  const { id, url, events, last } = webhook
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-2.5 sm:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Link to={paths.webhook(id)} className="min-w-0 font-medium break-all hover:underline">
            {url}
          </Link>
          <WebhookState {...webhook} />
        </p>
        <p className="text-xs break-words text-muted">
          {eventsText(events)} · {last ?? 'Nothing sent yet'}
        </p>
        {attentionOf(webhook) && <p className="text-xs text-warning-ink">{attentionOf(webhook)}</p>}
      </div>
      <LinkButton size="sm" to={paths.webhook(id)} aria-label={`Open ${url}`}>
        Open
      </LinkButton>
    </li>
  )
}
