import { and, eq, inArray, sql } from 'drizzle-orm'
import { contacts, decisions, suppressions } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import type { SuppressionReason } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'
import type { Stop } from './lift'

interface Lifting {
  flag: 'suppressed' | 'unsubscribed' | 'hardBounced'
  set: Record<string, unknown>
  /** What is remembered of the address and goes with it. */
  reasons: SuppressionReason[]
  rule: string
  /** Said when there is nothing to lift. */
  none: string
}

const LIFTINGS: Record<Stop, Lifting> = {
  suppression: {
    flag: 'suppressed',
    // The streak of unopened mails begins anew: else the next one would suppress again.
    set: { suppressed: false, notOpenedStreak: 0 },
    reasons: ['suppressed', 'complaint'],
    rule: 'suppression_lifted',
    none: 'This contact is not suppressed',
  },
  unsubscription: {
    flag: 'unsubscribed',
    set: { unsubscribed: false },
    reasons: ['unsubscribed'],
    rule: 'unsubscription_lifted',
    none: 'This contact is not unsubscribed',
  },
  bounce: {
    flag: 'hardBounced',
    set: { hardBounced: false, tags: sql`array_remove(${contacts.tags}, 'blacklist')` },
    reasons: ['hard_bounce'],
    rule: 'bounce_lifted',
    none: 'This contact has no bounce mark',
  },
}

/**
 * Lifts one stop of a contact because the user said so: the flag, and what is remembered of the address for that reason.
 * It is recorded. Nothing else in the product loosens a flag. Sequences that ended stay ended.
 * @throws AppError NOT_FOUND; CONFLICT when there is no such stop, or the person asked to be erased
 */
export async function liftStop(
  db: Db,
  userId: string,
  contactId: string,
  stop: Stop,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  const { flag, set, reasons, rule, none } = LIFTINGS[stop]
  await db.transaction(async (tx) => {
    await lockEnrollmentsOf(tx, [contactId])
    const own = and(eq(contacts.id, contactId), eq(contacts.userId, userId))
    const [contact] = await tx.select().from(contacts).where(own).for('update')
    if (!contact) notFound('Contact not found')
    if (!contact[flag] && !(stop === 'bounce' && contact.tags.includes('blacklist')))
      throw new AppError('CONFLICT', none)
    const address = and(
      eq(suppressions.userId, userId),
      eq(suppressions.addressHash, secrets.addressHash(userId, contact.email)),
    )
    const known = await tx.select({ reason: suppressions.reason }).from(suppressions).where(address)
    if (stop === 'suppression' && known.some(({ reason }) => reason === 'erased')) {
      throw new AppError('CONFLICT', 'The person with this address was erased: mail to it stays off for good')
    }
    await tx.update(contacts).set(set).where(own)
    await tx.delete(suppressions).where(and(address, inArray(suppressions.reason, reasons)))
    await tx.insert(decisions).values({
      userId,
      contactId,
      type: 'lifted',
      rule,
      inputs: { reasons: known.map(({ reason }) => reason).filter((one) => reasons.includes(one)) },
      at: now,
    })
  })
}

/** Why mail to an address is off, as it is remembered. */
export async function listStopReasons(
  db: Db,
  userId: string,
  email: string,
  secrets: Secrets,
): Promise<SuppressionReason[]> {
  const rows = await db
    .select({ reason: suppressions.reason })
    .from(suppressions)
    .where(
      and(eq(suppressions.userId, userId), eq(suppressions.addressHash, secrets.addressHash(userId, email))),
    )
    .orderBy(suppressions.createdAt)
  return rows.map((row) => row.reason)
}
