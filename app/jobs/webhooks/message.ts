import { Webhook } from 'standardwebhooks'
import type { Delivery } from '~/models/webhooks/claim.server'
import { signingSecrets } from '~/models/webhooks/secrets.server'
import type { Sealer } from '~/secrets.server'

/** The headers of an attempt (Standard Webhooks specification): for a day, replaced secrets sign too. */
export function headersOf(delivery: Delivery, sealer: Pick<Sealer, 'open'>): Record<string, string> {
  const { eventId, body, now } = delivery
  const signatures = signingSecrets(delivery, sealer).map((secret) =>
    new Webhook(secret).sign(eventId, now, body),
  )
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
