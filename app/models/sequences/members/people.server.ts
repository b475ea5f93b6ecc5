import { and, eq, sql } from 'drizzle-orm'
import { mailAccounts, sequenceContacts, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { endsWithPlanning, explainHold } from '~/engine/explain'
import type { HoldReason } from '~/engine/types'
import { STATUS_NAMES } from '~/models/mailboxes/mailbox.server'
import { type MailboxProblem, problemOf } from '~/models/mailboxes/problem'

/** Counts of the contacts in a sequence by state. */
export interface EnrollmentSummary {
  total: number
  active: number
  completed: number
  stopped: number
  /** Active enrollments whose next action is a send and that are not held. */
  pending: number
  /** Contacts that wait for a higher contact limit and are not enrolled yet. */
  overLimit: number
  /** Held enrollments by reason, most frequent first. Without those over the contact limit. */
  holds: { reason: string; people: number; why: string; fix?: MailboxProblem['fix'] }[]
  /** The time of the next planned send. */
  nextDueAt: Date | null
}

/** Counts the contacts in a sequence by status and hold reason. */
export async function summarizeEnrollments(
  db: Db,
  userId: string,
  sequenceId: string,
): Promise<EnrollmentSummary> {
  const rows = await db
    .select({
      status: sequenceContacts.status,
      hold: sql<HoldReason | null>`case
        when ${sequenceContacts.status} = 'active' or ${sequenceContacts.holdReason} = 'sequence_full' then ${sequenceContacts.holdReason} end`.as(
        'hold',
      ),
      running: sql<boolean>`(select status = 'running' from ${sequences} where id = ${sequenceId}::uuid)`,
      people: sql<number>`count(*)::int`,
      pending: sql<number>`count(*) filter (where ${sequenceContacts.nextAction} = 'send')::int`,
      nextDueAt: sql<
        string | null
      >`min(${sequenceContacts.nextActionAt}) filter (where ${sequenceContacts.nextAction} = 'send')`,
    })
    .from(sequenceContacts)
    .where(and(eq(sequenceContacts.sequenceId, sequenceId), eq(sequenceContacts.userId, userId)))
    .groupBy(sequenceContacts.status, sql`hold`)
  const enrolled = rows.filter((row) => row.hold !== 'sequence_full')
  const of = (status: string) => enrolled.filter((row) => row.status === status)
  const sum = (some: typeof rows) => some.reduce((total, row) => total + row.people, 0)
  const waitsForMailbox = of('active').some(({ hold }) => hold === 'mailbox_not_connected')
  const problem = waitsForMailbox ? await mailboxProblemOf(db, userId, sequenceId) : null
  const whyOf = (hold: HoldReason, running: boolean) => {
    if (hold === 'mailbox_not_connected' && problem) return { why: problem.text, fix: problem.fix }
    return { why: running && endsWithPlanning(hold) ? 'waiting to be planned' : explainHold(hold) }
  }
  const free = rows.find((row) => row.status === 'active' && row.hold === null)
  const full = rows.find((row) => row.status === 'active' && row.hold === 'sequence_full')
  return {
    total: sum(enrolled),
    active: sum(of('active')),
    completed: sum(of('completed')),
    stopped: sum(of('stopped')),
    pending: free?.pending ?? 0,
    overLimit: full?.people ?? 0,
    holds: of('active')
      .flatMap(({ hold, people, running }) =>
        hold ? [{ reason: hold, people, ...whyOf(hold, running) }] : [],
      )
      .sort((a, b) => b.people - a.people),
    nextDueAt: free?.nextDueAt ? new Date(free.nextDueAt) : null,
  }
}

/** Explains why the mailboxes that enrollments wait for are not sending: the first problem, and how many more there are. */
export async function mailboxProblemOf(
  db: Db,
  userId: string,
  sequenceId: string,
): Promise<MailboxProblem | null> {
  const { email, status, statusDetail } = mailAccounts
  const mailboxes = await db
    .selectDistinct({ email, status, statusDetail })
    .from(sequenceContacts)
    .innerJoin(mailAccounts, eq(mailAccounts.id, sequenceContacts.mailboxId))
    .where(
      and(
        eq(sequenceContacts.sequenceId, sequenceId),
        eq(sequenceContacts.userId, userId),
        eq(mailAccounts.userId, userId),
        eq(sequenceContacts.status, 'active'),
        eq(sequenceContacts.holdReason, 'mailbox_not_connected'),
      ),
    )
    .orderBy(email)
  const [first, ...more] = mailboxes.flatMap((mailbox) => {
    const problem = problemOf({ ...mailbox, status: STATUS_NAMES[mailbox.status] })
    return problem ? [problem] : []
  })
  if (!first || more.length === 0) return first ?? null
  return { ...first, text: `${first.text} (${more.length} more of the sequence's mailboxes not sending)` }
}
