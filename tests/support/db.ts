import { inject } from 'vitest'
import { cloneDatabase, type TestDatabase } from './clone'
import { canBeEmptied, emptyDatabase, learnTemplate } from './empty-database'

export type { TestDatabase } from './clone'

/** A database of its own, cloned from the run's template. Drop it in `afterAll`. */
export const createTestDatabase = (): Promise<TestDatabase> =>
  cloneDatabase({ adminUrl: inject('adminUrl'), template: inject('template') })

/** Databases that earlier tests of this process gave back. */
const spare: TestDatabase[] = []

/**
 * A database as the template is: one that an earlier test gave back and that was emptied, or a clone, which takes much longer. `drop` gives it
 * back; one with another schema or with work in progress is dropped.
 */
export async function borrowTestDatabase(): Promise<TestDatabase> {
  const database = spare.pop() ?? (await createTestDatabase())
  await learnTemplate(database)
  return {
    ...database,
    async drop() {
      if (!(await canBeEmptied(database))) return database.drop()
      await emptyDatabase(database)
      spare.push(database)
    },
  }
}
