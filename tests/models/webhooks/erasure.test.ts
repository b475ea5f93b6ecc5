import { expect, test } from 'vitest'
import { deliverDue } from '~/jobs/webhooks/deliver.server'
import { EVENT_DATA } from '~/models/api/webhooks'
import { eraseContact } from '~/models/contacts/erase.server'
import { type EventWithoutBody, renderBodies } from '~/models/webhooks/bodies.server'
import { claimDeliveries } from '~/models/webhooks/claim.server'
import { recordAttempts } from '~/models/webhooks/record.server'
import {
  addContact,
  app,
  database,
  listen,
  people,
  receiver,
  rename,
  setUpWebhooks,
  userId,
} from '../../support/webhooks'

setUpWebhooks()

test('erasing a person removes what was told about them', async () => {
  await listen()
  receiver.respondWith(({ raw }) => ({ status: 200, body: raw }))
  const contact = await addContact()
  const email = `person${people}@people.example`
  await deliverDue(app)
  await rename(contact, 'CTO')
  await eraseContact(app.db, userId, contact, email, new Date('2026-03-02T11:00:00Z'), app.secrets)
  const [left] = await database.sql`
    select coalesce(string_agg(v.body, ''), '') || string_agg(v.facts::text, '') || coalesce(string_agg(d.answer, ''), '') as text
    from webhook_events v join webhook_deliveries d on d.event_id = v.id where v.user_id = ${userId}`
  expect(left!.text).not.toContain(email)
  await deliverDue(app)
  const last = receiver.hooks.at(-1)!
  expect(last).toMatchObject({ type: 'contact.updated', data: { id: contact } })
  expect(EVENT_DATA['contact.updated'].safeParse(last.data).error).toBeUndefined()
  expect(receiver.hooks.at(-1)!.raw).not.toContain(email)
})

test('a response that arrives after the person was erased is not kept', async () => {
  await listen()
  const contact = await addContact()
  const email = `person${people}@people.example`
  const [delivery] = (await claimDeliveries(app.db, []))!
  await eraseContact(app.db, userId, contact, email, new Date('2026-03-02T11:00:00Z'), app.secrets)
  const response = { status: 200, text: `thanks for ${email}`, retryAfter: null, error: null }
  await recordAttempts(app.db, [{ delivery: delivery!, response }])
  const [told] = await database.sql`
    select d.state, d.answer from webhook_deliveries d join webhook_events v on v.id = d.event_id
    where v.user_id = ${userId} and v.type = 'contact.created'`
  expect(told).toEqual({ state: 'delivered', answer: null })
})

test('a body that is rendered while the person is erased is neither kept nor sent', async () => {
  await listen()
  const contact = await addContact()
  const email = `person${people}@people.example`
  const [event] = await database.sql<EventWithoutBody[]>`
    select id, user_id as "userId", type, object_id as "objectId", facts, at from webhook_events where object_id = ${contact}`
  await eraseContact(app.db, userId, contact, email, new Date('2026-03-02T11:00:00Z'), app.secrets)
  expect(await renderBodies(app.db, [{ ...event!, at: new Date() }])).toEqual(new Map())
  await deliverDue(app)
  expect(receiver.hooks.map(({ raw }) => raw).join()).not.toContain(email)
  expect(receiver.hooks[0]).toMatchObject({ type: 'contact.created', data: { id: contact } })
})
