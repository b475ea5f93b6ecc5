import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { contactChangeParts, contacts, queueJobs } from '#drizzle/schema'
import type { JobProgress } from '#drizzle/schema/jobs'
import type { Db } from '~/db.server'
import { AppError, notFound } from '~/errors'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { finishJob, getJobWork, isCancelled, saveProgress } from '~/models/jobs/job.server'
import { requireStatic } from '~/models/personas/contacts.server'
import { lockSequence } from '~/models/shared/locks.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { Secrets } from '~/secrets.server'
import { followChanges } from '../dynamic-lists/dynamic-lists.server'
import { checkFilter } from '../filter/filter'
import { type FilterTime, filterCondition, withinLimit } from '../filter/filter.server'
import { listOwnFields } from '../own-fields/own-fields.server'
import { applyPart, type PartResult, undoPart } from './apply.server'
import { addReasons, type BulkChange, changeOf, type NewBulk, UNDO_DAYS, UNDOABLE } from './bulk'
import { checkFieldValue } from './set-field.server'

/** The payload of a job that changes contacts, or exports them. */
type ChangeWork = BulkChange & Record<string, unknown>

/** The payload of a job that undoes another. */
interface UndoWork extends Record<string, unknown> {
  changeJobId: string
}

/** Contacts that one transaction changes: locks are held only briefly. */
const PART = 500

const NOTHING: JobProgress = { current: 0, total: 0, added: 0, skipped: 0, failed: 0, revealed: 0 }

/**
 * Starts a job that changes or exports the contacts that a call names, or all that match its filter now.
 * @throws AppError INVALID for a filter or a value that does not fit; NOT_FOUND for contacts, lists and sequences of others
 */
export async function startBulk(
  db: Db,
  userId: string,
  input: NewBulk,
  time: FilterTime,
): Promise<{ jobId: string; total: number }> {
  const change = changeOf(input)
  const { contactIds, filter } = input
  if (!contactIds) {
    const own = await listOwnFields(db, userId)
    return startChange(db, userId, change, filterCondition(checkFilter(filter, own), time))
  }
  const wanted = [...new Set(contactIds)]
  const among = isAmong(contacts.id, wanted)
  if ((await db.$count(contacts, and(among, eq(contacts.userId, userId)))) < wanted.length)
    notFound('Contact not found')
  return startChange(db, userId, change, among)
}

/**
 * Starts a job that changes or exports the contacts that match a condition now. Who comes to match later is not among them.
 * @throws AppError as startBulk
 */
export function startChange(
  db: Db,
  userId: string,
  change: BulkChange,
  condition: SQL | undefined,
): Promise<{ jobId: string; total: number }> {
  return withinLimit(db, async (tx) => {
    const checked = await checkChange(tx, userId, change)
    const type = change.action === 'export' ? 'contact_export' : 'contact_change'
    const [job] = await tx
      .insert(queueJobs)
      .values({ userId, type, payload: { ...checked }, maxAttempts: 5 })
      .returning({ id: queueJobs.id })
    const jobId = job!.id
    const total = await choose(tx, userId, jobId, condition)
    await saveProgress(tx, jobId, { ...NOTHING, total })
    await enqueue(tx, change.action === 'export' ? 'export-contacts' : 'change-contacts', { jobId })
    return { jobId, total }
  })
}

/** Stores which contacts a job is about, in parts. @returns how many */
async function choose(tx: Db, userId: string, jobId: string, condition: SQL | undefined): Promise<number> {
  const wanted = tx
    .select({ id: contacts.id, n: sql<number>`row_number() over (order by ${contacts.id}) - 1`.as('n') })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), condition))
  const rows = await tx.execute<{ n: number }>(sql`
    insert into contact_change_parts (job_id, index, contact_ids)
    select ${jobId}::uuid, n / ${PART}::int, array_agg(id order by n) from ${wanted} as wanted group by 2
    returning cardinality(contact_ids) as n`)
  return rows.reduce((sum, { n }) => sum + n, 0)
}

/** Checks what a change names. @returns it as it is applied */
async function checkChange(tx: Db, userId: string, change: BulkChange): Promise<BulkChange> {
  if ('personaId' in change) await requireStatic(tx, userId, [change.personaId])
  if ('sequenceId' in change) await lockSequence(tx, userId, change.sequenceId)
  return change.action === 'setField' ? { ...change, ...(await checkFieldValue(tx, userId, change)) } : change
}

/**
 * Changes the next part of a job, in one transaction with its progress, so that none is changed twice or left out.
 * @returns whether there may be more
 */
export function changeNext(db: Db, jobId: string, now: Date, secrets: Secrets): Promise<boolean> {
  return db.transaction(async (tx) => {
    const job = await getJobWork<Exclude<ChangeWork, { action: 'export' }>>(tx, jobId)
    if (!job) return false
    const { userId, payload, progress } = job
    const [part] = await tx
      .select({ index: contactChangeParts.index, ids: contactChangeParts.contactIds })
      .from(contactChangeParts)
      .where(and(eq(contactChangeParts.jobId, jobId), eq(contactChangeParts.isDone, false)))
      .orderBy(asc(contactChangeParts.index))
      .limit(1)
    if (!part) {
      await finishJob(tx, jobId)
      await followChanges(tx, userId)
      if (payload.action === 'enroll' || payload.action === 'addToList') await enqueue(tx, 'due-scan', {})
      return false
    }
    const result = await applyPart(tx, userId, payload, part.ids, now, secrets)
    await tx
      .update(contactChangeParts)
      .set({ isDone: true, undo: result.undo })
      .where(and(eq(contactChangeParts.jobId, jobId), eq(contactChangeParts.index, part.index)))
    await saveProgress(tx, jobId, withResult(progress, part.ids.length, result))
    return true
  })
}

