import { and, asc, eq, inArray, not, sql } from 'drizzle-orm'
import {
  contacts,
  personaContacts,
  personas,
  sequenceContacts,
  sequencePersonas,
  sequences,
  steps,
} from '#drizzle/schema'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { type EnrollResult, enrollContacts } from '~/models/enrollments/enrollment.server'
import { enrollInBackground, INLINE_LIMIT } from '~/models/enrollments/job.server'
import { assignMailboxes } from '~/models/enrollments/mailbox.server'
import { lockMembers } from '~/models/personas/persona.server'
import { applyToMembers, readLinkUses } from '~/models/personas/uses.server'
import { lockSequence } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { DatedChoice } from '~/models/shared/uses/uses'
import { requireConfirmed } from '~/models/shared/uses/uses.server'
import type { Secrets } from '~/secrets.server'
import type { Sequence, SequenceChange } from './sequence'
import { enqueueReplan, getSequence, updateSequence } from './sequence.server'
import { requireNoPlaceholders } from './step-emails.server'
import { keepVersion } from './versions/keep.server'

/**
 * Starts or resumes a sequence and enrolls the contacts of its linked lists.
 * @throws AppError CONFLICT if it has no steps, or if a template still has placeholders
 */
export async function activateSequence(
  db: Db,
  userId: string,
  id: string,
  now: Date,
  secrets: Secrets,
): Promise<Sequence> {
  await db.transaction(async (tx) => {
    const sequence = await lockSequence(tx, userId, id)
    const [step] = await tx
      .select({ id: steps.id })
      .from(steps)
      .where(and(eq(steps.sequenceId, id), sql`${steps.archivedAt} is null`))
      .limit(1)
    if (!step) throw new AppError('CONFLICT', 'Add at least one step before you activate the sequence')
    if (sequence.status === 'running') return
    await requireNoPlaceholders(tx, id)
    await tx
      .update(sequences)
      .set({ status: 'running', activatedAt: sequence.activatedAt ?? now, updatedAt: sql`now()` })
      .where(eq(sequences.id, id))
    await keepVersion(tx, sequence)
    await assignMailboxes(tx, id)
    await enqueueReplan(tx, id, 'all')
    await enrollLinked(tx, userId, id, undefined, now, secrets)
    await enqueue(tx, 'due-scan', {})
  })
  return getSequence(db, userId, id)
}

/** Pauses a running sequence. This updates one row, and no send of the sequence starts from then on. */
export async function pauseSequence(db: Db, userId: string, id: string): Promise<Sequence> {
  await db.transaction(async (tx) => {
    const sequence = await lockSequence(tx, userId, id)
    if (sequence.status === 'draft') throw new AppError('CONFLICT', 'Only a running sequence can be paused')
    await tx.update(sequences).set({ status: 'paused', updatedAt: sql`now()` }).where(eq(sequences.id, id))
  })
  return getSequence(db, userId, id)
}

/** Activates the sequence if needed, then enrolls the contacts of every linked list. */
export async function launchSequence(
  db: Db,
  userId: string,
  id: string,
  now: Date,
  secrets: Secrets,
): Promise<Sequence> {
  await activateSequence(db, userId, id, now, secrets)
  await db.transaction(async (tx) => {
    await lockSequence(tx, userId, id)
    await enrollLinked(tx, userId, id, undefined, now, secrets)
  })
  return getSequence(db, userId, id)
}

/** Links an email list. If the sequence has been started, the list's contacts are enrolled right away. Idempotent. */
export async function linkPersona(
  db: Db,
  userId: string,
  id: string,
  personaId: string,
  now: Date,
  secrets: Secrets,
): Promise<Sequence> {
  await db.transaction(async (tx) => {
    // Lock order: lists before sequences.
    const [persona] = await tx
      .select({ id: personas.id })
      .from(personas)
      .where(and(eq(personas.id, personaId), eq(personas.userId, userId)))
      .for('update')
    const sequence = await lockSequence(tx, userId, id)
    if (!persona) notFound('Email list not found')
    await tx.insert(sequencePersonas).values({ sequenceId: id, personaId }).onConflictDoNothing()
    // A draft's lists are looked up early, so that the domains are known when it is activated.
    if (sequence.preferSameProvider) await enqueue(tx, 'match-senders', { sequenceId: id })
    if (sequence.status !== 'draft') await enrollLinked(tx, userId, id, personaId, now, secrets)
  })
  return getSequence(db, userId, id)
}

/**
 * Unlinks an email list. Existing enrollments continue unless `choice.contacts` says otherwise.
 * @param choice absent: confirmed
 * @throws AppError NOT_FOUND; IN_USE if it has contacts in progress and the choice does not confirm
 */
