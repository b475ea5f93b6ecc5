import { startProgram } from '../load/programs'
import type { TestDatabase } from '../support/clone'
import { freePort } from '../support/launch'
import type { BenchContext } from './engine'
import { openAccount } from './lib/account'
import { ask } from './lib/ask'
import { type Figure, median } from './lib/figures'

const ROUNDS = 5
const FIELDS = 20
const FILTER = {
  all: [
    { field: 'title', op: 'is', value: 'CTO' },
    { field: 'custom.field_1', op: 'greaterThan', value: 500 },
  ],
}

/** P23: the first page of a view with two conditions, sorted by an own field, against its statement alone. */
export async function benchViews({ postgres, listRows }: BenchContext): Promise<Figure[]> {
  const database = await postgres.create()
  const port = await freePort()
  const server = await startProgram({
    ...{ DATABASE_URL: database.url, PORT: String(port), WORKER: 'off', HOST: '127.0.0.1' },
  })
  try {
    const { id, cookie } = await openAccount(`http://127.0.0.1:${port}`, 'views@bench.example')
    await seed(database, id, listRows)
    const search = new URLSearchParams({
      ...{ filter: JSON.stringify(FILTER), sortBy: 'custom.field_2', sortOrder: 'desc', limit: '20' },
    })
    const times = { ours: [] as number[], floor: [] as number[] }
    for (let round = -1; round < ROUNDS; round++) {
      const floor = await timed(() => plainStatement(database, id))
      const ours = await ask(port, `/api/contacts?${search}`, cookie)
      if (round < 0) continue
      times.floor.push(floor)
      times.ours.push(ours)
    }
    const value = median(times.ours) / median(times.floor)
    const ms = (all: number[]) => `${median(all).toFixed(0)} ms`
    return [
      {
        id: 'P23',
        what: `contacts by two conditions, sorted by an own field, of ${listRows.toLocaleString('en')} with ${FIELDS} own fields`,
        ours: ms(times.ours),
        limit: ms(times.floor),
        value: value.toFixed(2),
        goal: 'at most 3',
        reached: value <= 3,
      },
    ]
  } finally {
    await server.stop()
    await database.drop()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

const plainStatement = ({ sql }: TestDatabase, userId: string) => sql`
  select * from contacts where user_id = ${userId} and title = 'CTO' and (custom->>'field_1')::numeric > 500
  order by (custom->>'field_2')::numeric desc nulls last, id desc limit 20`

/** Contacts with a number, a text or a day in each own field. */
async function seed({ sql }: TestDatabase, userId: string, rows: number): Promise<void> {
  const types = ['number', 'text', 'date']
  await sql`
    insert into contact_fields (user_id, name, key, type)
    select ${userId}, 'Field ' || n, 'field_' || n, case when n <= 2 then 'number' else (${types}::text[])[1 + n % 3] end
    from generate_series(1, ${FIELDS}::int) n`
  const [index] = await sql`select indexdef as made from pg_indexes where indexname = 'contacts_search_idx'`
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`set local maintenance_work_mem = '512MB'`
    await tx`drop index contacts_search_idx`
    await tx`
      insert into contacts (user_id, email, name, title, custom, created_at)
      select ${userId}, 'person' || i || '@company' || i % 5000 || '.example', 'Person ' || i,
        (array['CTO', 'CEO', 'Head of Sales'])[1 + i % 3], c.custom, now() - i * interval '1 second'
      from generate_series(1, ${rows}::int) i, lateral (
        select jsonb_object_agg('field_' || n, case
          when n <= 2 or n % 3 = 0 then to_jsonb((i::bigint * n * 7919) % 1000)
          when n % 3 = 1 then to_jsonb('Text ' || (i * n) % 977)
          else to_jsonb(('2026-01-01'::date + (i * n) % 365)::text) end) as custom
        from generate_series(1, ${FIELDS}::int) n) c`
    await tx.unsafe(index!.made as string)
  })
  await sql`vacuum analyze`
}
