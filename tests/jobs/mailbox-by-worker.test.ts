import { afterAll, beforeAll, expect, test } from 'vitest'
import { INLINE_LIMIT } from '~/models/enrollments/job.server'
import { type Client, startServer, type TestServer } from '../support/server'
import { until } from '../support/until'

/** A mailbox with more enrollments than one transaction handles, through the API and the program's worker. */

const PEOPLE = INLINE_LIMIT + 50

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = server.client()
  await client.signUp()
})
afterAll(() => server?.close())

const connect = () =>
  client.ok('POST', '/api/mail-accounts', {
    provider: 'smtp',
    email: 'ann@sender.example',
    smtpHost: '127.0.0.1',
    smtpPort: server.port + 25,
    smtpSecure: false,
    password: 'sandbox',
  })

async function enrollMany() {
  const list = await client.ok('POST', '/api/personas', {
    name: 'P',
    industry: 'I',
    jobTitle: 'J',
    location: 'L',
  })
  await server.database.sql`
    with added as (
      insert into contacts (user_id, email)
      select user_id, 'p' || i || '@people.example' from personas, generate_series(1, ${PEOPLE}) i where id = ${list.id}
      returning id
    )
    insert into persona_contacts (persona_id, contact_id) select ${list.id}, id from added`
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'Hello',
    htmlBody: '<p>Hello</p>',
  })
  const { id } = await client.ok('POST', '/api/sequences', { name: 'S' })
  await client.ok('POST', `/api/sequences/${id}/steps`, {
    templateId: template.id,
    delayDays: 1,
    sendHour: 9,
    reactionWindowHours: 1,
  })
  await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId: list.id })
  await client.ok('POST', `/api/sequences/${id}/activate`)
}

/** The number of enrollments by state. */
const people = () => server.database.sql`
  select hold_reason as hold, mailbox_id as mailbox, next_action_at is not null as dated, count(*)::int as n
  from sequence_contacts group by 1, 2, 3`

test('is disconnected and connected again', async () => {
  const first = await connect()
  await enrollMany()
  await until(async () =>
    expect(await people()).toEqual([{ hold: null, mailbox: first.id, dated: true, n: PEOPLE }]),
  )

  await client.ok('DELETE', `/api/mail-accounts/${first.id}?force=true`)
  expect(await client.ok('GET', '/api/mail-accounts')).toEqual([])
  await until(async () => expect(await server.database.sql`select 1 from mail_accounts`).toHaveLength(0))
  expect(await people()).toEqual([{ hold: 'no_mailbox', mailbox: null, dated: false, n: PEOPLE }])

  const second = await connect()
  await until(async () =>
    expect(await people()).toEqual([{ hold: null, mailbox: second.id, dated: true, n: PEOPLE }]),
  )
})
