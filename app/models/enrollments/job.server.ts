import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { queueJobs } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { JOB_VIEW } from '~/models/jobs/job.server'

/** Over this many at once, enrolling is a background job. */
export const ENROLL_AT_ONCE = 1_000

/** Whom a job of many enrolls: named contacts, those who wait for room, or the members of one linked list, or of all. */
export interface EnrollmentWork {
  sequenceId: string
  contactIds?: string[]
  waiting?: true
  personaId?: string
}

/** Enrolls `total` people in the background. @returns the job's id */
export async function enrollByJob(
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

/** The job that enrolls people of a sequence at the moment, the earliest of several, or null. */
export async function getOpenEnrollment(db: Db, userId: string, sequenceId: string) {
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
