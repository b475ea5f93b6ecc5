import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { App } from '~/app'
import { createWebhook } from '~/models/webhooks/endpoints.server'
import { createTestApp } from './app'
import { createTestDatabase, type TestDatabase } from './db'
import { createTestUser } from './people'
import { type Receiver, startReceiver } from './receiver'

export let database: TestDatabase
export let app: App
export let userId: string
export let receiver: Receiver

/** Opens a database and an app for the tests of a file, and a new user and receiver for each test. */
export function setUpWebhooks(): void {
  beforeAll(async () => {
    database = await createTestDatabase()
    app = await createTestApp(database, { settings: { ALLOW_PRIVATE_HOSTS: 'on' } })
  })
  afterAll(async () => {
    await app?.close()
    await database?.drop()
  })
  beforeEach(async () => {
    userId = await createTestUser(database.db)
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await receiver.close()
    await database.sql`delete from webhook_endpoints`
    await database.sql`delete from webhook_events`
  })
}

/** Adds a webhook at the receiver. */
export const listen = (events: string[] = ['*'], url = receiver.url, owner = userId) =>
  createWebhook(app.db, owner, { url, events }, app, { address: '::1' })

/** How many contacts were added: the newest has the address `person${people}@people.example`. */
export let people = 0
export async function addContact(owner = userId): Promise<string> {
  people += 1
  const email = `person${people}@people.example`
  const [row] = await database.sql`
    insert into contacts (user_id, email, name) values (${owner}, ${email}, ${email}) returning id`
  return row!.id
}
export const rename = (id: string, title: string) =>
  database.sql`update contacts set title = ${title} where id = ${id}`

/** The deliveries of the user, oldest first; `wait` is the pause after the last attempt, in seconds. */
export const deliveries = () => database.sql`
  select d.state, d.attempts, d.response_status as status, d.error, d.answer, d.lease,
    extract(epoch from d.next_at - d.attempted_at)::float8 as wait
  from webhook_deliveries d where d.user_id = ${userId} order by d.n, d.id`
export const endpoint = async (id: string) =>
  (await database.sql`select active, off_reason, failing_since from webhook_endpoints where id = ${id}`)[0]!
/** Makes everything due that waits for a retry. */
export const skipPauses = () =>
  database.sql`update webhook_deliveries set next_at = now() where state = 'pending'`
