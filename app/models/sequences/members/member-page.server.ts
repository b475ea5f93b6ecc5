import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { contacts, emailLogs, sequenceContacts } from '#drizzle/schema'
import type { ENROLLMENT_STATUSES } from '#drizzle/schema/enums'
import type { Db } from '~/db.server'
import { decodeCursor } from '~/models/shared/cursor'
import type { PageQuery } from '~/models/shared/fields'
import { isAmong } from '~/models/shared/row-arrays.server'
import { containsText } from '~/models/shared/search.server'

export const PEOPLE_FILTERS = [
  'all',
  'active',
  'waiting',
  'opened',
  'replied',
  'bounced',
  'completed',
  'stopped',
] as const
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number]

type Status = (typeof ENROLLMENT_STATUSES)[number]

const ANY: Status[] = ['active', 'completed', 'stopped']

/** The statuses and the extra condition of each filter. */
const FILTERS: Record<PeopleFilter, { statuses: Status[]; also?: (sequenceId: string) => SQL }> = {
  all: { statuses: ANY },
  active: { statuses: ['active'], also: () => isNull(sequenceContacts.holdReason) },
  waiting: { statuses: ['active'], also: () => isNotNull(sequenceContacts.holdReason) },
  opened: { statuses: ANY, also: (id) => inArray(sequenceContacts.id, loggedWith(id, 'opened_at')) },
  replied: { statuses: ANY, also: () => isNotNull(sequenceContacts.repliedAt) },
  bounced: { statuses: ANY, also: (id) => inArray(sequenceContacts.id, loggedWith(id, 'bounced_at')) },
  completed: { statuses: ['completed'] },
  stopped: { statuses: ['stopped'] },
}

/** The enrollments with an email that was opened, or that bounced. */
const loggedWith = (sequenceId: string, moment: 'opened_at' | 'bounced_at') =>
  sql`(select l.sequence_contact_id from email_logs l
    where l.sequence_id = ${sequenceId} and l.${sql.raw(moment)} is not null and l.sequence_contact_id is not null)`

export type MembersQuery = PageQuery & {
  filter: PeopleFilter
  step?: string | undefined
  search?: string | undefined
}

/** The contact's name. A display name that only repeats the address does not count. */
export const fullName = sql<string>`coalesce(nullif(nullif(${contacts.name}, ''), ${contacts.email}),
  concat_ws(' ', nullif(${contacts.firstName}, ''), nullif(${contacts.lastName}, '')))`

/** Subquery with the ids of one page of a sequence's enrollments, newest first. */
export function pageOfMembers(
  db: Db,
  userId: string,
  sequenceId: string,
  { filter, ...query }: MembersQuery,
): SQL {
  const { statuses, also } = FILTERS[filter]
  // Only active enrollments are at a step.
  const possible = statuses.filter((status) => !query.step || status === 'active')
  return pageOfStatuses(db, userId, sequenceId, possible, { ...query, also: also?.(sequenceId) })
}

type StatusQuery = Omit<MembersQuery, 'filter'> & { also?: SQL | undefined }

/** The same of the enrollments with one of these statuses. */
export function pageOfStatuses(
  db: Db,
  userId: string,
  sequenceId: string,
  statuses: readonly Status[],
  query: StatusQuery,
): SQL {
  if (statuses.length === 0) return sql`(select null::uuid where false)`
  const pages = statuses.map((status) => sql`(${pageOfStatus(db, userId, sequenceId, query, status)})`)
  return sql`(select id from (${sql.join(pages, sql` union all `)}) as found
    order by enrolled_at desc, id desc limit ${query.limit})`
}

/** The newest enrollments of one status, in index order, so that only this page is read. */
function pageOfStatus(
  db: Db,
  userId: string,
  sequenceId: string,
  { also, step, search, cursor, limit }: StatusQuery,
  status: Status,
) {
  const after = cursor ? decodeCursor(cursor) : null
  const wanted = search?.trim()
  return db
    .select({ id: sequenceContacts.id, enrolledAt: sequenceContacts.enrolledAt })
    .from(sequenceContacts)
    .leftJoin(contacts, eq(contacts.id, sequenceContacts.contactId))
    .where(
      and(
        eq(sequenceContacts.sequenceId, sequenceId),
        eq(sequenceContacts.userId, userId),
        // Not a parameter: the partial index needs a constant.
        sql`${sequenceContacts.status} = ${sql.raw(`'${status}'`)}`,
        also,
        step ? eq(sequenceContacts.currentStepId, step) : undefined,
        wanted ? or(containsText(contacts.email, wanted), containsText(fullName, wanted)) : undefined,
        after
          ? sql`(${sequenceContacts.enrolledAt}, ${sequenceContacts.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(sequenceContacts.enrolledAt), desc(sequenceContacts.id))
    .limit(limit)
}

/** Contacts are counted up to this number, so that the tabs cost the same for a million of them. */
export const MAX_COUNTED = 10_000

/** How many contacts of a sequence each filter shows; at most `MAX_COUNTED + 1`, which stands for more. */
export async function countMembers(
  db: Db,
  userId: string,
  sequenceId: string,
): Promise<Record<PeopleFilter, number>> {
  const counts = PEOPLE_FILTERS.map(async (filter) => {
    const { statuses, also } = FILTERS[filter]
    const found = db
      .select({ one: sql`1` })
      .from(sequenceContacts)
      .where(
        and(
          eq(sequenceContacts.sequenceId, sequenceId),
          eq(sequenceContacts.userId, userId),
          statuses.length < ANY.length ? inArray(sequenceContacts.status, statuses) : undefined,
          also?.(sequenceId),
        ),
      )
      .limit(MAX_COUNTED + 1)
    return [filter, await db.$count(found.as('found'))] as const
  })
  return Object.fromEntries(await Promise.all(counts)) as Record<PeopleFilter, number>
}

/** What contacts did with the emails of one sequence. */
export interface Reactions {
  opened: boolean
  bounced: boolean
}

/** Maps these enrollments to what came of their emails. Those without emails are left out. */
export async function listReactions(db: Db, ids: string[]): Promise<Map<string, Reactions>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: emailLogs.sequenceContactId,
      opened: sql<boolean>`bool_or(${emailLogs.openedAt} is not null)`,
      bounced: sql<boolean>`bool_or(${emailLogs.bouncedAt} is not null)`,
    })
    .from(emailLogs)
    .where(isAmong(emailLogs.sequenceContactId, ids))
    .groupBy(emailLogs.sequenceContactId)
  return new Map(rows.map(({ id, ...reactions }) => [id!, reactions]))
}
