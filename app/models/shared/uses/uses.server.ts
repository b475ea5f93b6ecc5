import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { AppError } from '~/errors'
import { isInUse, NAMED_USES, type Named, type Uses, type UsesChoice, usesInWords } from './uses'

/** Conditions on what a deletion affects, by the aliases of its tables. */
interface Affected {
  /** The enrollments (`sequence_contacts e`), of which only active ones count. */
  enrollments: SQL
  /** The sends (`email_sends s`); by default those of the enrollments. */
  sends?: SQL
  /** The sequences (`sequences q`); by default those of the enrollments. */
  sequences?: SQL
  /** The workflows (`workflows w`). */
  workflows?: SQL
  /** The steps (`steps t`). */
  steps?: SQL
}

type NamedRow = { id: string; name: string; total: number }

/** Whether a send `s` is planned and has not started: a send in `sending` finishes. */
const IS_PLANNED = sql`s.state in ('scheduled', 'claimed')`
/** Whether an email is the next action of an enrollment `e`. Its send exists only from the minute on in which it is due. */
const IS_NEXT = sql`e.next_action = 'send' and not exists (
  select from email_sends started where started.sequence_contact_id = e.id and started.state = 'sending')`

/** Counts what a deletion affects, among what the user owns. An email counts once: as the next action of a contact, or as a send. */
export async function readUses(db: Db, userId: string, affected: Affected): Promise<Uses> {
  const { enrollments, workflows = sql`false`, steps = sql`false` } = affected
  const active = sql`from sequence_contacts e where e.user_id = ${userId}::uuid and e.status = 'active' and (${enrollments})`
  const sends = affected.sends ?? sql`s.sequence_contact_id in (select e.id ${active})`
  const sequences = affected.sequences ?? sql`q.id in (select e.sequence_id ${active})`
  const named = (from: SQL) =>
    db.execute<NamedRow>(
      sql`select n.*, count(*) over ()::int as total from (${from}) n order by name, id limit ${NAMED_USES}`,
    )
  const [[counts], sequenceRows, workflowRows, stepRows] = await Promise.all([
    db.execute<{ contacts: number; emails: number }>(sql`
      select (select count(distinct e.contact_id)::int ${active}) as contacts,
        (select count(*)::int ${active} and ${IS_NEXT}) + (select count(*)::int from email_sends s
          where s.user_id = ${userId}::uuid and ${IS_PLANNED} and (${sends}) and not exists (
            select ${active} and ${IS_NEXT} and e.id = s.sequence_contact_id)) as emails`),
    named(sql`select q.id, q.name from sequences q where q.user_id = ${userId}::uuid and (${sequences})`),
    named(sql`select w.id, w.name from workflows w where w.user_id = ${userId}::uuid and (${workflows})`),
    named(sql`select t.id, t.name from steps t join sequences q on q.id = t.sequence_id
      where q.user_id = ${userId}::uuid and t.archived_at is null and (${steps})`),
  ])
  const namesOf = (rows: NamedRow[]): Named[] => rows.map(({ id, name }) => ({ id, name }))
  return {
    contacts: counts!.contacts,
    emails: counts!.emails,
    sequences: namesOf(sequenceRows),
    sequenceCount: sequenceRows[0]?.total ?? 0,
    workflows: namesOf(workflowRows),
    workflowCount: workflowRows[0]?.total ?? 0,
    steps: namesOf(stepRows),
  }
}

/**
 * Refuses a deletion of something in use that the user has not confirmed.
 * @param choice absent: confirmed
 * @param what the thing, as a subject: "This email list"
 * @throws AppError IN_USE, with the uses
 */
export async function requireConfirmed(
  choice: UsesChoice | undefined,
  what: string,
  read: () => Promise<Uses>,
): Promise<void> {
  if (!choice || choice.force || choice.contacts) return
  const uses = await read()
  if (isInUse(uses)) throw new AppError('IN_USE', `${what} is in use: ${usesInWords(uses)}`, { uses })
}
