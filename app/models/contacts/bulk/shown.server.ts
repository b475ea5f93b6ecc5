import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { queueJobs } from '#drizzle/schema'
import type { JobProgress } from '#drizzle/schema/jobs'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { findExportFile } from '~/models/jobs/file.server'
import { type BulkAction, UNCHANGED, UNDO_DAYS, UNDOABLE, type Unchanged } from './bulk'

const WHAT: Record<BulkAction, string> = {
  addToList: 'Added to an email list',
  removeFromList: 'Removed from an email list',
  tag: 'Tags added',
  untag: 'Tags removed',
  setField: 'Field set',
  enroll: 'Added to a sequence',
  suppress: 'Emails stopped',
  delete: 'Deleted',
  export: 'Exported',
}

/** A change or export of many contacts, as screens show it. */
export interface ShownChange {
  jobId: string
  what: string
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'
  error: string | null
  progress: JobProgress
  /** Why contacts were left as they are, in words. */
  reasons: string[]
  canUndo: boolean
  createdAt: Date
}

const TYPES = ['contact_change', 'contact_change_undo', 'contact_export'] as const

const columns = {
  jobId: queueJobs.id,
  type: queueJobs.type,
  payload: queueJobs.payload,
  status: queueJobs.status,
  error: queueJobs.error,
  progress: queueJobs.progress,
  createdAt: queueJobs.createdAt,
  isUndone: sql<boolean>`exists (select from queue_jobs u where u.user_id = queue_jobs.user_id and u.type = 'contact_change_undo'
    and u.status <> 'cancelled' and u.payload ->> 'changeJobId' = queue_jobs.id::text)`,
  isRecent: sql<boolean>`${queueJobs.createdAt} > now() - make_interval(days => ${UNDO_DAYS})`,
}

const select = (db: Db) => db.select(columns).from(queueJobs)
type Row = Awaited<ReturnType<typeof select>>[number]

function shown({ type, payload, isUndone, isRecent, ...job }: Row): ShownChange {
  const action = payload.action as BulkAction
  const reasons = Object.entries(job.progress.reasons ?? {}) as [Unchanged, number][]
  const isOver = job.status !== 'pending' && job.status !== 'processing'
  return {
    ...job,
    what: type === 'contact_change_undo' ? 'Undone' : WHAT[action],
    reasons: reasons.map(([reason, n]) => `${n.toLocaleString('en-US')} ${UNCHANGED[reason]}`),
    canUndo:
      type === 'contact_change' &&
      isOver &&
      !isUndone &&
      isRecent &&
      UNDOABLE.includes(action) &&
      job.progress.added > 0,
  }
}

/** The latest changes and exports of the user, newest first. */
export async function listChanges(db: Db, userId: string, limit: number): Promise<ShownChange[]> {
  const rows = await select(db)
    .where(and(eq(queueJobs.userId, userId), inArray(queueJobs.type, [...TYPES])))
    .orderBy(desc(queueJobs.createdAt), desc(queueJobs.id))
    .limit(limit)
  return rows.map(shown)
}

/** One change, and whether it has a file. @throws AppError NOT_FOUND */
export async function getChange(
  db: Db,
  userId: string,
  jobId: string,
): Promise<ShownChange & { hasFile: boolean }> {
  const [row] = await select(db).where(
    and(eq(queueJobs.id, jobId), eq(queueJobs.userId, userId), inArray(queueJobs.type, [...TYPES])),
  )
  if (!row) return notFound('Change not found')
  return { ...shown(row), hasFile: (await findExportFile(db, userId, jobId)) !== null }
}
