import { and, desc, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { contacts, sequenceContacts } from '#drizzle/schema'
import type { ENROLLMENT_STATUSES } from '#drizzle/schema/enums'
import type { Db } from '~/db.server'
import { decodeCursor } from '~/models/shared/cursor'
import type { PageQuery } from '~/models/shared/fields'
import { anywhere } from '~/models/shared/patterns'

export const PEOPLE_FILTERS = ['all', 'active', 'waiting', 'completed', 'stopped'] as const
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number]

type Status = (typeof ENROLLMENT_STATUSES)[number]

/** The statuses and the extra condition of each filter. */
const FILTERS: Record<PeopleFilter, { statuses: Status[]; also?: SQL }> = {
  all: { statuses: ['active', 'completed', 'stopped'] },
  active: { statuses: ['active'], also: isNull(sequenceContacts.holdReason) },
  waiting: { statuses: ['active'], also: isNotNull(sequenceContacts.holdReason) },
  completed: { statuses: ['completed'] },
  stopped: { statuses: ['stopped'] },
}

export type MembersQuery = PageQuery & {
  filter: PeopleFilter
  step?: string | undefined
  search?: string | undefined
}

/** The contact's name. A display name that only repeats the address does not count. */
export const fullName = sql<string>`coalesce(nullif(nullif(${contacts.name}, ''), ${contacts.email}),
  concat_ws(' ', nullif(${contacts.firstName}, ''), nullif(${contacts.lastName}, '')))`

/** Subquery with the ids of one page of a sequence's enrollments, newest first. */
export function pageOfMembers(db: Db, userId: string, sequenceId: string, query: MembersQuery): SQL {
  // Only active enrollments are at a step.
  const statuses = FILTERS[query.filter].statuses.filter((status) => !query.step || status === 'active')
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
  { filter, step, search, cursor, limit }: MembersQuery,
  status: Status,
) {
  const after = cursor ? decodeCursor(cursor) : null
  const like = search?.trim() ? anywhere(search) : null
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
        FILTERS[filter].also,
        step ? eq(sequenceContacts.currentStepId, step) : undefined,
        like ? or(ilike(contacts.email, like), ilike(fullName, like)) : undefined,
        after
          ? sql`(${sequenceContacts.enrolledAt}, ${sequenceContacts.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(sequenceContacts.enrolledAt), desc(sequenceContacts.id))
    .limit(limit)
}
