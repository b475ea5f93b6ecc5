import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENT_DATA } from '~/models/api/webhooks'
import { EVENT_TYPES, type EventType } from '~/models/webhooks/event-types'
import { isSignedBy, type Receiver, startReceiver } from '../../support/receiver'
import { type Client, startServer, type TestServer } from '../../support/server'

/** The main job of the product, as a program sees it that only receives webhooks. */

let server: TestServer
let receiver: Receiver
let client: Client
let userId: string
let secret: string
beforeAll(async () => {
  server = await startServer()
  receiver = await startReceiver()
  client = server.client()
  userId = (await client.signUp()).id
  secret = (await client.ok('POST', '/api/webhooks', { url: receiver.url, events: ['*'] })).secret
})
afterAll(async () => {
  await server?.close()
  await receiver?.close()
})

/** What follows when a contact must get no more emails. */
const stopped = ['contact.updated', 'contact.suppressed', 'enrollment.ended']

/** The types that were told about a contact's address, in order, each once. */
const toldAbout = (email: string) => [
  ...new Set(
    receiver.hooks
      .filter(({ data }) => [data.email, data.contactEmail].includes(email))
      .map(({ type }) => type),
  ),
]

test('reports each stage of an email, from the contact to the reply', async () => {
  await client.connectMailbox('sender@coldframe.example')
  const list = await client.ok('POST', '/api/personas', {
    name: 'P',
    industry: 'I',
    jobTitle: 'J',
    location: 'L',
  })
  const people = ['replies', 'bounces', 'complains', 'leaves'].map((name) => `${name}@people.example`)
  const custom = { plan: 'trial' }
  for (const email of people)
    await client.ok('POST', '/api/contacts?createFields=true', { email, custom, personaId: list.id })
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'Hi',
    htmlBody: '<p>Hi</p>',
  })
  const sequence = await client.ok('POST', '/api/sequences', { name: 'S', timezone: 'UTC' })
  await client.ok('POST', `/api/sequences/${sequence.id}/steps`, { templateId: template.id, delayDays: 1 })
  await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId: list.id })
  await client.ok('POST', `/api/sequences/${sequence.id}/launch`)
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 2 * 24 * 60 })
  const react = async (email: string, how: string, body = {}) => {
    const [mail] = await client.ok('GET', `/sandbox/messages?to=${email}`)
    await client.ok('POST', `/sandbox/messages/${mail.id}/${how}`, body)
  }
  await react(people[0]!, 'open')
  await react(people[0]!, 'reply', { text: 'Sounds great, let us talk next week.' })
  await react(people[1]!, 'bounce')
  await react(people[2]!, 'complain')
  await react(people[3]!, 'unsubscribe')
  for (const [index, told] of [
    [
      ...['contact.created', 'enrollment.started', 'email.sent', 'email.opened', 'email.replied'],
      ...['enrollment.ended', 'conversation.labelled'],
    ],
    ['contact.created', 'enrollment.started', 'email.sent', 'email.bounced', ...stopped],
    ['contact.created', 'enrollment.started', 'email.sent', 'email.complained', ...stopped],
    ['contact.created', 'enrollment.started', 'email.sent', 'email.unsubscribed', ...stopped],
  ].entries())
    await expect.poll(() => toldAbout(people[index]!).sort()).toEqual([...told].sort())
  // One object's events in their order.
  const emails = receiver.hooks.filter(
    ({ type, data }) => type.startsWith('email.') && data.contactEmail === people[0],
  )
  expect(emails.map(({ type }) => type)).toEqual(['email.sent', 'email.opened', 'email.replied'])
  const [send] = await server.database.sql`select id from email_sends where recipient_email = ${people[0]!}`
  expect(emails.map(({ data }) => data.emailId)).toEqual([send!.id, send!.id, send!.id])
  const [conversation] = (await client.ok('GET', `/api/conversations?q=${people[0]}`)).conversations
  const { contactId, mailboxId, id: conversationId } = conversation
  const ids = { contactId, mailboxId, sequenceId: sequence.id, variantTemplateId: template.id }
  expect(emails[0]!.data).toMatchObject({ ...ids, custom })
  expect(emails[2]!.data).toMatchObject({
    ...ids,
    conversationId,
    replyText: expect.stringContaining('Sounds great'),
  })
})

