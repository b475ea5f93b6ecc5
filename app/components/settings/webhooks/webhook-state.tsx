import { Badge, type Tone } from '~/components/ui/badge'
import { OFF_WORDS } from '~/models/webhooks/off-reasons'
import type { OffReason } from '~/models/webhooks/webhook'

interface State {
  active: boolean
  offReason: OffReason | null
  /** Since when it fails, as text; null if the last attempt succeeded. */
  failing: string | null
}

/** A webhook as the screens show it. */
export interface ShownWebhook extends State {
  id: string
  url: string
  events: string[]
}

/** Whether a webhook is on, and whether it works. */
export function WebhookState({ active, offReason, failing }: State) {
  if (offReason) return <Badge tone="danger">Switched off</Badge>
  if (!active) return <Badge>Off</Badge>
  return failing ? <Badge tone="warning">Failing</Badge> : <Badge tone="success">On</Badge>
}

/** Why a webhook needs attention; null if it does not. */
export function attentionOf({ active, offReason, failing }: State): string | null {
  if (offReason) return OFF_WORDS[offReason]
  return active && failing ? `It has accepted no event since ${failing}. Coldframe keeps trying.` : null
}

const DELIVERIES: Record<'pending' | 'delivered' | 'failed', { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
}

/** The state of a delivery. A pending delivery with failed attempts is being retried. */
export function DeliveryState({ status, attempts }: { status: keyof typeof DELIVERIES; attempts: number }) {
  if (status === 'pending' && attempts > 0) return <Badge tone="warning">Retrying</Badge>
  const { label, tone } = DELIVERIES[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** What a webhook asks for: "All events", "email.sent, email.opened and 3 more". */
export function eventsText(events: string[]): string {
  if (events.includes('*')) return 'All events'
  const shown = events.slice(0, 2).join(', ')
  return events.length > 2 ? `${shown} and ${events.length - 2} more` : shown
}
