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
import { ENROLL_AT_ONCE, enrollByJob } from '~/models/enrollments/job.server'
import { assignMailboxes } from '~/models/enrollments/mailbox.server'
import { lockSequence } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { Secrets } from '~/secrets.server'
import type { Sequence, SequenceChange } from './sequence'
import { getSequence, requestReplan, updateSequence } from './sequence.server'
import { requireNoPlaceholders } from './step-emails.server'

/**
 * Starts or resumes a sequence and enrolls its linked lists.
 * @throws AppError CONFLICT without a step, or while a template still has placeholders
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
    await assignMailboxes(tx, id)
    await requestReplan(tx, id)
    await enrollLinked(tx, userId, id, undefined, now, secrets)
    await enqueue(tx, 'due-scan', {})
  })
  return getSequence(db, userId, id)
}

/** Pauses a running sequence: one row changes, and nothing of it starts any more. */
export async function pauseSequence(db: Db, userId: string, id: string): Promise<Sequence> {
  await db.transaction(async (tx) => {
    const sequence = await lockSequence(tx, userId, id)
    if (sequence.status === 'draft') throw new AppError('CONFLICT', 'Only a running sequence can be paused')
    await tx.update(sequences).set({ status: 'paused', updatedAt: sql`now()` }).where(eq(sequences.id, id))
  })
  return getSequence(db, userId, id)
}

/** Activates when needed, then enrolls every linked list. */
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

/** Links a list; while the sequence is started its contacts are enrolled at once. Idempotent. */
export async function linkPersona(
  db: Db,
  userId: string,
  id: string,
  personaId: string,
  now: Date,
  secrets: Secrets,
): Promise<Sequence> {
  await db.transaction(async (tx) => {
    // Lists come before sequences, as for those who add members.
    const [persona] = await tx
      .select({ id: personas.id })
      .from(personas)
      .where(and(eq(personas.id, personaId), eq(personas.userId, userId)))
      .for('update')
    const sequence = await lockSequence(tx, userId, id)
    if (!persona) notFound('Email list not found')
    await tx.insert(sequencePersonas).values({ sequenceId: id, personaId }).onConflictDoNothing()
    if (sequence.status !== 'draft') await enrollLinked(tx, userId, id, personaId, now, secrets)
  })
  return getSequence(db, userId, id)
}

/** Unlinks a list; those enrolled stay. */
export async function unlinkPersona(db: Db, userId: string, id: string, personaId: string): Promise<void> {
  await getSequence(db, userId, id)
  const removed = await db
    .delete(sequencePersonas)
    .where(and(eq(sequencePersonas.sequenceId, id), eq(sequencePersonas.personaId, personaId)))
    .returning({ id: sequencePersonas.personaId })
  if (removed.length === 0) notFound('Email list not found')
}

/** The lists that a sequence enrolls by itself. */
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

/** Enrolls named contacts: at once, or over ENROLL_AT_ONCE by a job whose id is answered. */
export async function enrollNamed(
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
    if (ids.length <= ENROLL_AT_ONCE) {
      const result = await enrollContacts(tx, userId, id, ids, now, secrets)
      await enqueue(tx, 'due-scan', {})
      return result
    }
    const [{ n } = { n: 0 }] = await tx
      .select({ n: sql<number>`count(*)::int` })
      .from(contacts)
      .where(and(inArray(contacts.id, ids), eq(contacts.userId, userId)))
    if (n !== ids.length) notFound('Contact not found')
    return { jobId: await enrollByJob(tx, userId, { sequenceId: id, contactIds: ids }, ids.length) }
  })
}

/** Enrolls the contacts of one linked list, or of all. The caller holds the sequence's lock. */
async function enrollLinked(
  tx: Db,
  userId: string,
  id: string,
  personaId: string | undefined,
  now: Date,
  secrets: Secrets,
) {
  const { ids, total } = await membersToEnroll(tx, id, personaId, ENROLL_AT_ONCE)
  if (total === 0) return
  if (total <= ENROLL_AT_ONCE) await enrollContacts(tx, userId, id, ids, now, secrets)
  else await enrollByJob(tx, userId, { sequenceId: id, ...(personaId ? { personaId } : {}) }, total)
}

interface MembersWanted {
  /** Only these. */
  among?: string[]
  /** Not these. */
  without?: string[]
}

/**
 * Members of the linked lists who are not enrolled yet and may get mail, the longest on a list first. It takes as long as the
 * lists are, however few are wanted.
 * @returns the first `limit` of them, and how many there are
 */
export async function membersToEnroll(
  tx: Db,
  sequenceId: string,
  personaId: string | undefined,
  limit: number,
  { among, without = [] }: MembersWanted = {},
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

/** Changes any subset of a sequence; a status among it activates or pauses. */
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
