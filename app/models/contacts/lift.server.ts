import { and, eq, inArray, sql } from 'drizzle-orm'
import { contacts, decisions, suppressions } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import type { SuppressionReason } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'
import type { Stop } from './lift'

interface Lift {
  flag: 'suppressed' | 'unsubscribed' | 'hardBounced'
  set: Record<string, unknown>
  /** The stored reasons for the address that are deleted with it. */
  reasons: SuppressionReason[]
  rule: string
  /** The error if there is nothing to clear. */
  none: string
}

const LIFTS: Record<Stop, Lift> = {
  suppression: {
    flag: 'suppressed',
    // Reset the streak, or the next unopened email would suppress the contact again.
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
 * Lifts one stop of a contact at the user's request: clears the flag, deletes the matching suppressions of the address, and records
 * it. Only this and the undo of an opt-out clear a flag. Ended enrollments stay ended.
 * @throws AppError NOT_FOUND; CONFLICT if there is no such stop, or if the person was erased
 */
export async function liftStop(
  db: Db,
  userId: string,
  contactId: string,
  stop: Stop,
  now: Date,
  secrets: Secrets,
): Promise<void> {
  const { flag, set, reasons, rule, none } = LIFTS[stop]
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
      throw new AppError(
        'CONFLICT',
        'The person with this address was erased, so emails to it stay blocked permanently',
      )
    }
    await tx.update(contacts).set(set).where(own)
    await tx.delete(suppressions).where(and(address, inArray(suppressions.reason, reasons)))
    await tx.insert(decisions).values({
      userId,
      contactId,
      type: 'lifted',
      rule,
      inputs: { reasons: known.map(({ reason }) => reason).filter((reason) => reasons.includes(reason)) },
      at: now,
    })
  })
}

/** The stored reasons why an address must not be emailed. */
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
