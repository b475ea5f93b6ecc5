import type pino from 'pino'
import type { Clock } from './clock.server'
import type { Database, Db } from './db.server'
import type { Env } from './env.server'
import type { OutageLog } from './outage.server'
import type { Providers } from './providers/factory.server'
import type { SystemMailer } from './providers/system-mail.server'
import type { Secrets } from './secrets.server'
import type { Sandbox } from './simulators/sandbox.server'

/** The running program, passed to routes and jobs. Only `createApp` (app.server.ts) assembles its parts. */
export interface App {
  env: Env
  db: Db
  sql: Database['sql']
  databaseUrl: string
  clock: Clock
  secrets: Secrets
  providers: Providers
  systemMail: SystemMailer
  /** The simulated services and their clock; null if the sandbox is off, and then none of its code is loaded. */
  sandbox: Sandbox | null
  log: pino.Logger
  outage: OutageLog
  /** Runs jobs until the queue is empty: for a fast-forward without a worker. */
  workOnce(this: App): Promise<void>
  close(): Promise<void>
}
