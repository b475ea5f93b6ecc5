import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { queueJobs } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { JOB_VIEW } from '~/models/jobs/job.server'

/** Above this number, the work runs as a background job. */
export const INLINE_LIMIT = 1_000

/**
 * Payload of a bulk enrollment job. It enrolls `contactIds`, or the contacts waiting for a higher limit, or the members of one
 * linked email list; with none of these, the members of all linked lists.
 */
export interface EnrollmentWork {
  sequenceId: string
  contactIds?: string[]
  waiting?: true
  personaId?: string
}

/** Enrolls `total` contacts in the background. @returns the job's id */
export async function enrollInBackground(
  tx: Db,
  userId: string,
  payload: EnrollmentWork,
  total: number,
): Promise<string> {
  const progress = { current: 0, total, added: 0, skipped: 0, failed: 0, revealed: 0 }
  const [job] = await tx
    .insert(queueJobs)
    .values({ userId, type: 'enrollment', payload: { ...payload }, progress })
    .returning({ id: queueJobs.id })
  await enqueue(tx, 'enroll-contacts', { jobId: job!.id })
  return job!.id
}

/** The oldest unfinished bulk enrollment job of a sequence, or null. */
export async function findEnrollmentJob(db: Db, userId: string, sequenceId: string) {
  const [job] = await db
    .select(JOB_VIEW)
    .from(queueJobs)
    .where(
      and(
        eq(queueJobs.userId, userId),
        eq(queueJobs.type, 'enrollment'),
        inArray(queueJobs.status, ['pending', 'processing']),
        sql`${queueJobs.payload} ->> 'sequenceId' = ${sequenceId}`,
      ),
    )
    .orderBy(asc(queueJobs.createdAt))
    .limit(1)
  return job ?? null
}
