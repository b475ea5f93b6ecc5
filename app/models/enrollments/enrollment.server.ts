import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { contacts, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { newEnrollment, startEnrollment } from '~/engine/events'
import { notFound } from '~/errors'
import { lockSequence } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { domainOf, suppressedDomains } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'
import { loadSenderChoice, lookUpIfOpen } from './mailbox.server'
import { loadSnapshots } from './snapshot.server'
import { saveDecisions } from './store.server'

type SkipReason = 'suppressed' | 'unsubscribed' | 'hardBounced' | 'domain'

/** The result of enrolling contacts. */
export interface EnrollResult {
  enrolled: number
  /** Already enrolled, now or earlier: a contact is enrolled once per sequence, ever. */
  already: number
  /** Not enrolled because they must not be emailed; `reasons` says why. */
  skipped: number
  /** Number of skipped contacts by reason. A contact counts under its strongest reason. */
  reasons: Partial<Record<SkipReason, number>>
  /** Waiting for a higher contact limit. */
  overLimit: number
}

/**
 * Enrolls contacts in the given order, each at most once ever. Idempotent. The sequence is locked, so that its limit holds
 * against concurrent calls.
 * @throws AppError NOT_FOUND if the user does not own the sequence and all contacts
 */
export async function enrollContacts(
  db: Db,
  userId: string,
  sequenceId: string,
  contactIds: string[],
  now: Date,
  secrets: Secrets,
): Promise<EnrollResult> {
  const ids = [...new Set(contactIds)]
  return db.transaction(async (tx) => {
    const sequence = await lockSequence(tx, userId, sequenceId)
    const { people, reasons } = await findEligible(tx, userId, ids)
    let room =
      sequence.contactLimit === null
        ? Number.POSITIVE_INFINITY
        : sequence.contactLimit - sequence.totalContacts
    const hashed = people.map((person) => ({ ...person, hash: secrets.addressHash(userId, person.email) }))
    const known = await findEnrolled(tx, sequenceId, hashed)
    const fresh = hashed.filter(({ id, hash }) => !known.has(id) && !known.has(hash))
    if (fresh.length > 0) {
      const choice = await loadSenderChoice(
        tx,
        sequence,
        fresh.map(({ id }) => id),
      )
      await tx.insert(sequenceContacts).values(
        fresh.map(({ id, hash }) => {
          const full = --room < 0
          const sender = full ? null : choice.senderOf(id)
          return {
            userId,
            sequenceId,
            contactId: id,
            addressHash: hash,
            mailboxId: sender?.mailboxId ?? null,
            matchedProvider: sender?.matched ?? null,
            enrolledAt: now,
            planVersion: sequence.planVersion,
            holdReason: full ? ('sequence_full' as const) : ('not_activated' as const),
          }
        }),
      )
      await startEnrollments(
        tx,
        sequenceId,
        fresh.map((person) => person.id),
        now,
      )
      await lookUpIfOpen(tx, sequenceId, choice)
    }
    const overLimit = Number.isFinite(room) ? Math.min(fresh.length, Math.max(0, -room)) : 0
    return {
      enrolled: fresh.length - overLimit,
      already: hashed.length - fresh.length,
      skipped: ids.length - people.length,
      reasons,
      overLimit,
    }
  })
}

/** Locks contacts against deletion until the transaction ends. @returns the ids that still exist and belong to the user */
export async function lockContactsAgainstDeletion(tx: Db, userId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(inArray(contacts.id, ids), eq(contacts.userId, userId)))
    .orderBy(asc(contacts.id))
    .for('key share')
  const kept = new Set(rows.map((row) => row.id))
  return ids.filter((id) => kept.has(id))
}

/**
 * Finds the contacts that may be emailed, in the order of `ids`, and counts why the others may not.
 * @throws AppError NOT_FOUND if the user does not own all contacts
 */
async function findEligible(tx: Db, userId: string, ids: string[]) {
  const kept = await lockContactsAgainstDeletion(tx, userId, ids)
  if (kept.length !== ids.length) notFound('Contact not found')
  if (ids.length === 0) return { people: [], reasons: {} }
  const rows = await tx
    .select({
      id: contacts.id,
      email: contacts.email,
      suppressed: contacts.suppressed,
      unsubscribed: contacts.unsubscribed,
      hardBounced: contacts.hardBounced,
    })
    .from(contacts)
    .where(and(inArray(contacts.id, ids), eq(contacts.userId, userId)))
  const blocked = await suppressedDomains(tx, userId, [...new Set(rows.map((row) => domainOf(row.email)))])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const reasons: EnrollResult['reasons'] = {}
  const people = ids
    .map((id) => byId.get(id)!)
    .filter((row) => {
      const stop = STOPS.find((name) => row[name]) ?? (blocked.has(domainOf(row.email)) ? 'domain' : null)
      if (stop) reasons[stop] = (reasons[stop] ?? 0) + 1
      return !stop
    })
  return { people, reasons }
}

const STOPS = ['unsubscribed', 'suppressed', 'hardBounced'] as const

async function findEnrolled(
  tx: Db,
  sequenceId: string,
  people: { id: string; hash: string }[],
): Promise<Set<string>> {
  const rows = await tx
    .select({ contactId: sequenceContacts.contactId, hash: sequenceContacts.addressHash })
    .from(sequenceContacts)
    .where(
      and(
        eq(sequenceContacts.sequenceId, sequenceId),
        sql`(${inArray(
          sequenceContacts.contactId,
          people.map((p) => p.id),
        )} or ${inArray(
          sequenceContacts.addressHash,
          people.map((p) => p.hash),
        )})`,
      ),
    )
  return new Set(rows.flatMap((row) => [row.hash, ...(row.contactId ? [row.contactId] : [])]))
}

/** Plans the first step of newly enrolled contacts. Contacts over the limit keep waiting. */
export async function startEnrollments(
  tx: Db,
  sequenceId: string,
  contactIds: string[],
  now: Date,
): Promise<void> {
  const rows = await tx
    .select({ id: sequenceContacts.id })
    .from(sequenceContacts)
    .where(
      and(
        eq(sequenceContacts.sequenceId, sequenceId),
        isAmong(sequenceContacts.contactId, contactIds),
        sql`${sequenceContacts.holdReason} is distinct from 'sequence_full'`,
      ),
    )
  const loaded = await loadSnapshots(
    tx,
    rows.map((row) => row.id),
    now,
  )
  const decided = loaded.map((loaded) => {
    const { id, enrolledAt } = loaded.snapshot.enrollment
    const snapshot = { ...loaded.snapshot, enrollment: newEnrollment(id, enrolledAt) }
    return { loaded: loaded, decision: startEnrollment(snapshot) }
  })
  await saveDecisions(tx, decided, now)
}
