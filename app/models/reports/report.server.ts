import { type AnyColumn, and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { emailSends, queueJobs, sequenceContacts, sequenceStats, sequences, steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { notFound } from '~/errors'
import { isOpenSend } from '~/models/outbox/stage.server'
import { countVariants } from './variant-counts.server'

/** The step id of the counters for the whole sequence. */
export const WHOLE_SEQUENCE = '00000000-0000-0000-0000-000000000000'

/** Percent of sent, one decimal. */
export const percentOfSent = (part: number, sent: number) =>
  sent === 0 ? 0 : Math.round((part / sent) * 1000) / 10

/** @throws AppError NOT_FOUND if the user does not own the sequence */
export async function requireSequence(db: Db, userId: string, sequenceId: string): Promise<void> {
  const [sequence] = await db
    .select({ id: sequences.id })
    .from(sequences)
    .where(and(eq(sequences.id, sequenceId), eq(sequences.userId, userId)))
  if (!sequence) notFound('Sequence not found')
}

/** The report of a sequence, from counters. Every live Send Email step has a row, even if nothing was sent. */
export async function getAnalytics(db: Db, userId: string, sequenceId: string) {
  await requireSequence(db, userId, sequenceId)
  const counters = await sumCounters(db, sequenceId)
  const counterOf = new Map(counters.map((row) => [row.stepId, row]))
  const sendSteps = await db
    .select({ id: steps.id, name: steps.name, archivedAt: steps.archivedAt })
    .from(steps)
    .where(and(eq(steps.sequenceId, sequenceId), eq(steps.stepType, 'send_email')))
    .orderBy(asc(steps.order), asc(steps.createdAt))
  const variantsOf = await countVariants(
    db,
    sequenceId,
    sendSteps.map(({ id }) => id),
  )
  const total = counterOf.get(WHOLE_SEQUENCE)
  const sent = total?.sent ?? 0
  return {
    totalEmailsSent: sent,
    totalOpened: total?.opened ?? 0,
    totalReplied: total?.replied ?? 0,
    totalBounced: total?.bounced ?? 0,
    totalFailed: total?.failed ?? 0,
    pendingEmails: total?.pending ?? 0,
    openRate: percentOfSent(total?.opened ?? 0, sent),
    replyRate: percentOfSent(total?.replied ?? 0, sent),
    stepStats: sendSteps
      .filter((step) => !step.archivedAt || (counterOf.get(step.id)?.sent ?? 0) > 0)
      .map((step) => {
        const own = counterOf.get(step.id)
        const variants = variantsOf.get(step.id)
        return {
          stepId: step.id,
          stepName: step.name,
          totalSent: own?.sent ?? 0,
          totalOpened: own?.opened ?? 0,
          totalReplied: own?.replied ?? 0,
          openRate: percentOfSent(own?.opened ?? 0, own?.sent ?? 0),
          replyRate: percentOfSent(own?.replied ?? 0, own?.sent ?? 0),
          ...(variants ? { variants } : {}),
        }
      }),
  }
}

/** The counters of each step and of the whole sequence, summed over their shards. */
async function sumCounters(db: Db, sequenceId: string) {
  const total = (column: AnyColumn) => sql<number>`sum(${column})::int`
  const { stepId, sent, opened, replied, bounced, failed, pending } = sequenceStats
  return db
    .select({
      stepId,
      sent: total(sent),
      opened: total(opened),
      replied: total(replied),
      bounced: total(bounced),
      failed: total(failed),
      pending: total(pending),
    })
    .from(sequenceStats)
    .where(eq(sequenceStats.sequenceId, sequenceId))
    .groupBy(stepId)
}

/** The user's pending work in the outbox, the enrollments and the jobs. */
export async function getQueueStatus(db: Db, userId: string) {
  const stages = await db
    .select({ stage: emailSends.stage, n: sql<number>`count(*)::int` })
    .from(emailSends)
    .where(and(eq(emailSends.userId, userId), ne(emailSends.stage, 'open')))
    .groupBy(emailSends.stage)
  const of = (stage: string) => stages.find((row) => row.stage === stage)?.n ?? 0
  const [open] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(emailSends)
    .where(and(eq(emailSends.userId, userId), isOpenSend, ne(emailSends.state, 'scheduled')))
  const [people] = await db
    .select({
      held: sql<number>`count(*) filter (where ${sequenceContacts.holdReason} is not null)::int`,
      planned: sql<number>`count(*) filter (where ${sequenceContacts.nextAction} = 'send' and ${sequenceContacts.holdReason} is null)::int`,
      oldest: sql<
        string | null
      >`min(${sequenceContacts.nextActionAt}) filter (where ${sequenceContacts.holdReason} is null)`,
    })
    .from(sequenceContacts)
    .where(and(eq(sequenceContacts.userId, userId), eq(sequenceContacts.status, 'active')))
  const jobs = await db
    .select({ status: queueJobs.status, n: sql<number>`count(*)::int` })
    .from(queueJobs)
    .where(and(eq(queueJobs.userId, userId), inArray(queueJobs.status, ['pending', 'processing', 'failed'])))
    .groupBy(queueJobs.status)
  const jobsOf = (status: string) => jobs.find((row) => row.status === status)?.n ?? 0
  return {
    scheduled: people!.planned,
    sending: open!.n,
    sent: of('sent'),
    failed: of('failed'),
    uncertain: of('uncertain'),
    held: people!.held,
    oldestDueAt: people!.oldest ? new Date(people!.oldest).toISOString() : null,
    jobs: { pending: jobsOf('pending'), processing: jobsOf('processing'), failed: jobsOf('failed') },
  }
}

/** Counts the contacts that wait for a higher contact limit of a sequence. */
export async function countOverLimit(db: Db, userId: string, sequenceId: string): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(sequenceContacts)
    .where(
      and(
        eq(sequenceContacts.sequenceId, sequenceId),
        eq(sequenceContacts.userId, userId),
        eq(sequenceContacts.status, 'active'),
        eq(sequenceContacts.holdReason, 'sequence_full'),
      ),
    )
  return row!.n
}
