import { settled } from '../load/audit'
import { startProgram } from '../load/programs'
import { seedCampaign, seedPeople } from '../load/seed'
import type { BenchContext } from './engine'
import type { Figure } from './lib/figures'

/** What an email adds to. */
const TABLES = [
  'email_sends',
  'email_texts',
  'shared_texts',
  'email_logs',
  'decisions',
  'sequence_contacts',
  'tracking_events',
]
const MAILS = 5_000

/** P20: the disk that an email takes, with indexes: of the first ones of an installation, and of those that come after them. */
export async function benchSize({ postgres, sink }: BenchContext): Promise<Figure[]> {
  const database = await postgres.create()
  const { sql } = database
  const sizes = async (): Promise<Sizes> =>
    sql<{ name: string; bytes: number }[]>`
      select name, pg_total_relation_size(name::regclass)::float as bytes from unnest(${TABLES}::text[]) name`
  try {
    const campaign = await seedCampaign(database, { port: sink.port, mailboxes: 2 })
    await sink.reset()
    const stages: Sizes[] = [await sizes()]
    for (const prefix of ['a', 'b']) {
      await seedPeople(database, campaign, MAILS, '-1 minute', prefix)
      const worker = await startProgram({ DATABASE_URL: database.url }, ['--worker'])
      await sink.reached(stages.length * MAILS)
      await settled(database)
      await worker.stop()
      stages.push(await sizes())
      // As PostgreSQL does by itself within a minute.
      await sql`vacuum`
    }
    const [empty, first, second] = stages as [Sizes, Sizes, Sizes]
    return [figureOf('the first ones', empty, first), figureOf('those after them', first, second)]
  } finally {
    await database.drop()
  }
}

type Sizes = { name: string; bytes: number }[]

function figureOf(which: string, before: Sizes, after: Sizes): Figure {
  const each = after.map(({ name, bytes }, index) => ({
    name,
    bytes: (bytes - before[index]!.bytes) / MAILS,
  }))
  const sum = each.reduce((all, { bytes }) => all + bytes, 0)
  const parts = each.map(({ name, bytes }) => `${name} ${Math.round(bytes)}`).join(', ')
  return {
    id: 'P20',
    what: `bytes on disk for an email of half a kilobyte, ${which} (${parts})`,
    ours: Math.round(sum).toLocaleString('en'),
    limit: '',
    value: '',
    goal: 'at most 4,096',
    reached: sum <= 4096,
  }
}
