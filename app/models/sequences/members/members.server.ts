import { and, asc, desc, eq, inArray, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { contacts, decisions, mailAccounts, sequenceContacts, sequences, steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { isResumable } from '~/engine/by-user'
import { type ExplainTerms, explainEnrollment } from '~/engine/explain'
import { explainStored } from '~/engine/explain-stored'
import { type EnrollmentRow, fromRow } from '~/engine/row'
import type { Json } from '~/engine/types'
import { notFound } from '~/errors'
import { IS_BRIEF_WAIT } from '~/models/enrollments/decisions.server'
import { stateColumns } from '~/models/enrollments/snapshot.server'
import { STATUS_NAMES } from '~/models/mailboxes/mailbox.server'
import { type MailboxProblem, problemOf } from '~/models/mailboxes/problem'
import { encodeCursor } from '~/models/shared/cursor'
import { formatMoment } from '~/models/shared/format-time'
import { isOwned } from '~/models/shared/mailboxes/owner.server'
import { historyRemoved } from '~/models/shared/removed'
import { isAmong } from '~/models/shared/row-arrays.server'
import { getSequence } from '../sequence.server'
import { fullName, listReactions, type MembersQuery, pageOfMembers } from './member-page.server'

export { countMembers, MAX_COUNTED, PEOPLE_FILTERS, type PeopleFilter } from './member-page.server'

/** A contact in a sequence, with an explanation of the current state. */
export interface Member {
  id: string
  contactId: string | null
  email: string
  name: string
  status: 'active' | 'completed' | 'stopped'
  paused: boolean
  /** The user can resume it: it is paused, or held because of an invitation. */
  resumable: boolean
  /** Waits for a higher contact limit and is not in the sequence yet. */
  waiting: boolean
  /** Name of the current step; null before the first and after the end. */
  step: string | null
  stepId: string | null
  opened: boolean
  replied: boolean
  bounced: boolean
  /** Explains the current state in a sentence, with the next date. */
  why: string
}

/**
 * One page of the contacts in a sequence, newest enrollment first, each explained in the user's time zone.
 * @throws AppError NOT_FOUND if the user does not own the sequence
 */
export async function listMembers(
  db: Db,
  userId: string,
  sequenceId: string,
  query: MembersQuery,
  timezone: string,
): Promise<{ rows: Member[]; cursor: string | null }> {
  await getSequence(db, userId, sequenceId)
  const rows = await selectMembers(db)
    .where(inArray(sequenceContacts.id, pageOfMembers(db, userId, sequenceId, query)))
    .orderBy(desc(sequenceContacts.enrolledAt), desc(sequenceContacts.id))
  const last = rows.at(-1)
  return {
    rows: await explainAll(db, sequenceId, rows, timezone),
    cursor:
      last && rows.length === query.limit ? encodeCursor({ createdAt: last.enrolledAt, id: last.id }) : null,
  }
}

/** One contact in a sequence. @throws AppError NOT_FOUND */
export async function getMember(
  db: Db,
  userId: string,
  sequenceId: string,
  id: string,
  timezone: string,
): Promise<Member> {
  const rows = await selectMembers(db).where(
    and(
      eq(sequenceContacts.id, id),
      eq(sequenceContacts.sequenceId, sequenceId),
      eq(sequenceContacts.userId, userId),
    ),
  )
  const [member] = await explainAll(db, sequenceId, rows, timezone)
  return member ?? notFound('Contact not found in this sequence')
}

const selectMembers = (db: Db) =>
  db
    .select({
      ...stateColumns,
      contactId: sequenceContacts.contactId,
      email: contacts.email,
      name: fullName,
    })
    .from(sequenceContacts)
    .leftJoin(contacts, eq(contacts.id, sequenceContacts.contactId))
    .$dynamic()

type MemberRow = EnrollmentRow & { contactId: string | null; email: string | null; name: string | null }

async function explainAll(db: Db, sequenceId: string, found: unknown[], timezone: string): Promise<Member[]> {
  const rows = found as MemberRow[]
  const names = await stepNames(db, sequenceId)
  const held = rows.filter((row) => row.holdReason || row.endReason).map((row) => row.id)
  const details = await latestDetails(db, held)
  const problems = await mailboxProblems(db, rows)
  const reactions = await listReactions(
    db,
    rows.map((row) => row.id),
  )
  const [sequence] = await db
    .select({ status: sequences.status })
    .from(sequences)
    .where(eq(sequences.id, sequenceId))
  const running = sequence?.status === 'running'
  return rows.map((row) => {
    const state = fromRow(row)
    const detail = details.get(row.id)
    const mailbox = problems.get(row.id)?.text
    const terms: ExplainTerms = {
      ...termsOf(names, timezone),
      running,
      ...(detail ? { detail } : {}),
      ...(mailbox ? { mailbox } : {}),
    }
    return {
      id: row.id,
      contactId: row.contactId,
      email: row.email ?? 'deleted contact',
      name: row.name ?? '',
      status: row.status,
      paused: row.holdReason === 'paused_by_user',
      resumable: row.status === 'active' && isResumable(row.holdReason),
      waiting: row.status === 'active' && row.holdReason === 'sequence_full',
      step: state.action ? terms.step(state.action.stepId) : null,
      stepId: state.action?.stepId ?? null,
      replied: row.repliedAt !== null,
      ...(reactions.get(row.id) ?? { opened: false, bounced: false }),
      why: explainEnrollment(state, terms),
    }
  })
}

/** How explanations name steps and format dates. */
export const termsOf = (names: Map<string, string>, timezone: string): ExplainTerms => ({
  date: (at) => formatMoment(at, timezone),
  step: (id) => names.get(id) ?? 'a deleted step',
})

/** The names of all steps of a sequence, including deleted ones. */
export async function stepNames(db: Db, sequenceId: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: steps.id, name: steps.name })
    .from(steps)
    .where(eq(steps.sequenceId, sequenceId))
    .orderBy(asc(steps.order))
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The detail of the latest decision about each enrollment, such as the missing variable or the server's message. */
export async function latestDetails(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([decisions.sequenceContactId], {
      id: decisions.sequenceContactId,
      inputs: decisions.inputs,
    })
    .from(decisions)
    .where(inArray(decisions.sequenceContactId, ids))
    .orderBy(decisions.sequenceContactId, desc(decisions.id))
  return new Map(
    rows.flatMap((row) => {
      const { detail } = row.inputs as { detail?: unknown }
      return typeof detail === 'string' && detail ? [[row.id!, detail] as const] : []
    }),
  )
}

/** For enrollments that wait for their mailbox: why it is not sending. */
export async function mailboxProblems(
  db: Db,
  rows: { id: string; holdReason: string | null }[],
): Promise<Map<string, MailboxProblem>> {
  const ids = rows.filter((row) => row.holdReason === 'mailbox_not_connected').map((row) => row.id)
  if (ids.length === 0) return new Map()
  const { email, status, statusDetail } = mailAccounts
  const found = await db
    .select({ id: sequenceContacts.id, email, status, statusDetail })
    .from(sequenceContacts)
    .innerJoin(mailAccounts, and(eq(mailAccounts.id, sequenceContacts.mailboxId), isOwned))
    .where(isAmong(sequenceContacts.id, ids))
  return new Map(
    found.flatMap(({ id, ...mailbox }) => {
      const problem = problemOf({ ...mailbox, status: STATUS_NAMES[mailbox.status] })
      return problem ? [[id, problem] as const] : []
    }),
  )
}

/** One decision in the history of an enrollment. */
interface PathEntry {
  id: number
  at: string
  rule: string
  /** The decision and its reason as a sentence. */
  text: string
  /** The step that it is about, if any. */
  stepId: string | null
}

/** The maximum number of decisions shown for one enrollment. */
const MAX_ENTRIES = 200

/**
 * The path of an enrollment: the steps that it passed, in order (emails sent, lists joined, waits ended), and the decisions about
 * it, newest first. Leaves out brief waits.
 */
export async function loadPath(db: Db, sequenceId: string, enrollmentId: string, timezone: string) {
  const names = await stepNames(db, sequenceId)
  const terms = termsOf(names, timezone)
  const passed = await db.execute<{ stepId: string }>(sql`
    select "stepId" from (
      select s.step_id::text as "stepId", s.sent_at as at, 0 as id
      from email_sends s where s.sequence_contact_id = ${enrollmentId} and s.state = 'sent' and s.step_id is not null
      union all
      select coalesce(d.inputs ->> 'ran', d.inputs ->> 'waited'), d.at, d.id
      from decisions d where d.sequence_contact_id = ${enrollmentId} and d.rule in ('list_step', 'wait_ended')
    ) passed where "stepId" is not null order by at, id`)
  const d = alias(decisions, 'd')
  const rows = await db
    .select({ id: d.id, at: d.at, type: d.type, rule: d.rule, inputs: d.inputs })
    .from(d)
    .where(and(eq(d.sequenceContactId, enrollmentId), not(IS_BRIEF_WAIT)))
    .orderBy(desc(d.id))
    .limit(MAX_ENTRIES)
  const entries: PathEntry[] = rows.map((row) => {
    const inputs = row.inputs as { [key: string]: Json }
    const stepId = [
      inputs.ran,
      inputs.windowOf,
      inputs.answers,
      inputs.skipped,
      inputs.waited,
      inputs.stepId,
    ].find((candidate): candidate is string => typeof candidate === 'string')
    return {
      id: row.id,
      at: formatMoment(row.at, timezone),
      rule: row.rule,
      text: explainStored({ type: row.type, rule: row.rule, inputs }, terms),
      stepId: stepId ?? null,
    }
  })
  const { completedAt, enrolledAt, historyRemovedAt } = sequenceContacts
  const [enrollment] = await db
    .select({ completedAt, enrolledAt, historyRemovedAt })
    .from(sequenceContacts)
    .where(eq(sequenceContacts.id, enrollmentId))
  return {
    steps: passed.map(({ stepId }) => stepId),
    entries,
    /** Said below the entries, if older ones were removed for their age. */
    removed: enrollment ? historyRemoved(enrollment) : null,
  }
}
