import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { sequenceContacts, sequenceVersions, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { getSequence } from '../sequence.server'
import type { SequenceContent } from './content'
import { type Difference, differencesOf } from './difference'
import { loadMentionedNames } from './names.server'

/** One version in the list. */
export interface VersionRow {
  number: number
  createdAt: Date
  /** The name of its author; null if the account was deleted. */
  author: string | null
  /** The version that it brought back. */
  restoredFrom: number | null
  /** What it changed; null for the oldest version that is kept. */
  differences: Difference[] | null
  /** Whether it is what the sequence is now. */
  isCurrent: boolean
  /** Contacts in progress that stay on it. */
  staying: number
}

/** A page of a sequence's versions, newest first. @param before only versions with a lower number */
export async function listVersions(
  db: Db,
  userId: string,
  sequenceId: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<{ versions: VersionRow[]; hasMore: boolean }> {
  await getSequence(db, userId, sequenceId)
  const rows = await db
    .select({
      number: sequenceVersions.number,
      createdAt: sequenceVersions.createdAt,
      author: users.fullName,
      restoredFrom: sequenceVersions.restoredFrom,
      content: sequenceVersions.content,
      staying: sql<number>`(select count(*)::int from sequence_contacts e
        where e.version_id = ${sequenceVersions.id} and e.status = 'active')`,
      newest: sql<number>`(select max(v.number) from sequence_versions v where v.sequence_id = ${sequenceId})`,
    })
    .from(sequenceVersions)
    .leftJoin(users, eq(users.id, sequenceVersions.userId))
    .where(
      and(
        eq(sequenceVersions.sequenceId, sequenceId),
        before === undefined ? undefined : lt(sequenceVersions.number, before),
      ),
    )
    .orderBy(desc(sequenceVersions.number))
    .limit(limit + 1)
  const contents = rows.map(({ content }) => content as SequenceContent)
  const names = await loadMentionedNames(db, userId, contents)
  const versions = rows.slice(0, limit).map(({ content: _, newest, ...row }, index) => {
    const [is, was] = [contents[index]!, contents[index + 1]]
    return {
      ...row,
      differences: was ? differencesOf(was, is, names) : null,
      isCurrent: row.number === newest,
    }
  })
  return { versions, hasMore: rows.length > limit }
}

/** How many versions of a sequence are kept. */
export const countVersions = (db: Db, sequenceId: string): Promise<number> =>
  db.$count(sequenceVersions, eq(sequenceVersions.sequenceId, sequenceId))

/** The version that an enrollment stays on, and the current one of its sequence; null if it follows the current one. */
export async function versionOf(
  db: Db,
  userId: string,
  enrollmentId: string,
): Promise<{ id: string; number: number; newest: number } | null> {
  const [row] = await db
    .select({
      id: sequenceVersions.id,
      number: sequenceVersions.number,
      newest: sql<number>`(select max(v.number) from sequence_versions v where v.sequence_id = ${sequenceVersions.sequenceId})`,
    })
    .from(sequenceContacts)
    .innerJoin(sequenceVersions, eq(sequenceVersions.id, sequenceContacts.versionId))
    .where(and(eq(sequenceContacts.id, enrollmentId), eq(sequenceContacts.userId, userId)))
  return row ?? null
}
