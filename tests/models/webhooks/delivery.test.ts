import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '~/app.server'
import { openDatabase } from '~/db.server'
import { deliverDue } from '~/jobs/webhooks/deliver.server'
import { EVENT_DATA } from '~/models/api/webhooks'
import { eraseContact } from '~/models/contacts/erase.server'
import { type BareEvent, renderBodies } from '~/models/webhooks/bodies.server'
import { claimDeliveries, IN_FLIGHT } from '~/models/webhooks/claim.server'
import { resendDelivery } from '~/models/webhooks/deliveries.server'
import { createWebhook, deleteWebhook, testWebhook, updateWebhook } from '~/models/webhooks/endpoints.server'
import type { EventType } from '~/models/webhooks/event-types'
import { OFF_WORDS } from '~/models/webhooks/off-reasons'
import { recordAttempts } from '~/models/webhooks/record.server'
import { MOST_ATTEMPTS } from '~/models/webhooks/schedule'
import { createTestApp } from '../../support/app'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'
import { isSignedBy, type Receiver, startReceiver } from '../../support/receiver'

let database: TestDatabase
let app: App
let userId: string
let receiver: Receiver
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

const listen = (events: string[] = ['*'], url = receiver.url, owner = userId) =>
  createWebhook(app.db, owner, { url, events }, app)

let people = 0
async function addContact(owner = userId): Promise<string> {
  people += 1
  const email = `person${people}@people.example`
  const [row] = await database.sql`
    insert into contacts (user_id, email, name) values (${owner}, ${email}, ${email}) returning id`
  return row!.id
}
const rename = (id: string, title: string) =>
  database.sql`update contacts set title = ${title} where id = ${id}`

const deliveries = () => database.sql`
  select d.state, d.attempts, d.response_status as status, d.error, d.answer, d.lease,
    extract(epoch from d.next_at - now())::float8 as wait
  from webhook_deliveries d where d.user_id = ${userId} order by d.n, d.id`
const endpoint = async (id: string) =>
  (await database.sql`select active, off_reason, failing_since from webhook_endpoints where id = ${id}`)[0]!
/** Makes everything due that waits for a retry. */
const skipPauses = () => database.sql`update webhook_deliveries set next_at = now() where state = 'pending'`

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
  receiver.answerWith(() => ({ status: 500, body: 'x'.repeat(5000) }))
  const contact = await addContact()
  const pauses: number[] = []
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    await deliverDue(app)
    const [row] = await deliveries()
    expect(row).toMatchObject({ attempts: attempt, status: 500, error: 'The server responded with 500' })
    expect(row!.answer).toBe('x'.repeat(1000))
    if (row!.state === 'pending') pauses.push(row!.wait)
    await rename(contact, `title ${attempt}`)
    await skipPauses()
  }
  const own = receiver.hooks.filter(({ type }) => type === 'contact.created')
  expect(own).toHaveLength(MOST_ATTEMPTS)
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
    receiver.answerWith(() => ({ status: 503, headers: { 'retry-after': value, date } }))
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
  receiver.answerWith(({ data, type }) =>
    data.id === first && type === 'contact.created' ? { status: 500 } : { status: 204 },
  )
  await deliverDue(app)
  expect(receiver.hooks.map(({ data }) => data.id).sort()).toEqual([first, second].sort())
  await skipPauses()
  await deliverDue(app)
  expect(receiver.hooks).toHaveLength(3)
  receiver.answerWith(() => ({ status: 200 }))
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

test('signs with both secrets while one is replaced, and later only with the new one', async () => {
  const { id, secret } = await listen()
  const { secret: renewed } = await updateWebhook(app.db, userId, id, { rotateSecret: true }, app)
  expect(renewed).not.toBe(secret)
  await addContact()
  await deliverDue(app)
  expect([secret, renewed!].map((one) => isSignedBy(one, receiver.hooks[0]!))).toEqual([true, true])
  await database.sql`update webhook_endpoints set previous_until = now()`
  await addContact()
  await deliverDue(app)
  expect([secret, renewed!].map((one) => isSignedBy(one, receiver.hooks[1]!))).toEqual([false, true])
})

