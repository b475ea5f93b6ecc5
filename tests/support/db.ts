import { inject } from 'vitest'
import { cloneDatabase, type TestDatabase } from './clone'

export type { TestDatabase } from './clone'

/** A database of its own, cloned from the run's template. Drop it in `afterAll`. */
export const createTestDatabase = (): Promise<TestDatabase> =>
  cloneDatabase({ adminUrl: inject('adminUrl'), template: inject('template') })
