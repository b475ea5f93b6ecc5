import { startHelper, startProgram, startSink } from '../load/programs'
import { seedCampaign, seedPeople } from '../load/seed'
import { startBenchPostgres } from './lib/postgres'

const MAILS = Number(process.env.MAILS ?? 10_000)
const postgres = await startBenchPostgres()
const sink = await startSink()
const rate = async () => {
  const { firstAt, lastAt, count } = await sink.count()
  return (count - 1) / ((lastAt - firstAt) / 1000)
}
for (let pair = 0; pair < Number(process.env.PAIRS ?? 1); pair++) {
  const out: Record<string, string> = {}
  for (const MODE of (process.env.MODES ?? 'raw,compose').split(',').filter(Boolean)) {
    await sink.reset()
    const limit = await startHelper('../bench/limits/smtp.ts', {
      SINK_PORT: String(sink.port),
      MAILS: String(MAILS),
      MODE,
    })
    await limit.ask('go')
    await limit.stop()
    out[MODE] = (await rate()).toFixed(0)
  }
  await sink.reset()
  const database = await postgres.create()
  const campaign = await seedCampaign(database, { port: sink.port, mailboxes: 2 })
  await seedPeople(database, campaign, MAILS)
  const worker = await startProgram({ DATABASE_URL: database.url }, ['--worker'])
  await sink.reached(MAILS)
  out.ours = (await rate()).toFixed(0)
  await worker.stop()
  const [row] =
    await database.sql`select (select count(*)::int from email_sends where state = 'sent') sent, (select count(*)::int from graphile_worker._private_jobs) jobs`
  console.log(out, row)
  if (process.env.KEEP) console.log(database.url, await new Promise(() => {}))
  await database.drop()
}
await sink.stop()
await postgres.stop()
process.exit(0)
