import { createTestDatabase } from './db'
import { canBeEmptied, emptyDatabase, learnTemplate } from './empty-database'
import { launchServer, startOnWednesday, type TestServer } from './launch'

export { Client } from './client'
export type { TestServer } from './launch'

/** Servers with the usual settings that earlier test files of this process gave back. */
const spare: TestServer[] = []

/**
 * The built program as its own process, on a database that holds nothing of other tests. Close it in `afterAll`. For tests that move the
 * sandbox's clock, inject faults, have settings of their own, read what the program prints, or look at rows of all users. One without
 * settings may be a server that an earlier file gave back, which is much faster.
 */
export async function startServer(env: Record<string, string> = {}): Promise<TestServer> {
  if (Object.keys(env).length > 0) return launchServer(await createTestDatabase(), env)
  return lend(spare.pop() ?? (await startUsual()))
}

async function startUsual(): Promise<TestServer> {
  const database = await createTestDatabase()
  await learnTemplate(database)
  return launchServer(database)
}

/** `close` gives the server back, unless a test changed its settings or its schema. */
function lend(server: TestServer): TestServer {
  const from = server.output().length
  let isChanged = false
  return {
    ...server,
    output: () => server.output().slice(from),
    async restart(signal, settings) {
      isChanged ||= settings !== undefined
      await server.restart(signal, settings)
    },
    async close() {
      // A server that a test killed or stopped at work keeps its jobs locked.
      const isSpare = !isChanged && (await hasNoJob(server)) && (await canBeEmptied(server.database))
      if (!isSpare) return server.close()
      await emptyDatabase(server.database)
      await startOnWednesday(server.database)
      spare.push(server)
    },
  }
}

async function hasNoJob({ database }: TestServer): Promise<boolean> {
  const [job] =
    await database.sql`select 1 from graphile_worker._private_jobs where locked_at is not null limit 1`
  return !job
}

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
