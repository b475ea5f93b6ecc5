import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { contacts, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { newEnrollment, startEnrollment } from '~/engine/events'
import { notFound } from '~/errors'
import { lockSequence } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { domainOf, suppressedDomains } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'
import { keptMailbox, mailboxesOf } from './mailbox.server'
import { loadSnapshots } from './snapshot.server'
import { saveDecisions } from './store.server'

export type SkipReason = 'suppressed' | 'unsubscribed' | 'hardBounced' | 'domain'

/** What became of the contacts that were to be enrolled. */
export interface EnrollResult {
  enrolled: number
  /** Enrolled before: once ever. */
  already: number
  /** May not get mail; `reasons` says why. */
  skipped: number
  /** Of the skipped: how many for each reason, the strongest one of each contact. */
  reasons: Partial<Record<SkipReason, number>>
  /** Waiting for a higher contact limit. */
  overLimit: number
}

/**
 * Enrolls contacts, in the order given; each once ever, whoever asks and however often. The sequence's row is locked, so
 * that its limit holds against everyone who enrolls at the same moment.
 * @throws AppError NOT_FOUND for a sequence or a contact that is not the user's
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
    const { people, reasons } = await eligible(tx, userId, ids)
    const mailboxes = await mailboxesOf(tx, sequence)
    let room =
      sequence.contactLimit === null
        ? Number.POSITIVE_INFINITY
        : sequence.contactLimit - sequence.totalContacts
    const hashed = people.map((person) => ({ ...person, hash: secrets.addressHash(userId, person.email) }))
    const known = await alreadyEnrolled(tx, sequenceId, hashed)
    const fresh = hashed.filter(({ id, hash }) => !known.has(id) && !known.has(hash))
    if (fresh.length > 0) {
      await tx.insert(sequenceContacts).values(
        fresh.map(({ id, hash }) => {
          const full = --room < 0
          return {
            userId,
            sequenceId,
            contactId: id,
            addressHash: hash,
            mailboxId: full ? null : keptMailbox(mailboxes, id),
            enrolledAt: now,
            planVersion: sequence.planVersion,
            holdReason: full ? 'sequence_full' : 'not_activated',
          }
        }),
      )
      await startMany(
        tx,
        sequenceId,
        fresh.map((person) => person.id),
        now,
      )
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

/** Those of the user's contacts that are (still) there, kept from being deleted until the transaction ends. */
export async function keepContacts(tx: Db, userId: string, ids: string[]): Promise<string[]> {
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

/** Contacts of the user that may get mail, in the order of `ids`, and why the others may not. @throws AppError NOT_FOUND for another's */
async function eligible(tx: Db, userId: string, ids: string[]) {
  const kept = await keepContacts(tx, userId, ids)
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

async function alreadyEnrolled(
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

/** Plans the first step of those enrolled just now; those over the limit keep waiting. */
export async function startMany(tx: Db, sequenceId: string, contactIds: string[], now: Date): Promise<void> {
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
  const decided = loaded.map((one) => {
    const { id, enrolledAt } = one.snapshot.enrollment
    const snapshot = { ...one.snapshot, enrollment: newEnrollment(id, enrolledAt) }
    return { loaded: one, decision: startEnrollment(snapshot) }
  })
  await saveDecisions(tx, decided, now)
}
