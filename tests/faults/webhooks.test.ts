import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '~/app'
import { deliverDue } from '~/jobs/webhooks/deliver.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact, updateContact } from '~/models/contacts/contact.server'
import { createWebhook } from '~/models/webhooks/endpoints.server'
import { runSeed, seeded } from '../load/random'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { createTestUser } from '../support/people'
import { type Receiver, startReceiver } from '../support/receiver'
import { bySize } from '../support/sizes'
import { type Doomed, type FailPoint, openDoomed } from './support/doomed'

/** The suite breaks every Nth fail point, from a random start; the full size breaks each. */
const STRIDE = bySize(27, 9, 1)
const NOW = new Date('2026-03-02T11:00:00Z')

let database: TestDatabase
let receiver: Receiver
let rescuer: Doomed
let userId: string
const closing: Promise<void>[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  userId = await createTestUser(database.db)
  receiver = await startReceiver()
  rescuer = await openDoomed(database, { ids: {} })
  await createWebhook(rescuer.app.db, userId, { url: receiver.url, events: ['*'] }, rescuer.app, {
    address: '::1',
  })
})
afterAll(async () => {
  await Promise.all([...closing, rescuer?.close()])
  await receiver?.close()
  await database?.drop()
})

/** Something happens to a contact, something else is rolled back, and the events are delivered. */
async function live(app: App, email: string): Promise<void> {
  const { id } = await createContact(app.db, userId, NewContact.parse({ email }), NOW, app.secrets)
  await updateContact(app.db, userId, id, { title: 'CTO' }, NOW, app.secrets)
  await app.db
    .transaction(async (tx) => {
      await updateContact(tx, userId, id, { title: 'never' }, NOW, app.secrets)
      throw new RolledBack()
    })
    .catch((error) => {
      if (!(error instanceof RolledBack)) throw error
    })
  await deliverDue(app)
  await updateContact(app.db, userId, id, { title: 'CEO' }, NOW, app.secrets)
  await deliverDue(app)
}
class RolledBack extends Error {}

/** Breaks at one fail point; then another worker delivers what is left. @returns whether the run reached that point */
async function breakAt(point: FailPoint, email: string): Promise<boolean> {
  const doomed = await openDoomed(database, { ids: {} }, point)
  const going = live(doomed.app, email).catch(() => {})
  await Promise.race([going, doomed.died])
  const ports = doomed.ended()
  // PostgreSQL finishes the statements of closed connections.
  while ((await database.sql`select 1 from pg_stat_activity where client_port = any(${ports})`).length > 0);
  // Its claims are over.
  await database.sql`update webhook_deliveries set next_at = now() where state = 'pending'`
  await deliverDue(rescuer.app)
  if (!doomed.hit() || point.fault === 'connections') closing.push(doomed.close())
  return doomed.hit()
}

/** What was told about a contact is what was committed, in this order. */
async function check(email: string): Promise<void> {
  const [contact] = await database.sql`select id, title from contacts where email = ${email}`
  const told = receiver.hooks.filter(({ data }) => data.email === email)
  const first = told.filter(({ id }, n) => told.findIndex((one) => one.id === id) === n)
  const steps = ['contact.created', 'contact.updated', 'contact.updated']
  const committed = contact ? steps.slice(0, 1 + [null, 'CTO', 'CEO'].indexOf(contact.title)) : []
  expect([email, first.map(({ type }) => type)]).toEqual([email, committed])
  expect(told.map(({ data }) => data.title)).not.toContain('never')
  const [left] = await database.sql`select count(*)::int as n from webhook_deliveries where state = 'pending'`
  expect(left!.n).toBe(0)
  const order = contact
    ? await database.sql`select id from webhook_events where object_id = ${contact.id} order by n`
    : []
  expect(first.map(({ id }) => id)).toEqual(order.map(({ id }) => id))
}

const random = seeded(runSeed('webhooks'))
const cases = (['process', 'connections'] as const).flatMap((fault) =>
  (['before', 'after'] as const).map((when) => ({ fault, when })),
)
test.each(cases)(
  '$fault lost at every fail point, $when PostgreSQL acted: each committed event arrives, in order',
  async ({ fault, when }) => {
    let at = 1 + Math.floor(random() * STRIDE)
    for (;;) {
      const email = `${fault}-${when}-${at}@people.example`
      const wasHit = await breakAt({ at, when, fault }, email)
      await check(email)
      if (!wasHit) break
      at += STRIDE
    }
    process.stdout.write(`webhooks: ${fault}, ${when}: up to ${at - STRIDE}\n`)
    expect(at).toBeGreaterThan(30)
  },
)