test('signs with every secret that was replaced within 24 hours', async () => {
  const { id, secret } = await listen()
  const rotate = async () => (await updateWebhook(app.db, userId, id, { rotateSecret: true }, app)).secret!
  const secrets = [secret, await rotate(), await rotate()]
  await addContact()
  await deliverDue(app)
  expect(secrets.map((one) => isSignedBy(one, receiver.hooks[0]!))).toEqual([true, true, true])
  // None is cut off before its end: further replacements are refused.
  for (let n = 0; n < 3; n++) secrets.push(await rotate())
  await expect(rotate()).rejects.toThrow('replaced 5 times within 24 hours')
  await addContact()
  await deliverDue(app)
  expect(secrets.map((one) => isSignedBy(one, receiver.hooks[1]!))).toEqual(secrets.map(() => true))
})

test('each replaced secret signs until its own end', async () => {
  const { id, secret } = await listen()
  const [ended, still] = ['ended', 'still'].map((word) => `whsec_${btoa(`a secret that ${word} signs`)}`)
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const signing = async (sealed: string) => {
    await database.sql`
      update webhook_endpoints set previous_secret = ${app.secrets.seal(sealed, id)}, previous_until = ${at(1)} where id = ${id}`
    await addContact()
    await deliverDue(app)
    return [secret, still!, ended!].map((one) => isSignedBy(one, receiver.hooks.at(-1)!))
  }
  expect(await signing(`${still} ${at(1)}\n${ended} ${at(-1)}`)).toEqual([true, true, false])
  // As earlier versions stored it.
  expect(await signing(still!)).toEqual([true, true, false])
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

test('erasing a person removes what was told about them', async () => {
  await listen()
  receiver.answerWith(({ raw }) => ({ status: 200, body: raw }))
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

test('an answer that arrives after the person was erased is not kept', async () => {
  await listen()
  const contact = await addContact()
  const email = `person${people}@people.example`
  const [delivery] = (await claimDeliveries(app.db, []))!
  await eraseContact(app.db, userId, contact, email, new Date('2026-03-02T11:00:00Z'), app.secrets)
  const answer = { status: 200, text: `thanks for ${email}`, retryAfter: null, error: null }
  await recordAttempts(app.db, [{ delivery: delivery!, answer }])
  const [told] = await database.sql`
    select d.state, d.answer from webhook_deliveries d join webhook_events v on v.id = d.event_id
    where v.user_id = ${userId} and v.type = 'contact.created'`
  expect(told).toEqual({ state: 'delivered', answer: null })
})

test('a body that is rendered while the person is erased is neither kept nor sent', async () => {
  await listen()
  const contact = await addContact()
  const email = `person${people}@people.example`
  const [event] = await database.sql<BareEvent[]>`
    select id, user_id as "userId", type, object_id as "objectId", facts, at from webhook_events where object_id = ${contact}`
  await eraseContact(app.db, userId, contact, email, new Date('2026-03-02T11:00:00Z'), app.secrets)
  expect(await renderBodies(app.db, [{ ...event!, at: new Date() }])).toEqual(new Map())
  await deliverDue(app)
  expect(receiver.hooks.map(({ raw }) => raw).join()).not.toContain(email)
  expect(receiver.hooks[0]).toMatchObject({ type: 'contact.created', data: { id: contact } })
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
  receiver.answerWith(() => ({ status: 302, headers: { location: other.url } }))
  await addContact()
  await deliverDue(app)
  expect(other.hooks).toEqual([])
  expect(await deliveries()).toMatchObject([{ state: 'pending', status: 302 }])
  await other.close()
})

test('410 switches the webhook off, with one notification', async () => {
  const { id } = await listen()
  receiver.answerWith(() => ({ status: 410 }))
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
  receiver.answerWith(() => ({ status: 500 }))
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
  receiver.answerWith(() => ({ status: 200 }))
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
  await recordAttempts(app.db, [{ delivery: delivery!, answer: gone }])
  expect(await endpoint(id)).toMatchObject({ active: true, off_reason: null, failing_since: null })
  // Nor does a result that came too late to be recorded.
  await rename(contact, 'CTO')
  const [late] = (await claimDeliveries(app.db, []))!
  await skipPauses()
  await claimDeliveries(app.db, [])
  await recordAttempts(app.db, [{ delivery: late!, answer: gone }])
  expect(await endpoint(id)).toMatchObject({ active: true, off_reason: null, failing_since: null })
})

test('an event behind one that is being delivered is looked at again after a second', async () => {
  await listen()
  const contact = await addContact()
  await rename(contact, 'CTO')
  const claimed = (await claimDeliveries(app.db, []))!
  await skipPauses()
  await database.sql`update webhook_deliveries set next_at = now() + interval '60 seconds' where lease is not null`
  expect(claimed).toHaveLength(1)
  expect(await claimDeliveries(app.db, [])).toEqual([])
  expect(await claimDeliveries(app.db, [])).toBeNull()
  const [, waiting] = await deliveries()
  expect(waiting!.wait).toBeGreaterThan(0)
  expect(waiting!.wait).toBeLessThan(1.1)
})

test('switched on again, every pending event gets all its attempts', async () => {
  const { id } = await listen()
  receiver.answerWith(() => ({ status: 502 }))
  await addContact()
  await database.sql`update webhook_deliveries set attempts = ${MOST_ATTEMPTS - 1}`
  await updateWebhook(app.db, userId, id, { active: false }, app)
  await updateWebhook(app.db, userId, id, { active: true }, app)
  await deliverDue(app)
  expect(await deliveries()).toMatchObject([{ state: 'pending', attempts: 1 }])
})

test('allows 20 webhooks, however many are added at the same time', async () => {
  const adding = Array.from({ length: 25 }, () => listen())
  const results = await Promise.allSettled(adding)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
})

test('a success ends the count of failures', async () => {
  const { id } = await listen()
  receiver.answerWith((_, n) => ({ status: n === 1 ? 500 : 200 }))
  await addContact()
  await deliverDue(app)
  expect((await endpoint(id)).failing_since).not.toBeNull()
  await addContact()
  await deliverDue(app)
  expect((await endpoint(id)).failing_since).toBeNull()
})

test('a claim that is over records nothing, and the event is delivered again', async () => {
  await listen()
  await addContact()
  const [claimed] = (await claimDeliveries(app.db, []))!
  expect(await claimDeliveries(app.db, [])).toBeNull()
  await skipPauses()
  const [again] = (await claimDeliveries(app.db, []))!
  expect(again).toMatchObject({ id: claimed!.id, body: claimed!.body, eventId: claimed!.eventId })
  const answer = { status: 200, text: '', retryAfter: null, error: null }
  await recordAttempts(app.db, [{ delivery: claimed!, answer }])
  expect(await deliveries()).toMatchObject([{ state: 'pending', attempts: 0 }])
  await recordAttempts(app.db, [{ delivery: again!, answer }])
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test('a worker that stops gives its claims back at once', async () => {
  await listen()
  await addContact()
  receiver.answerWith(() => ({ status: 200, after: null }))
  const stopping = new AbortController()
  const delivering = deliverDue(app, stopping.signal)
  await expect.poll(() => receiver.hooks.length).toBe(1)
  stopping.abort(new Error('stop'))
  await delivering
  expect(await deliveries()).toMatchObject([{ state: 'pending', attempts: 0, lease: null }])
  receiver.answerWith(() => ({ status: 200 }))
  await deliverDue(app)
  expect(receiver.hooks).toHaveLength(2)
})

test('a worker stops cleanly while the database is away', async () => {
  await listen()
  await addContact()
  receiver.answerWith(() => ({ status: 200, after: null }))
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
  const answer = { status: 500, text: '', retryAfter: null, error: null }
  await recordAttempts(app.db, [{ delivery: claimed[0]!, answer }])
  expect(await deliveries()).toEqual([])
})
