import type { JobContext } from '~/jobs/queue/context'
import { deleteOldIdempotencyKeys } from '~/models/accounts/idempotency.server'
import { deleteOldSecurityEvents } from '~/models/accounts/keys/security-log.server'
import { deleteExpiredLimits } from '~/models/accounts/rate-limit.server'
import { deleteExpiredSessions } from '~/models/accounts/session.server'
import { deleteOldParts } from '~/models/contacts/bulk/bulk.server'
import { deleteExpiredFiles } from '~/models/jobs/file.server'
import { deleteOldMailDomains } from '~/models/shared/addresses/mail-domains.server'
import { deleteOldWebhookEvents } from '~/models/webhooks/deliveries.server'
import { endWebhooksOfExpiredKeys } from '~/models/webhooks/endpoints.server'

/** Deletes what has expired, and ends what ends with it. */
export async function runCleanUp({ app }: JobContext): Promise<void> {
  await deleteExpiredSessions(app.db)
  await deleteExpiredLimits(app.db)
  await deleteOldSecurityEvents(app.db)
  await deleteOldIdempotencyKeys(app.db)
  await deleteExpiredFiles(app.db)
  await deleteOldMailDomains(app.db, await app.clock.now())
  await deleteOldParts(app.db)
  await deleteOldWebhookEvents(app.db)
  await endWebhooksOfExpiredKeys(app.db)
}
