import type { EmbeddedPostgres } from '#drizzle/embedded'
import { migrateDatabase } from '#drizzle/migrate'
import type { App } from '~/app'
import { createApp } from '~/app.server'
import type { Env } from '~/env.server'
import { workOnce } from '~/jobs/worker.server'

/** The context of an operator command. */
export interface Operation {
  env: Env
  /** Null with DATABASE_URL. */
  embedded: EmbeddedPostgres | null
  databaseUrl: string
  appSecret: string
  /** The arguments after the command. */
  args: string[]
  /** The directory that file names are relative to. */
  cwd: string
  say(line: string): void
}

/** A command that cannot be run; the message is one line. */
export class OperatorError extends Error {}

/** To standard error: what the command prints may be JSON. */
export const noteMigration = (line: string) => void process.stderr.write(`coldframe: ${line}\n`)

/** Opens the program over a database, which it migrates, for one command. */
export async function withApp<T>(
  operation: Operation,
  databaseUrl: string,
  work: (app: App) => Promise<T>,
): Promise<T> {
  await migrateDatabase(databaseUrl, undefined, noteMigration)
  const { appSecret } = operation
  // The sandbox's mail servers belong to the running program; ours are unused and take any port.
  const env = { ...operation.env, port: 0 }
  const app = await createApp({ env, databaseUrl, appSecret, workOnce })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}
