import { expect, test } from 'vitest'
import { openDatabase } from '~/db.server'
import { deliverDue } from '~/jobs/webhooks/deliver.server'
import { EVENT_DATA } from '~/models/api/webhooks'
import { claimDeliveries, IN_FLIGHT } from '~/models/webhooks/claim.server'
import { resendDelivery } from '~/models/webhooks/deliveries.server'
import { deleteWebhook, testWebhook, updateWebhook } from '~/models/webhooks/endpoints.server'
import type { EventType } from '~/models/webhooks/event-types'
import { recordAttempts } from '~/models/webhooks/record.server'
import { MAX_ATTEMPTS } from '~/models/webhooks/schedule'
import { createTestUser } from '../../support/people'
import { isSignedBy, startReceiver } from '../../support/receiver'
import {
  addContact,
  app,
  database,
  deliveries,
  listen,
  people,
  receiver,
  rename,
  setUpWebhooks,
  skipPauses,
  userId,
} from '../../support/webhooks'

setUpWebhooks()

test('delivers an event with a signature, and the object as the API shows it', async () => {
  const { secret } = await listen()
  const contact = await addContact()
  await deliverDue(app)
  const [hook] = receiver.hooks
  expect(receiver.hooks).toHaveLength(1)
  expect(isSignedBy(secret, hook!)).toBe(true)
  expect(isSignedBy(`whsec_${btoa('another secret, 24 bytes')}`, hook!)).toBe(false)
  expect(hook).toMatchObject({ type: 'contact.created', data: { id: contact, suppressed: false } })
  expect(EVENT_DATA['contact.created'].safeParse(hook!.data).error).toBeUndefined()
  expect(Math.abs(Date.parse(hook!.timestamp) - Date.now())).toBeLessThan(60_000)
  expect(hook!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': /Coldframe/ })
  expect(await deliveries()).toMatchObject([
    { state: 'delivered', attempts: 1, status: 204, error: null, lease: null },
  ])
  await deliverDue(app)
  expect(receiver.hooks).toHaveLength(1)
})

test('retries with backoff, the same id and the same bytes, then gives up', async () => {
  await listen()
  receiver.respondWith(() => ({ status: 500, body: 'x'.repeat(5000) }))
  const contact = await addContact()
  const pauses: number[] = []
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    await deliverDue(app)
    const [row] = await deliveries()
    expect(row).toMatchObject({ attempts: attempt, status: 500, error: 'The server responded with 500' })
    expect(row!.answer).toBe('x'.repeat(1000))
    if (row!.state === 'pending') pauses.push(row!.wait)
    await rename(contact, `title ${attempt}`)
    await skipPauses()
  }
  const own = receiver.hooks.filter(({ type }) => type === 'contact.created')
  expect(own).toHaveLength(MAX_ATTEMPTS)
  expect(new Set(own.map(({ raw, id }) => id + raw)).size).toBe(1)
  expect((await deliveries())[0]!.state).toBe('failed')
  // Equal pauses differ by their jitter.
  for (const [n, pause] of pauses.slice(1).entries()) expect(pause).toBeGreaterThan(pauses[n]! * 0.9)
  expect(pauses[0]).toBeLessThan(7)
  expect(pauses.reduce((a, b) => a + b, 0) / 86_400).toBeCloseTo(3.2, 0)
})

test('waits at least as long as the server asks for, and at most a day', async () => {
  await listen()
  await addContact()
  for (const [value, least, most] of [
    ['120', 119, 121],
    ['99999999', 86_000, 86_401],
    ['Tue, 03 Mar 2026 10:05:00 GMT', 299, 301],
  ] as const) {
    const date = 'Tue, 03 Mar 2026 10:00:00 GMT'
    receiver.respondWith(() => ({ status: 503, headers: { 'retry-after': value, date } }))
    await database.sql`update webhook_deliveries set attempts = 0, next_at = now()`
    await deliverDue(app)
    const [row] = await deliveries()
    expect(row!.wait).toBeGreaterThan(least)
    expect(row!.wait).toBeLessThan(most)
  }
})

test('keeps the order of the events of one object, and lets others pass', async () => {
  await listen()
  const [first, second] = [await addContact(), await addContact()]
  for (const title of ['A', 'B', 'C']) await rename(first, title)
  receiver.respondWith(({ data, type }) =>
    data.id === first && type === 'contact.created' ? { status: 500 } : { status: 204 },
  )
  await deliverDue(app)
  expect(receiver.hooks.map(({ data }) => data.id).sort()).toEqual([first, second].sort())
  await skipPauses()
  await deliverDue(app)
  expect(receiver.hooks).toHaveLength(3)
  receiver.respondWith(() => ({ status: 200 }))
  await skipPauses()
  await deliverDue(app)
  const ofFirst = receiver.hooks.filter(({ data }) => data.id === first)
  expect(ofFirst.map(({ type }) => type)).toEqual([
    ...['contact.created', 'contact.created', 'contact.created'],
    ...['contact.updated', 'contact.updated', 'contact.updated'],
  ])
  const order = await database.sql`select id from webhook_events where object_id = ${first} order by n`
  expect([...new Set(ofFirst.map(({ id }) => id))]).toEqual(order.map(({ id }) => id))
})