export async function unlinkPersona(
  db: Db,
  userId: string,
  id: string,
  personaId: string,
  choice?: DatedChoice,
): Promise<void> {
  await getSequence(db, userId, id)
  await db.transaction(async (tx) => {
    // Lock order: lists before sequences.
    await lockMembers(tx, userId, personaId)
    await requireConfirmed(choice, 'This email list', () => readLinkUses(tx, userId, id, personaId))
    await applyToMembers(tx, userId, { personaId, sequenceId: id }, choice)
    const removed = await tx
      .delete(sequencePersonas)
      .where(and(eq(sequencePersonas.sequenceId, id), eq(sequencePersonas.personaId, personaId)))
      .returning({ id: sequencePersonas.personaId })
    if (removed.length === 0) notFound('Email list not found')
  })
}

/** The email lists whose contacts a sequence enrolls automatically. */
export async function listLinkedPersonas(db: Db, userId: string, id: string) {
  await getSequence(db, userId, id)
  return db
    .select({
      id: personas.id,
      name: personas.name,
      industry: personas.industry,
      jobTitle: personas.jobTitle,
      location: personas.location,
      description: personas.description,
      contactCount: personas.contactCount,
    })
    .from(sequencePersonas)
    .innerJoin(personas, eq(personas.id, sequencePersonas.personaId))
    .where(and(eq(sequencePersonas.sequenceId, id), eq(personas.userId, userId)))
    .orderBy(asc(sequencePersonas.createdAt), asc(personas.id))
}

/** Enrolls contacts by id: right away, or above INLINE_LIMIT by a job. @returns the result, or the job's id */
export async function enrollByIds(
  db: Db,
  userId: string,
  id: string,
  contactIds: string[],
  now: Date,
  secrets: Secrets,
): Promise<EnrollResult | { jobId: string }> {
  const ids = [...new Set(contactIds)]
  return db.transaction(async (tx) => {
    await lockSequence(tx, userId, id)
    if (ids.length <= INLINE_LIMIT) {
      const result = await enrollContacts(tx, userId, id, ids, now, secrets)
      await enqueue(tx, 'due-scan', {})
      return result
    }
    const [{ n } = { n: 0 }] = await tx
      .select({ n: sql<number>`count(*)::int` })
      .from(contacts)
      .where(and(inArray(contacts.id, ids), eq(contacts.userId, userId)))
    if (n !== ids.length) notFound('Contact not found')
    return { jobId: await enrollInBackground(tx, userId, { sequenceId: id, contactIds: ids }, ids.length) }
  })
}

/** Enrolls the contacts of one linked list or of all. The caller has locked the sequence. */
async function enrollLinked(
  tx: Db,
  userId: string,
  id: string,
  personaId: string | undefined,
  now: Date,
  secrets: Secrets,
) {
  const { ids, total } = await membersToEnroll(tx, id, personaId, INLINE_LIMIT)
  if (total === 0) return
  if (total <= INLINE_LIMIT) await enrollContacts(tx, userId, id, ids, now, secrets)
  else await enrollInBackground(tx, userId, { sequenceId: id, ...(personaId ? { personaId } : {}) }, total)
}

interface MemberFilter {
  /** Only these contacts. */
  among?: string[]
  /** Not these contacts. */
  without?: string[]
}

/**
 * Contacts in the linked lists that are not enrolled yet and may be emailed, longest on a list first. The cost grows with the
 * size of the lists, not with `limit`.
 * @returns the first `limit` ids, and the total
 */
export async function membersToEnroll(
  tx: Db,
  sequenceId: string,
  personaId: string | undefined,
  limit: number,
  { among, without = [] }: MemberFilter = {},
): Promise<{ ids: string[]; total: number }> {
  const rows = await tx
    .select({
      id: personaContacts.contactId,
      at: sql`min(${personaContacts.addedAt})`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(personaContacts)
    .innerJoin(sequencePersonas, eq(sequencePersonas.personaId, personaContacts.personaId))
    .innerJoin(contacts, eq(contacts.id, personaContacts.contactId))
    .where(
      and(
        eq(sequencePersonas.sequenceId, sequenceId),
        personaId ? eq(sequencePersonas.personaId, personaId) : undefined,
        among ? isAmong(personaContacts.contactId, among) : undefined,
        without.length > 0 ? not(isAmong(personaContacts.contactId, without)) : undefined,
        sql`not (${contacts.suppressed} or ${contacts.unsubscribed} or ${contacts.hardBounced})`,
        sql`not exists (select 1 from ${sequenceContacts} e where e.sequence_id = ${sequenceId} and e.contact_id = ${contacts.id})`,
      ),
    )
    .groupBy(personaContacts.contactId)
    .orderBy(sql`2`, personaContacts.contactId)
    .limit(limit)
  return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0 }
}

/** Changes any subset of a sequence's fields. A changed status activates or pauses it. */
export async function changeSequence(
  db: Db,
  userId: string,
  id: string,
  change: SequenceChange,
  now: Date,
  secrets: Secrets,
): Promise<Sequence> {
  const sequence = await updateSequence(db, userId, id, change, now)
  if (!change.status || change.status === sequence.status) return sequence
  if (change.status === 'running') return activateSequence(db, userId, id, now, secrets)
  if (change.status === 'paused') return pauseSequence(db, userId, id)
  throw new AppError('CONFLICT', 'A started sequence cannot become a draft again')
}
