import { Webhook } from 'standardwebhooks'
import type { Delivery } from '~/models/webhooks/claim.server'
import type { Sealer } from '~/secrets.server'

/** The headers of an attempt (Standard Webhooks specification): while a secret is being replaced, both sign. */
export function headersOf(delivery: Delivery, sealer: Pick<Sealer, 'open'>): Record<string, string> {
  const { eventId, endpointId, body, now, secret, previousSecret } = delivery
  const signatures = [secret, previousSecret].flatMap((sealed) =>
    sealed ? new Webhook(sealer.open(sealed, endpointId)).sign(eventId, now, body) : [],
  )
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