test('three workers at once deliver each event once, in order', async () => {
  await listen()
  const contacts = await Promise.all(Array.from({ length: 20 }, () => addContact()))
  for (const title of ['A', 'B', 'C', 'D']) for (const id of contacts) await rename(id, title)
  await Promise.all([deliverDue(app), deliverDue(app), deliverDue(app)])
  await deliverDue(app)
  expect(receiver.hooks).toHaveLength(100)
  expect(new Set(receiver.hooks.map(({ id }) => id)).size).toBe(100)
  for (const contact of contacts) {
    const order = await database.sql`select id from webhook_events where object_id = ${contact} order by n`
    const own = receiver.hooks.filter(({ data }) => data.id === contact)
    expect(own.map(({ id }) => id)).toEqual(order.map(({ id }) => id))
  }
})

test('reports the remembered facts of a deleted object', async () => {
  await listen(['contact.created', 'enrollment.ended', 'email.uncertain'])
  const contact = await addContact()
  const [sequence] =
    await database.sql`insert into sequences (user_id, name) values (${userId}, 'S') returning id`
  const [enrollment] = await database.sql`
    insert into sequence_contacts (user_id, sequence_id, contact_id, address_hash, enrolled_at, next_action, next_action_at)
    values (${userId}, ${sequence!.id}, ${contact}, 'hash', now(), 'send', now()) returning id`
  const [send] = await database.sql`
    insert into email_sends (user_id, recipient_email, sender_email, subject, state, started_at, tracking_token, unsubscribe_token,
      planned_at, scheduled_for)
    values (${userId}, 'p@people.example', 's@b.example', 'Hi', 'uncertain', now(), 'a', 'b', now(), now()) returning id`
  await database.sql`delete from sequences where id = ${sequence!.id}`
  await database.sql`delete from contacts where id = ${contact}`
  await database.sql`delete from email_sends where id = ${send!.id}`
  await deliverDue(app)
  const told = Object.fromEntries(receiver.hooks.map(({ type, data }) => [type, data]))
  expect(told).toEqual({
    'contact.created': { id: contact, email: `person${people}@people.example` },
    'enrollment.ended': {
      id: enrollment!.id,
      sequenceId: sequence!.id,
      contactId: contact,
      endReason: 'sequence_deleted',
    },
    'email.uncertain': {
      id: send!.id,
      emailId: send!.id,
      contactEmail: 'p@people.example',
      subject: 'Hi',
    },
  })
  for (const { type, data } of receiver.hooks)
    expect([type, EVENT_DATA[type as EventType].safeParse(data).error?.issues]).toEqual([type, undefined])
})

test('tells nothing while sending is held, because the database was restored or copied', async () => {
  await listen()
  await addContact()
  await database.sql`
    insert into sending_control (id, database_identity, held_since) values (1, 'another', now())
    on conflict (id) do update set held_since = now()`
  await deliverDue(app)
  expect(receiver.hooks).toHaveLength(0)
  await database.sql`update sending_control set held_since = null`
  await deliverDue(app)
  expect(receiver.hooks).toHaveLength(1)
})

test('goes on while an operator holds sending', async () => {
  await listen()
  await addContact()
  await database.sql`
    insert into sending_control (id, database_identity, operator_held_since) values (1, 'another', now())
    on conflict (id) do update set operator_held_since = now()`
  await deliverDue(app)
  await database.sql`update sending_control set operator_held_since = null`
  expect(receiver.hooks).toHaveLength(1)
})

test('does not follow redirects', async () => {
  await listen()
  const other = await startReceiver()
  receiver.respondWith(() => ({ status: 302, headers: { location: other.url } }))
  await addContact()
  await deliverDue(app)
  expect(other.hooks).toEqual([])
  expect(await deliveries()).toMatchObject([{ state: 'pending', status: 302 }])
  await other.close()
})

test('an event behind one that is being delivered is looked at again after a second', async () => {
  await listen()
  const contact = await addContact()
  await rename(contact, 'CTO')
  const claimed = (await claimDeliveries(app.db, []))!
  await skipPauses()
  await database.sql`update webhook_deliveries set next_at = now() + interval '60 seconds' where lease is not null`
  expect(claimed).toHaveLength(1)
  // The column has milliseconds.
  const [{ before }] = await database.sql<[{ before: string }]>`select now()::timestamptz(3)::text as before`
  expect(await claimDeliveries(app.db, [])).toEqual([])
  const [row] = await database.sql`
    select next_at - interval '1 second' between ${before}::timestamptz and now()::timestamptz(3) as after_a_second
    from webhook_deliveries where user_id = ${userId} and lease is null`
  expect(row).toEqual({ after_a_second: true })
})

