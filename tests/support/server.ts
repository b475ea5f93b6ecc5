import { createTestDatabase } from './db'
import { launchServer, type TestServer } from './launch'

export { Client } from './client'
export type { TestServer } from './launch'

/** The built program as its own process, on a database of its own. Close it in `afterAll`. */
export const startServer = async (env: Record<string, string> = {}): Promise<TestServer> =>
  launchServer(await createTestDatabase(), env)
