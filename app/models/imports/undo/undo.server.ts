import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { contacts, importBatches, personaContacts, queueJobs, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { onStop } from '~/engine/events'
import { AppError, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { applyToEnrollments } from '~/models/enrollments/events.server'
import { finishJob, getJobWork, isCancelled, isUnfinished, saveProgress } from '~/models/jobs/job.server'
import { lockEnrollmentsOf } from '~/models/shared/locks.server'
import { rememberSuppression } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'
import { UNDO_DAYS } from './undo'

/** The payload of an undo, with its progress. */
interface UndoWork extends Record<string, unknown> {
  batchId: string
  /** The last contact of the previous batch. */
  after?: string
  /** Contacts that are kept, by reason: they got an email, or they are in another list. */
  mailed: number
  listed: number
}

/** Contacts handled in one transaction. */
const BATCH = 500

/** An import: of a file into a list, or by a run of a workflow. */
export type ImportKey = { personaId: string; batchId: string } | { workflowId: string; runId: string }

/** The condition of an import that the user names. */
export const isImport = (userId: string, key: ImportKey): SQL | undefined =>
  and(
    eq(importBatches.userId, userId),
    'batchId' in key
      ? and(eq(importBatches.id, key.batchId), eq(importBatches.personaId, key.personaId))
      : and(
          eq(importBatches.workflowRunId, key.runId),
          sql`exists (select from workflow_runs r where r.id = ${key.runId}::uuid and r.workflow_id = ${key.workflowId}::uuid)`,
        ),
  )

/**
 * Starts a job that undoes an import: removes its contacts from the lists and deletes those that it created.
 * @throws AppError NOT_FOUND; CONFLICT while the import runs, after UNDO_DAYS, or if it was undone before; an undo that was stopped can be continued
 */
export async function startUndo(db: Db, userId: string, key: ImportKey): Promise<{ jobId: string }> {
  return db.transaction(async (tx) => {
    const [batch] = await tx
      .select({
        id: importBatches.id,
        undoJobId: importBatches.undoJobId,
        queueJobId: importBatches.queueJobId,
        isRunning: sql<boolean>`exists (
          select from workflow_runs r where r.id = ${importBatches.workflowRunId} and r.status in ('pending', 'running'))`,
        late: sql<boolean>`${importBatches.createdAt} < now() - make_interval(days => ${UNDO_DAYS})`,
      })
      .from(importBatches)
      .where(isImport(userId, key))
      .for('update')
    if (!batch) notFound('Import not found')
    if (batch.undoJobId && !(await isCancelled(tx, batch.undoJobId)))
      throw new AppError('CONFLICT', 'This import was already undone')
    if (batch.late) throw new AppError('CONFLICT', `An import can only be undone within ${UNDO_DAYS} days`)
    if (batch.isRunning) throw new AppError('CONFLICT', 'The run has not ended. Undo it when it has.')
    if (batch.queueJobId && (await isUnfinished(tx, batch.queueJobId))) {
      throw new AppError('CONFLICT', 'The import is still running. Undo it when it has finished.')
    }
    const batchId = batch.id
    const payload: UndoWork = { batchId, mailed: 0, listed: 0 }
    const total = await countWork(tx, batchId)
    const progress = { current: 0, total, added: 0, skipped: 0, failed: 0, revealed: 0 }
    const [job] = await tx
      .insert(queueJobs)
      .values({ userId, type: 'import_undo', payload, progress })
      .returning({ id: queueJobs.id })
    await tx.update(importBatches).set({ undoJobId: job!.id }).where(eq(importBatches.id, batchId))
    await enqueue(tx, 'undo-import', { jobId: job!.id })
    return { jobId: job!.id }
  })
}

/** Counts the contacts that an import created and those that it only added to the list. */
async function countWork(tx: Db, batchId: string): Promise<number> {
  const [row] = await tx.execute<{ n: number }>(sql`
    select ((select count(*) from contacts c where c.import_batch_id = ${batchId}::uuid)
      + (select count(*) from persona_contacts pc join contacts c on c.id = pc.contact_id
         where pc.import_batch_id = ${batchId}::uuid and c.import_batch_id is distinct from ${batchId}::uuid))::int as n`)
  return row!.n
}

/**
 * Undoes the next batch of an import, in one transaction with its progress.
 * @returns whether there may be more
 */
export async function undoNext(db: Db, jobId: string, now: Date, secrets: Secrets): Promise<boolean> {
  return db.transaction(async (tx) => {
    const job = await getJobWork<UndoWork>(tx, jobId)
    if (!job) return false
    const { userId, payload, progress } = job
    const made = await tx
      .select({ id: contacts.id })
      .from(contacts)
      .where(
        and(
          eq(contacts.importBatchId, payload.batchId),
          eq(contacts.userId, userId),
          payload.after ? gt(contacts.id, payload.after) : undefined,
        ),
      )
      .orderBy(asc(contacts.id))
      .limit(BATCH)
    const ids = made.map((row) => row.id)
    if (ids.length === 0) {
      const unlinked = await unlinkNext(tx, payload.batchId)
      const current = Math.min(progress.total, progress.current + unlinked)
      await saveProgress(tx, jobId, { ...progress, current })
      if (unlinked > 0) return true
      await tx
        .update(importBatches)
        .set({ undoneAt: sql`now()` })
        .where(eq(importBatches.id, payload.batchId))
      await finishJob(tx, jobId)
      return false
    }
    const { deleted, mailed, listed } = await undoContacts(tx, userId, payload.batchId, ids, now, secrets)
    await saveProgress(tx, jobId, {
      ...progress,
      current: Math.min(progress.total, progress.current + ids.length),
      added: progress.added + deleted,
      skipped: progress.skipped + mailed + listed,
    })
    const done: UndoWork = {
      ...payload,
      after: ids.at(-1)!,
      mailed: payload.mailed + mailed,
      listed: payload.listed + listed,
    }
    await tx.update(queueJobs).set({ payload: done }).where(eq(queueJobs.id, jobId))
    return true
  })
}

/** Removes contacts from the import's list. Deletes those that got no email and are in no other list. */
async function undoContacts(
  tx: Db,
  userId: string,
  batchId: string,
  ids: string[],
  now: Date,
  secrets: Secrets,
) {
  // A send takes the enrollment's lock before it starts, so none starts from here on.
  await lockEnrollmentsOf(tx, ids)
  const rows = await tx
    .select({
      id: contacts.id,
      email: contacts.email,
      unsubscribed: contacts.unsubscribed,
      suppressed: contacts.suppressed,
      hardBounced: contacts.hardBounced,
      mailed: sql<boolean>`exists (select from email_sends m where m.contact_id = contacts.id and m.state in ('sending', 'uncertain', 'sent'))`,
      listed: sql<boolean>`exists (select from persona_contacts pc where pc.contact_id = contacts.id
        and pc.import_batch_id is distinct from ${batchId}::uuid)`,
    })
    .from(contacts)
    .where(and(inArray(contacts.id, ids), eq(contacts.userId, userId)))
    .orderBy(contacts.id)
    .for('update')
  const toDelete = rows.filter((row) => !row.mailed && !row.listed)
  for (const { email, unsubscribed, suppressed, hardBounced } of toDelete) {
    if (unsubscribed) await rememberSuppression(tx, userId, email, 'unsubscribed', secrets)
    if (suppressed) await rememberSuppression(tx, userId, email, 'suppressed', secrets)
    if (hardBounced) await rememberSuppression(tx, userId, email, 'hard_bounce', secrets)
  }
  if (toDelete.length > 0) {
    const ofDeleted = inArray(
      sequenceContacts.contactId,
      toDelete.map((row) => row.id),
    )
    await applyToEnrollments(
      tx,
      and(ofDeleted, eq(sequenceContacts.status, 'active')),
      (snapshot) => onStop(snapshot, 'contact_deleted'),
      now,
    )
    // They got no email, so the corrected file may enroll the same addresses again.
    await tx
      .update(sequenceContacts)
      .set({ addressHash: sql`'undone:' || ${sequenceContacts.id}` })
      .where(ofDeleted)
    await tx.delete(contacts).where(
      inArray(
        contacts.id,
        toDelete.map((row) => row.id),
      ),
    )
  }
  await tx
    .delete(personaContacts)
    .where(and(eq(personaContacts.importBatchId, batchId), inArray(personaContacts.contactId, ids)))
  const mailed = rows.filter((row) => row.mailed).length
  return { deleted: toDelete.length, mailed, listed: rows.length - toDelete.length - mailed }
}

/** Removes older contacts that the import only added to the list. @returns how many */
async function unlinkNext(tx: Db, batchId: string): Promise<number> {
  const rows = await tx.execute(sql`
    delete from persona_contacts where (persona_id, contact_id) in (
      select persona_id, contact_id from persona_contacts where import_batch_id = ${batchId}::uuid
      order by contact_id limit ${BATCH} for update)
    returning contact_id`)
  return rows.length
}
