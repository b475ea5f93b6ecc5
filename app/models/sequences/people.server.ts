import { and, eq, sql } from 'drizzle-orm'
import { mailAccounts, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { explainHold } from '~/engine/explain'
import type { HoldReason } from '~/engine/types'
import { SHOWN_STATUS } from '~/models/mailboxes/mailbox.server'
import { type MailboxProblem, problemOf } from '~/models/mailboxes/problem'

/** Where the people of a sequence stand. */
export interface PeopleSummary {
  total: number
  active: number
  completed: number
  stopped: number
  /** Mails that are planned and not held. */
  pending: number
  /** Waiting for a higher contact limit: not enrolled yet. */
  overLimit: number
  /** Those who wait for something other than their date, the most first; without those over the limit. */
  holds: { reason: string; people: number; why: string; fix?: MailboxProblem['fix'] }[]
  /** The earliest planned mail. */
  nextDueAt: Date | null
}

/** Counts the people of a sequence by what they wait for. */
export async function summarizePeople(db: Db, userId: string, sequenceId: string): Promise<PeopleSummary> {
  const rows = await db
    .select({
      status: sequenceContacts.status,
      hold: sql<HoldReason | null>`case
        when ${sequenceContacts.status} = 'active' or ${sequenceContacts.holdReason} = 'sequence_full' then ${sequenceContacts.holdReason} end`.as(
        'hold',
      ),
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
  const whyOf = (hold: HoldReason) =>
    hold === 'mailbox_not_connected' && problem
      ? { why: problem.text, fix: problem.fix }
      : { why: explainHold(hold) }
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
      .flatMap(({ hold, people }) => (hold ? [{ reason: hold, people, ...whyOf(hold) }] : []))
      .sort((a, b) => b.people - a.people),
    nextDueAt: free?.nextDueAt ? new Date(free.nextDueAt) : null,
  }
}

/** Why the mailboxes that people of a sequence wait for send nothing: of the first one, and how many more there are. */
async function mailboxProblemOf(db: Db, userId: string, sequenceId: string): Promise<MailboxProblem | null> {
  const { email, status, statusDetail } = mailAccounts
  const boxes = await db
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
  const [first, ...more] = boxes.flatMap((box) => {
    const problem = problemOf({ ...box, status: SHOWN_STATUS[box.status] })
    return problem ? [problem] : []
  })
  if (!first || more.length === 0) return first ?? null
  return { ...first, text: `${first.text} (${more.length} more of its mailboxes wait too)` }
}
