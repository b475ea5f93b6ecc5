import { expect, test } from 'vitest'
import { deliverDue } from '~/jobs/webhooks/deliver.server'
import { claimDeliveries } from '~/models/webhooks/claim.server'
import { updateWebhook } from '~/models/webhooks/endpoints.server'
import { OFF_WORDS } from '~/models/webhooks/off-reasons'
import { recordAttempts } from '~/models/webhooks/record.server'
import { MAX_ATTEMPTS } from '~/models/webhooks/schedule'
import {
  addContact,
  app,
  database,
  deliveries,
  endpoint,
  listen,
  receiver,
  rename,
  setUpWebhooks,
  skipPauses,
  userId,
} from '../../support/webhooks'

setUpWebhooks()

test('410 switches the webhook off, with one notification', async () => {
  const { id } = await listen()
  receiver.respondWith(() => ({ status: 410 }))
  await addContact()
  await addContact()
  await deliverDue(app)
  expect(await endpoint(id)).toMatchObject({ active: false, off_reason: 'gone' })
  const notices = await database.sql`select title, message from notifications where user_id = ${userId}`
  expect([...notices]).toEqual([
    { title: 'Webhook switched off', message: expect.stringContaining(OFF_WORDS.gone) },
  ])
})

test('is switched off after three days without a success, and goes on when switched on', async () => {
  const { id } = await listen()
  receiver.respondWith(() => ({ status: 500 }))
  await addContact()
  await deliverDue(app)
  expect(await endpoint(id)).toMatchObject({ active: true, off_reason: null })
  await database.sql`update webhook_endpoints set failing_since = now() - interval '71 hours'`
  await skipPauses()
  await deliverDue(app)
  expect(await endpoint(id)).toMatchObject({ active: true })
  await database.sql`update webhook_endpoints set failing_since = now() - interval '72 hours'`
  await skipPauses()
  await deliverDue(app)
  expect(await endpoint(id)).toMatchObject({ active: false, off_reason: 'failing' })
  await addContact()
  await skipPauses()
  await deliverDue(app)
  expect(receiver.hooks).toHaveLength(3)
  receiver.respondWith(() => ({ status: 200 }))
  await updateWebhook(app.db, userId, id, { active: true }, app)
  await deliverDue(app)
  expect(receiver.hooks).toHaveLength(4)
  expect(await endpoint(id)).toMatchObject({ active: true, off_reason: null, failing_since: null })
  expect((await database.sql`select 1 from notifications where user_id = ${userId}`).length).toBe(1)
})

test('a result of the old address does not switch off the new one', async () => {
  const { id } = await listen()
  const contact = await addContact()
  const [delivery] = (await claimDeliveries(app.db, []))!
  await updateWebhook(app.db, userId, id, { url: `${receiver.url}/new` }, app)
  const gone = { status: 410, text: '', retryAfter: null, error: null }
  await recordAttempts(app.db, [{ delivery: delivery!, response: gone }])
  expect(await endpoint(id)).toMatchObject({ active: true, off_reason: null, failing_since: null })
  // Nor does a result that came too late to be recorded.
  await rename(contact, 'CTO')
  const [late] = (await claimDeliveries(app.db, []))!
  await skipPauses()
  await claimDeliveries(app.db, [])
  await recordAttempts(app.db, [{ delivery: late!, response: gone }])
  expect(await endpoint(id)).toMatchObject({ active: true, off_reason: null, failing_since: null })
})

test('switched on again, every pending event gets all its attempts', async () => {
  const { id } = await listen()
  receiver.respondWith(() => ({ status: 502 }))
  await addContact()
  await database.sql`update webhook_deliveries set attempts = ${MAX_ATTEMPTS - 1}`
  await updateWebhook(app.db, userId, id, { active: false }, app)
  await updateWebhook(app.db, userId, id, { active: true }, app)
  await deliverDue(app)
  expect(await deliveries()).toMatchObject([{ state: 'pending', attempts: 1 }])
})

test('what happens while it is off is never sent, and what waited goes on', async () => {
  const { id } = await listen()
  const before = await addContact()
  await updateWebhook(app.db, userId, id, { active: false }, app)
  await rename(before, 'CTO')
  await deliverDue(app)
  expect(receiver.hooks).toEqual([])
  await updateWebhook(app.db, userId, id, { active: true }, app)
  await deliverDue(app)
  await rename(before, 'CEO')
  await deliverDue(app)
  expect(receiver.types()).toEqual(['contact.created', 'contact.updated'])
  expect(receiver.hooks[1]!.data).toMatchObject({ id: before, title: 'CEO' })
})

test('a success ends the count of failures', async () => {
  const { id } = await listen()
  receiver.respondWith((_, n) => ({ status: n === 1 ? 500 : 200 }))
  await addContact()
  await deliverDue(app)
  expect((await endpoint(id)).failing_since).not.toBeNull()
  await addContact()
  await deliverDue(app)
  expect((await endpoint(id)).failing_since).toBeNull()
})