test('allows 20 webhooks, however many are added at the same time', async () => {
  const adding = Array.from({ length: 25 }, () => listen())
  const results = await Promise.allSettled(adding)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
})

test('a claim that is over records nothing, and the event is delivered again', async () => {
  await listen()
  await addContact()
  const [claimed] = (await claimDeliveries(app.db, []))!
  expect(await claimDeliveries(app.db, [])).toBeNull()
  await skipPauses()
  const [again] = (await claimDeliveries(app.db, []))!
  expect(again).toMatchObject({ id: claimed!.id, body: claimed!.body, eventId: claimed!.eventId })
  const response = { status: 200, text: '', retryAfter: null, error: null }
  await recordAttempts(app.db, [{ delivery: claimed!, response }])
  expect(await deliveries()).toMatchObject([{ state: 'pending', attempts: 0 }])
  await recordAttempts(app.db, [{ delivery: again!, response }])
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test('a worker that stops gives its claims back at once', async () => {
  await listen()
  await addContact()
  receiver.respondWith(() => ({ status: 200, after: null }))
  const stopping = new AbortController()
  const delivering = deliverDue(app, stopping.signal)
  await expect.poll(() => receiver.hooks.length).toBe(1)
  stopping.abort(new Error('stop'))
  await delivering
  expect(await deliveries()).toMatchObject([{ state: 'pending', attempts: 0, lease: null }])
  receiver.respondWith(() => ({ status: 200 }))
  await deliverDue(app)
  expect(receiver.hooks).toHaveLength(2)
})

test('a worker stops cleanly while the database is away', async () => {
  await listen()
  await addContact()
  receiver.respondWith(() => ({ status: 200, after: null }))
  const own = openDatabase(database.url)
  const stopping = new AbortController()
  const delivering = deliverDue({ ...app, db: own.db }, stopping.signal)
  await expect.poll(() => receiver.hooks.length).toBe(1)
  await own.close()
  stopping.abort(new Error('stop'))
  await delivering
})

test('a hanging endpoint does not delay the others', async () => {
  const other = await startReceiver(() => ({ status: 200, after: null }))
  const stranger = await createTestUser(database.db)
  await listen(['*'], other.url, stranger)
  await listen()
  const most = IN_FLIGHT.endpoint
  for (let n = 0; n < most + 20; n++) await addContact(stranger)
  for (let n = 0; n < most + 20; n++) await addContact()
  const stopping = new AbortController()
  const delivering = deliverDue(app, stopping.signal)
  // The silent one has its places and keeps them.
  await expect.poll(() => receiver.hooks.length).toBe(most + 20)
  expect(other.hooks.length).toBe(most)
  stopping.abort(new Error('stop'))
  await delivering
  await other.close()
})

test('uses a connection for many events', async () => {
  await listen()
  for (let n = 0; n < 30; n++) {
    await addContact()
    await deliverDue(app)
  }
  expect(receiver.hooks).toHaveLength(30)
  expect(receiver.connections()).toBeLessThan(3)
})

test('a test goes to one webhook only, and works again and again', async () => {
  const { id } = await listen(['email.sent'])
  await listen(['*'], `${receiver.url}/other`)
  await testWebhook(app.db, userId, id)
  await testWebhook(app.db, userId, id)
  await deliverDue(app)
  expect(receiver.types()).toEqual(['webhook.test', 'webhook.test'])
  await updateWebhook(app.db, userId, id, { active: false }, app)
  await expect(testWebhook(app.db, userId, id)).rejects.toThrow('switched off')
})

test('sends an event again with the same id', async () => {
  const { id } = await listen()
  await addContact()
  await deliverDue(app)
  const [row] = await database.sql`select id from webhook_deliveries where user_id = ${userId}`
  await resendDelivery(app.db, userId, id, row!.id)
  await deliverDue(app)
  expect(receiver.hooks).toHaveLength(2)
  expect(receiver.hooks[1]!.id).toBe(receiver.hooks[0]!.id)
  expect(receiver.hooks[1]!.raw).toBe(receiver.hooks[0]!.raw)
})

test('deleting a webhook deletes its log, and a claimed delivery records nothing', async () => {
  const { id } = await listen()
  await addContact()
  const claimed = (await claimDeliveries(app.db, []))!
  await deleteWebhook(app.db, userId, id)
  const response = { status: 500, text: '', retryAfter: null, error: null }
  await recordAttempts(app.db, [{ delivery: claimed[0]!, response }])
  expect(await deliveries()).toEqual([])
})
