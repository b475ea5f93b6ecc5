import { Link } from '@remix-run/react'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Send } from '~/components/ui/icons'
import { KeysetPager } from '~/components/ui/list/pagination'
import { Time } from '~/components/ui/time'
import { paths } from '~/paths'
import { DeliveryState } from './webhook-state'

interface DeliveriesCardProps {
  webhookId: string
  deliveries: {
    id: string
    type: string
    status: 'pending' | 'delivered' | 'failed'
    attempts: number
    responseStatus: number | null
    at: string
    when: string
  }[]
  /** The addresses of the pages beside this one. */
  newer: string | null
  older: string | null
}

/** The log of a webhook. */
export const DeliveriesCard = ({ webhookId, deliveries, newer, older }: DeliveriesCardProps) => (
  <Card
    title="Deliveries"
    description="Events of the last 30 days, newest first."
    flush
    footer={(newer || older) && <KeysetPager newer={newer} older={older} />}
  >
    {deliveries.length === 0 ? (
      <EmptyState
        bare
        icon={<Send />}
        title="Nothing sent yet"
        text="Events appear here as they happen. Send a test event to see whether the address works."
      />
    ) : (
      <ul className="divide-y divide-line">
        {deliveries.map(({ id, type, status, attempts, responseStatus, at, when }) => (
          <li key={id}>
            <Link
              to={paths.delivery(webhookId, id)}
              preventScrollReset
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4 py-2 text-sm hover:bg-hover sm:px-5"
            >
              <span className="flex min-w-0 flex-wrap items-center gap-2">
                <code className="min-w-0 break-words">{type}</code>
                <DeliveryState status={status} attempts={attempts} />
              </span>
              <span className="text-xs text-muted">
                {responseStatus && `Response ${responseStatus} · `}
                {attempts > 1 && `${attempts} attempts · `}
                <Time at={at}>{when}</Time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