test('tells the end of an import', async () => {
  const form = new FormData()
  form.set(
    'file',
    new Blob(['Email,First Name\nimported@people.example,Ann\n'], { type: 'text/csv' }),
    'a.csv',
  )
  const [list] = await client.ok('GET', '/api/personas')
  form.set('personaId', list.id)
  const started = await client.request('POST', '/api/contacts/import', { body: form })
  const { jobId } = (await started.json()) as { jobId: string }
  await expect.poll(() => receiver.types()).toContain('import.finished')
  const { data } = receiver.hooks.find(({ type }) => type === 'import.finished')!
  expect(data).toEqual(await client.ok('GET', `/api/jobs/${jobId}`))
  expect(receiver.hooks.some(({ data: { email } }) => email === 'imported@people.example')).toBe(true)
})

test('the description of the API has each event', async () => {
  const { webhooks, components } = await client.ok('GET', '/api/openapi.json')
  expect(Object.keys(webhooks).sort()).toEqual([...EVENT_TYPES, 'webhook.test'].sort())
  const { schema } = webhooks['contact.created'].post.requestBody.content['application/json']
  expect(schema.properties).toMatchObject({
    type: { const: 'contact.created' },
    data: {
      anyOf: [
        { $ref: '#/components/schemas/Contact' },
        {
          description: expect.stringContaining('no longer exists'),
          required: ['id'],
          additionalProperties: false,
        },
      ],
    },
  })
  expect(Object.keys(components.schemas.Contact.properties)).toContain('firstName')
})

test('every event is signed, and its data has the form that the API describes', async () => {
  const { sql } = server.database
  // The events that the main job has none of.
  const workflow = await client.ok('POST', '/api/workflows', { name: 'W', criteria: {} })
  await sql`insert into workflow_runs (workflow_id, scheduled_for) values (${workflow.id}, now())`
  await sql`update workflow_runs set status = 'completed', completed_at = now() where workflow_id = ${workflow.id}`
  await sql`update mail_accounts set status = 'error', status_detail = 'Paused' where user_id = ${userId}`
  await sql`update mail_accounts set status = 'token_expired' where user_id = ${userId}`
  const [send] = await sql`
    insert into email_sends (user_id, recipient_email, sender_email, state, started_at, tracking_token, unsubscribe_token, planned_at,
      scheduled_for)
    values (${userId}, 'p@people.example', 's@coldframe.example', 'uncertain', now(), 'a', 'b', now(), now()) returning id`
  await sql`
    insert into email_logs (user_id, email_send_id, recipient_email, sender_email, subject, failed_at)
    values (${userId}, ${send!.id}, 'p@people.example', 's@coldframe.example', 'S', now())`
  await sql`update sequence_contacts set hold_reason = 'missing_variable' where user_id = ${userId} and status = 'active'`
  await expect.poll(() => EVENT_TYPES.filter((type) => !receiver.types().includes(type))).toEqual([])
  for (const hook of receiver.hooks) {
    expect([hook.type, isSignedBy(secret, hook)]).toEqual([hook.type, true])
    const { error } = EVENT_DATA[hook.type as EventType].safeParse(hook.data)
    expect([hook.type, error?.issues]).toEqual([hook.type, undefined])
    expect(Object.keys(JSON.parse(hook.raw))).toEqual(['type', 'timestamp', 'data'])
  }
  expect(receiver.hooks.map(({ raw }) => raw).join()).not.toMatch(/password|token"|whsec_/i)
})
