import { createTestDatabase } from './db'
import { launchServer, type TestServer } from './launch'

export { Client } from './client'
export type { TestServer } from './launch'

/**
 * The built program as its own process, on a database of its own. Close it in `afterAll`. For tests that move the sandbox's clock, inject
 * faults, have settings of their own, read what the program prints, or look at rows of all users.
 */
export const startServer = async (env: Record<string, string> = {}): Promise<TestServer> =>
  launchServer(await createTestDatabase(), env)

const shared = new Map<string, Promise<TestServer>>()

/**
 * A server that the test files of a worker share, each with users of its own. It ends with the process.
 * @param worker whether it works on jobs too
 */
export function sharedServer({ worker = true } = {}): Promise<TestServer> {
  const settings = { WORKER: worker ? 'in-process' : 'off' }
  const server = shared.get(settings.WORKER) ?? startServer(settings)
  shared.set(settings.WORKER, server)
  return server
}
