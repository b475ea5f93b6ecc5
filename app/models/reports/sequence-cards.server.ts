import { and, eq, inArray, sql } from 'drizzle-orm'
import { sequenceStats, sequences } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { explainHold } from '~/engine/explain'
import type { HoldReason } from '~/engine/types'
import type { MailboxProblem } from '~/models/mailboxes/problem'
import { mailboxProblemOf } from '~/models/sequences/members/people.server'
import { paths } from '~/paths'
import { percentOfSent, WHOLE_SEQUENCE } from './report.server'

/** What the card of a sequence shows of its progress. */
export interface CardFigures {
  sent: number
  /** Percent of sent, as are the next two. */
  openRate: number
  replyRate: number
  bounceRate: number
  /** What most of the contacts that wait for the user wait for; null if no contact does. */
  problem: CardProblem | null
}

interface CardProblem {
  /** At most `MAX_COUNTED`. */
  people: number
  /** Whether there are more than that. */
  more: boolean
  why: string
  fix: MailboxProblem['fix']
}

/** Holds that last until the user does something, and what to do. */
const FIXES: Partial<Record<HoldReason, (sequenceId: string) => MailboxProblem['fix']>> = {
  no_mailbox: () => ({ label: 'Connect a mailbox', to: paths.gmail() }),
  mailbox_not_connected: () => ({ label: 'Open mailboxes', to: paths.gmail() }),
  links_unreachable: () => ({ label: 'Open mailboxes', to: paths.gmail() }),
  missing_template: (id) => ({ label: 'Choose a template', to: paths.sequence(id) }),
  missing_variable: (id) => ({ label: 'Show contacts', to: `${paths.sequencePeople(id)}?filter=waiting` }),
  address_unreachable: (id) => ({ label: 'Show contacts', to: `${paths.sequencePeople(id)}?filter=waiting` }),
  uncertain_send: () => ({ label: 'Review emails', to: paths.uncertainSends() }),
}

/** Held contacts are counted up to this number, so that the list of sequences stays fast with a million of them. */
const MAX_COUNTED = 1_000

/** The figures of these sequences of the user, by id. Only running ones have a problem. */
export async function summarizeForCards(
  db: Db,
  userId: string,
  ids: string[],
): Promise<Map<string, CardFigures>> {
  if (ids.length === 0) return new Map()
  const [counters, holds] = await Promise.all([sumOutcomes(db, userId, ids), countProblems(db, userId, ids)])
  const figures = new Map<string, CardFigures>()
  for (const id of ids) {
    const { sent = 0, opened = 0, replied = 0, bounced = 0 } = counters.get(id) ?? {}
    const hold = holds.get(id)
    const problem = hold ? await problemFrom(db, userId, id, hold) : null
    figures.set(id, {
      sent,
      openRate: percentOfSent(opened, sent),
      replyRate: percentOfSent(replied, sent),
      bounceRate: percentOfSent(bounced, sent),
      problem,
    })
  }
  return figures
}

async function sumOutcomes(db: Db, userId: string, ids: string[]) {
  const total = (column: 'sent' | 'opened' | 'replied' | 'bounced') =>
    sql<number>`sum(${sequenceStats[column]})::int`
  const rows = await db
    .select({
      id: sequenceStats.sequenceId,
      sent: total('sent'),
      opened: total('opened'),
      replied: total('replied'),
      bounced: total('bounced'),
    })
    .from(sequenceStats)
    .innerJoin(sequences, and(eq(sequences.id, sequenceStats.sequenceId), eq(sequences.userId, userId)))
    .where(and(inArray(sequenceStats.sequenceId, ids), eq(sequenceStats.stepId, WHOLE_SEQUENCE)))
    .groupBy(sequenceStats.sequenceId)
  return new Map(rows.map((row) => [row.id, row]))
}

interface Hold {
  reason: HoldReason
  people: number
}

/** The most frequent of the holds with a fix, of each running sequence that has one. */
async function countProblems(db: Db, userId: string, ids: string[]): Promise<Map<string, Hold>> {
  const list = (values: string[]) =>
    sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )
  const rows = await db.execute<{ id: string; reason: HoldReason; people: number }>(sql`
    select distinct on (s.id) s.id, held.reason, count(*)::int as people
    from sequences s
    cross join lateral (
      select hold_reason as reason from sequence_contacts
      where sequence_id = s.id and status = 'active' and hold_reason in (${list(Object.keys(FIXES))})
      limit ${MAX_COUNTED + 1}
    ) held
    where s.user_id = ${userId} and s.status = 'running' and s.id in (${list(ids)})
    group by s.id, held.reason
    order by s.id, people desc, held.reason`)
  return new Map(rows.map(({ id, ...hold }) => [id, hold]))
}

async function problemFrom(
  db: Db,
  userId: string,
  id: string,
  { reason, people }: Hold,
): Promise<CardProblem> {
  const mailbox = reason === 'mailbox_not_connected' ? await mailboxProblemOf(db, userId, id) : null
  return {
    people: Math.min(people, MAX_COUNTED),
    more: people > MAX_COUNTED,
    why: mailbox?.text ?? explainHold(reason),
    fix: mailbox?.fix ?? FIXES[reason]!(id),
  }
}
