import { afterAll, beforeAll, expect, test } from 'vitest'
import { listWebhookStates } from '~/models/webhooks/deliveries.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'

const MANY = 20_000

let database: TestDatabase
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  userId = await createTestUser(database.db)
})
afterAll(() => database?.drop())

async function addEndpoint(path: string, owner = userId): Promise<string> {
  const [row] = await database.sql`
    insert into webhook_endpoints (user_id, url, events, secret) values (${owner}, ${`https://hooks.example/${path}`}, '{}', 'sealed')
    returning id`
  return row!.id
}

/** Deliveries that were tried, one second apart, and one that was not. The status of the newest one is 299. */
async function addDeliveries(endpointId: string, n: number): Promise<void> {
  const [event] = await database.sql`
    insert into webhook_events (user_id, type, object_id) values (${userId}, 'webhook.test', ${endpointId}) returning id`
  await database.sql`
    insert into webhook_deliveries (user_id, endpoint_id, event_id, object_id, n, state, attempts, response_status, attempted_at, created_at)
    select ${userId}, ${endpointId}, ${event!.id}, ${endpointId}, i, 'delivered', 1, case when i = ${n} then 299 else 200 end, now(),
      now() - interval '20 days' + make_interval(secs => i) from generate_series(1, ${n}::int) i`
  await database.sql`
    insert into webhook_deliveries (user_id, endpoint_id, event_id, object_id, n)
    values (${userId}, ${endpointId}, ${event!.id}, ${endpointId}, ${n + 1})`
}

test('finds the newest tried delivery of each webhook without reading the others', async () => {
  const [first, second, unused] = [await addEndpoint('a'), await addEndpoint('b'), await addEndpoint('c')]
  const foreign = await addEndpoint('d', await createTestUser(database.db))
  for (const id of [first, second]) await addDeliveries(id, MANY)
  await database.sql`analyze webhook_deliveries`
  await database.sql`analyze webhook_endpoints`
  const { states, read } = await database.db.transaction(async (tx) => {
    const states = await listWebhookStates(tx, userId)
    const [row] = await tx.execute<{ read: number }>(
      `select pg_stat_get_xact_tuples_returned(oid)::int + coalesce((select sum(pg_stat_get_xact_tuples_fetched(indexrelid))::int
         from pg_index where indrelid = c.oid), 0) + pg_stat_get_xact_tuples_fetched(oid)::int as read
       from pg_class c where relname = 'webhook_deliveries'`,
    )
    return { states, read: row!.read }
  })
  expect([...states.keys()].sort()).toEqual([first, second, unused].sort())
  for (const id of [first, second])
    expect(states.get(id)!.last).toMatchObject({ status: 'delivered', responseStatus: 299 })
  expect(states.get(unused)!.last).toBeNull()
  expect(read).toBeLessThan(100)
  expect([...(await listWebhookStates(database.db, userId, second)).keys()]).toEqual([second])
  expect((await listWebhookStates(database.db, userId, foreign)).size).toBe(0)
})
