import { eq, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema'
import type { Db } from '~/db.server'

/** The data about a user that is passed to visitor tracking. */
export async function getVisitor(db: Db, userId: string) {
  const [row] = await db
    .select({
      id: users.id,
      name: users.fullName,
      email: users.email,
      createdAt: users.createdAt,
      templateCount: sql<number>`(select count(*)::int from templates t where t.user_id = ${userId}::uuid)`,
    })
    .from(users)
    .where(eq(users.id, userId))
  const { createdAt, templateCount, ...visitor } = row!
  return { visitor: { ...visitor, signup_date: createdAt.toISOString().slice(0, 10) }, templateCount }
}
