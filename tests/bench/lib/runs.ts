import { audit, settled } from '../../load/audit'
import { type Sink, startHelper, startProgram } from '../../load/programs'
import { seedCampaign, seedPeople } from '../../load/seed'
import type { TestDatabase } from '../../support/clone'
import type { BenchPostgres } from './postgres'

/** Emails per second between the first and the last arrival. */
async function rateOf(sink: Sink): Promise<number> {
  const { firstAt, lastAt, count } = await sink.count()
  return (count - 1) / ((lastAt - firstAt) / 1000)
}

/** nodemailer's pool alone. */
export async function limitRun(sink: Sink, mode: 'raw' | 'compose', mails: number): Promise<number> {
  await sink.reset()
  const env = { SINK_PORT: String(sink.port), MAILS: String(mails), MODE: mode }
  const limit = await startHelper('../bench/limits/smtp.ts', env)
  await limit.ask('go')
  await limit.stop()
  return rateOf(sink)
}

export interface EngineRun {
  rate: number
  /** Queue jobs per email. */
  jobsPerMail: number
  /** MiB of the worker at its end. */
  memory: number
}

export interface EngineOptions {
  mails: number
  mailboxes: number
  dailyLimit?: number
  /** Before the worker starts. */
  prepare?(database: TestDatabase, campaign: Awaited<ReturnType<typeof seedCampaign>>): Promise<void>
  /** When half of the emails have arrived. */
  halfway?(database: TestDatabase): Promise<void>
}

/** Runs a worker on a database with due emails; all must arrive once. */
export async function engineRun(
  postgres: BenchPostgres,
  sink: Sink,
  options: EngineOptions,
): Promise<EngineRun> {
  const { mails, mailboxes, dailyLimit } = options
  const database = await postgres.create()
  try {
    const campaign = await seedCampaign(database, {
      port: sink.port,
      mailboxes,
      ...(dailyLimit ? { dailyLimit } : {}),
    })
    await options.prepare?.(database, campaign)
    await seedPeople(database, campaign, mails)
    await sink.reset()
    const worker = await startProgram({ DATABASE_URL: database.url }, ['--worker'])
    if (options.halfway) {
      await sink.reached(mails / 2)
      await options.halfway(database)
    }
    await sink.reached(mails)
    const rate = await rateOf(sink)
    await settled(database)
    const memory = worker.memory()
    await worker.stop()
    const { twice, lost, unexplained } = await audit(database, await sink.report())
    if (twice.length + lost.length + unexplained.length > 0)
      throw new Error('emails were lost, or sent twice')
    const [jobs] = await database.sql<{ n: string }[]>`
      select nextval(pg_get_serial_sequence('graphile_worker._private_jobs', 'id')) as n`
    return { rate, jobsPerMail: Number(jobs!.n) / mails, memory }
  } finally {
    await database.drop()
  }
}
