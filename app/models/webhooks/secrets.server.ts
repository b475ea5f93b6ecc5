import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { webhookEndpoints } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import type { Sealer } from '~/secrets.server'
import type { Delivery } from './claim.server'

/** How long a replaced secret signs beside the new one, in hours. */
export const ROTATION_HOURS = 24
/** The maximum number of replaced secrets that sign at the same time. */
const MAX_REPLACED = 5

/** A secret in the form of the Standard Webhooks specification. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/**
 * Makes `secret` the current secret of a webhook. Each replaced one signs until 24 hours after its replacement. They are sealed together, one
 * per line with its end; one without an end (stored by an earlier version) signs until `previousUntil`.
 * @returns the columns to change; the row stays locked
 * @throws AppError NOT_FOUND; CONFLICT if too many replaced secrets still sign: none is cut off before its end
 */
export async function replaceSecret(
  tx: Db,
  { userId, id, secret }: { userId: string; id: string; secret: string },
  sealer: Sealer,
) {
  const { previousUntil } = webhookEndpoints
  const [row] = await tx
    .select({
      secret: webhookEndpoints.secret,
      previousSecret: sql<
        string | null
      >`case when ${previousUntil} > now() then ${webhookEndpoints.previousSecret} end`,
      previousUntil,
      now: sql<string>`now()::text`,
    })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.userId, userId)))
    .for('update')
  if (!row) notFound('Webhook not found')
  const now = new Date(row.now)
  const until = new Date(now.getTime() + ROTATION_HOURS * 3_600_000)
  const signing = replacedSecrets({ ...row, endpointId: id, now }, sealer)
  if (signing.length >= MAX_REPLACED)
    throw new AppError(
      'CONFLICT',
      `The secret was replaced ${MAX_REPLACED} times within ${ROTATION_HOURS} hours. Try again later.`,
    )
  const replaced = [{ secret: sealer.open(row.secret, id), until }, ...signing]
  const lines = replaced.map(
    (previous) => `${previous.secret} ${(previous.until ?? row.previousUntil!).toISOString()}`,
  )
  return {
    secret: sealer.seal(secret, id),
    previousSecret: sealer.seal(lines.join('\n'), id),
    previousUntil: until,
  }
}

type SealedSecrets = Pick<Delivery, 'endpointId' | 'secret' | 'previousSecret' | 'now'>

/** The secrets that sign an attempt: the current one and replaced ones, newest first. */
export const signingSecrets = (delivery: SealedSecrets, sealer: Pick<Sealer, 'open'>): string[] => [
  sealer.open(delivery.secret, delivery.endpointId),
  ...replacedSecrets(delivery, sealer).map(({ secret }) => secret),
]

/** The replaced secrets that still sign, newest first. */
function replacedSecrets({ endpointId, previousSecret, now }: SealedSecrets, sealer: Pick<Sealer, 'open'>) {
  if (!previousSecret) return []
  const lines = sealer.open(previousSecret, endpointId).split('\n')
  return lines
    .map((line) => {
      const [secret, end] = line.split(' ') as [string, string?]
      return { secret, until: end ? new Date(end) : null }
    })
    .filter(({ until }) => !until || until > now)
}
