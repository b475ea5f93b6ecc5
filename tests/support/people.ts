import { randomUUID } from 'node:crypto'
import { users } from '#drizzle/schema'
import type { Db } from '~/db.server'

/** Creates a user without a usable password. @returns the id */
export async function createTestUser(db: Db, email = `${randomUUID()}@example.com`): Promise<string> {
  const [row] = await db
    .insert(users)
    .values({ email, password: 'none', fullName: 'Test User' })
    .returning({ id: users.id })
  return row!.id
}