const withResult = (progress: JobProgress, seen: number, { changed, reasons }: PartResult): JobProgress => ({
  ...progress,
  current: progress.current + seen,
  added: progress.added + changed,
  skipped: progress.skipped + seen - changed,
  reasons: addReasons(progress.reasons ?? {}, reasons),
})

/** A job that changes contacts, as its user sees it. */
const ofChange = (userId: string, jobId: string) =>
  and(eq(queueJobs.id, jobId), eq(queueJobs.userId, userId), eq(queueJobs.type, 'contact_change'))

/** Whether a change is young enough to be undone. */
const isRecent = sql<boolean>`${queueJobs.createdAt} > now() - make_interval(days => ${UNDO_DAYS})`

/** The newest job that undoes a change. */
const findUndo = async (db: Db, userId: string, changeJobId: string) => {
  const [row] = await db
    .select({ id: queueJobs.id })
    .from(queueJobs)
    .where(
      and(
        eq(queueJobs.userId, userId),
        eq(queueJobs.type, 'contact_change_undo'),
        sql`${queueJobs.payload} ->> 'changeJobId' = ${changeJobId}`,
      ),
    )
    .orderBy(desc(queueJobs.createdAt))
    .limit(1)
  return row ?? null
}

/**
 * Starts a job that takes a change back, as far as contacts have not been changed since.
 * @throws AppError NOT_FOUND; CONFLICT while the change runs, after UNDO_DAYS, for a change that cannot be undone, or if it was undone before
 */
export function startUndo(db: Db, userId: string, changeJobId: string): Promise<{ jobId: string }> {
  return db.transaction(async (tx) => {
    const [job] = await tx
      .select({ payload: queueJobs.payload, status: queueJobs.status, isRecent })
      .from(queueJobs)
      .where(ofChange(userId, changeJobId))
      .for('update')
    if (!job) notFound('Change not found')
    const refuse = (why: string): never => {
      throw new AppError('CONFLICT', why)
    }
    const { action } = job.payload as ChangeWork
    if (!UNDOABLE.includes(action)) refuse('This change cannot be undone')
    if (job.status === 'pending' || job.status === 'processing')
      refuse('The change is still running. Stop it first, or undo it when it has finished.')
    if (!job.isRecent) refuse(`A change can only be undone within ${UNDO_DAYS} days`)
    const before = await findUndo(tx, userId, changeJobId)
    if (before && !(await isCancelled(tx, before.id))) refuse('This change was already undone')
    const [counted] = await tx.execute<{ n: number }>(sql`
      select coalesce(sum((select count(*) from jsonb_object_keys(undo))), 0)::int as n
      from contact_change_parts where job_id = ${changeJobId}::uuid and undo is not null`)
    const payload: UndoWork = { changeJobId }
    const [undo] = await tx
      .insert(queueJobs)
      .values({
        ...{ userId, type: 'contact_change_undo' as const, payload, maxAttempts: 5 },
        progress: { ...NOTHING, total: counted!.n },
      })
      .returning({ id: queueJobs.id })
    await enqueue(tx, 'undo-change', { jobId: undo!.id })
    return { jobId: undo!.id }
  })
}

/** Undoes the next part of a change, in one transaction with its progress. @returns whether there may be more */
export function undoNext(db: Db, jobId: string, now: Date, secrets: Secrets): Promise<boolean> {
  return db.transaction(async (tx) => {
    const job = await getJobWork<UndoWork>(tx, jobId)
    if (!job) return false
    const { changeJobId } = job.payload
    const [change] = await tx
      .select({ payload: queueJobs.payload })
      .from(queueJobs)
      .where(ofChange(job.userId, changeJobId))
    const ofPart = eq(contactChangeParts.jobId, changeJobId)
    const [part] = await tx
      .select({ index: contactChangeParts.index, undo: contactChangeParts.undo })
      .from(contactChangeParts)
      .where(and(ofPart, sql`${contactChangeParts.undo} is not null`))
      .orderBy(asc(contactChangeParts.index))
      .limit(1)
    if (!change || !part) {
      await finishJob(tx, jobId)
      return false
    }
    const undo = part.undo!
    const result = await undoPart(tx, job.userId, change.payload as ChangeWork, undo, now, secrets)
    await tx
      .update(contactChangeParts)
      .set({ undo: null })
      .where(and(ofPart, eq(contactChangeParts.index, part.index)))
    await saveProgress(tx, jobId, withResult(job.progress, Object.keys(undo).length, result))
    return true
  })
}

/** Removes which contacts old jobs were about: they can no longer be undone. */
export const deleteOldParts = (db: Db) =>
  db.delete(contactChangeParts).where(
    inArray(
      contactChangeParts.jobId,
      db
        .select({ id: queueJobs.id })
        .from(queueJobs)
        .where(
          and(
            inArray(queueJobs.type, ['contact_change', 'contact_export']),
            inArray(queueJobs.status, ['completed', 'failed', 'cancelled']),
            sql`not ${isRecent}`,
          ),
        ),
    ),
  )
