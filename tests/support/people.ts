import { randomUUID } from 'node:crypto'
import { users } from '#drizzle/schema'
import type { Db } from '~/db.server'

/** Creates a user without a usable password. @returns the id */
export async function createTestUser(db: Db): Promise<string> {
  const [row] = await db
    .insert(users)
    .values({ email: `${randomUUID()}@example.com`, password: 'none', fullName: 'Test User' })
    .returning({ id: users.id })
  return row!.id
}
