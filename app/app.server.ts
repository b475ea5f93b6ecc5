import pino from 'pino'
import { probeDatabase } from '~/models/reports/health.server'
import { loadAddressKey } from '~/models/suppressions/address-key.server'
import type { App } from './app'
import { type Clock, systemClock } from './clock.server'
import { openDatabase } from './db.server'
import type { Env } from './env.server'
import { createOutageLog, type OutageLog } from './outage.server'
import { createProviders } from './providers/factory.server'
import { createSystemMailer } from './providers/system-mail.server'
import { createSealer, createSecrets } from './secrets.server'

export interface AppOptions {
  env: Env
  databaseUrl: string
  appSecret: string
  /** Runs jobs until the queue is empty (jobs/worker.server.ts). Handed in, because every job needs the App. */
  workOnce(app: App): Promise<void>
  clock?: Clock
  log?: pino.Logger
}

/** Assembles the program over a migrated database. Starts no work. */
export async function createApp(options: AppOptions): Promise<App> {
  const { env, databaseUrl } = options
  const database = openDatabase(databaseUrl)
  let outage: OutageLog | null = null
  const log = options.log ?? createLog(env, (error) => outage?.takes(error) ?? false)
  outage = createOutageLog(log, () => probeDatabase(database.db))
  const sandbox = env.sandbox
    ? await (await import('./simulators/sandbox.server')).createSandbox({ ...database, env })
    : null
  const previous = env.appSecretPrevious
  const addressKey = await loadAddressKey(database.db, createSealer(options.appSecret, previous))
  const clock = options.clock ?? sandbox?.clock ?? systemClock
  const providers = createProviders(env, { clock })
  return {
    env,
    db: database.db,
    sql: database.sql,
    databaseUrl,
    clock,
    secrets: createSecrets(options.appSecret, { previous, addressKey }),
    providers,
    systemMail: createSystemMailer({
      ...env.systemMail,
      smtpUrl: env.systemMail.smtpUrl ?? sandbox?.smtpUrl,
    }),
    sandbox,
    log,
    outage,
    workOnce() {
      return options.workOnce(this)
    },
    close: async () => {
      outage?.close()
      await providers.close()
      await sandbox?.close()
      await database.close()
    },
  }
}

/**
 * Query errors contain their parameters, which may be secrets or personal data: only the statement is logged.
 * @param takes whether an error is logged elsewhere: while the database is lost, each query would add its own
 */
function createLog(env: Env, takes: (error: unknown) => boolean): pino.Logger {
  const plain = (error: unknown): unknown => {
    if (!(error instanceof Error)) return error
    const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown }
    const message = error.message.replace(/\nparams:[\s\S]*$/, '')
    const stack = error.stack?.replace(/\nparams:[\s\S]*?(?=\n {4}at |$)/, '')
    return {
      type: error.name,
      message,
      code,
      constraint,
      stack,
      ...(error.cause ? { cause: plain(error.cause) } : {}),
    }
  }
  return pino({
    level: env.nodeEnv === 'test' ? 'silent' : env.logLevel,
    ...(env.logTime === 'iso' ? { timestamp: pino.stdTimeFunctions.isoTime } : {}),
    serializers: { err: plain },
    hooks: {
      logMethod(args, method) {
        const { err, meta } = (args[0] ?? {}) as { err?: unknown; meta?: { error?: unknown } }
        if (!takes(err ?? meta?.error)) method.apply(this, args)
      },
    },
  })
}
