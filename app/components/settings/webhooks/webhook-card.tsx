import { LinkButton } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { paths } from '~/paths'
import { attentionOf, type ShownWebhook } from './webhook-state'

interface WebhookCardProps {
  webhook: ShownWebhook & {
    /** The API key that it ends with; null if a person made it. */
    keyName: string | null
    /** Until when two secrets sign, as text; null if only one does. */
    bothUntil: string | null
  }
}

/** What a webhook is told, and where. */
export function WebhookCard({ webhook }: WebhookCardProps) {
  const { id, url, events, keyName, bothUntil } = webhook
  const attention = attentionOf(webhook)
  return (
    <Card
      footer={
        <>
          <LinkButton size="sm" to={paths.editWebhook(id)} preventScrollReset>
            Edit
          </LinkButton>
          <LinkButton size="sm" to={paths.rotateWebhook(id)} preventScrollReset>
            Replace secret
          </LinkButton>
          <LinkButton size="sm" variant="ghost" to={paths.deleteWebhook(id)} preventScrollReset>
            Delete
          </LinkButton>
        </>
      }
    >
      {attention && (
        <p className="mb-3 rounded-md border border-warning/40 bg-warning-soft px-3 py-2 text-sm text-warning-ink">
          {attention}
        </p>
      )}
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[8rem_1fr]">
        <dt className="text-muted">Address</dt>
        <dd className="min-w-0 break-all">{url}</dd>
        <dt className="text-muted">Events</dt>
        <dd className="min-w-0 break-words">{events.includes('*') ? 'All events' : events.join(', ')}</dd>
        {keyName !== null && (
          <>
            <dt className="text-muted">Made by</dt>
            <dd className="min-w-0 break-words">The API key “{keyName}”. It ends with the key.</dd>
          </>
        )}
        {bothUntil && (
          <>
            <dt className="text-muted">Secret</dt>
            <dd>The previous secret remains valid until {bothUntil}.</dd>
          </>
        )}
      </dl>
    </Card>
  )
}
