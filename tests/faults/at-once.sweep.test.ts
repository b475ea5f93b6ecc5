import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSeed, seeded, sized } from '../load/random'
import { startServer, type TestServer } from '../support/server'
import { type Account, makeAccount } from './support/account'
import { actAtRandom } from './support/user-acts'

/** Half days that pass, one after the other, while clients act. */
const HALF_DAYS = sized(2, 300)
/** Concurrent clients and the actions of each during a half day. */
const CALLERS = 6
const ACTS = sized(4, 7)
/** The time until the last email has left, weekends included. */
const AFTER_DAYS = 4

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

test(`${CALLERS} clients change one account while it sends, without errors or partial changes`, async () => {
  const account = await makeAccount(server, seeded(runSeed('at-once')))
  const statuses: Record<number, number> = {}
  const caller = async () => {
    for (let n = 0; n < ACTS; n++) {
      const { name, response } = await actAtRandom(account)
      const { status, body } = response
      expect([name, status < 500 || body]).toEqual([name, true])
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const pass = (days: number) =>
    account.client.ok('POST', '/sandbox/clock', { advanceMinutes: days * 24 * 60 })
  // In rounds: the clock stops only when no job is left, and clients that never pause would always add one.
  for (let n = 0; n < HALF_DAYS; n++)
    await Promise.all([pass(0.5), ...Array.from({ length: CALLERS }, caller)])
  const late = await writeTo(account, 'late@people.example')
  await pass(AFTER_DAYS)
  const { sql } = server.database
  const [sent] = await sql`select count(*)::int as n from email_sends where state = 'sent'`
  process.stdout.write(`at once: ${JSON.stringify({ ...statuses, sent: sent!.n })}\n`)
  expect([...(await sql`select state from email_sends where sequence_id = ${late}`)]).toEqual([
    { state: 'sent' },
  ])
  const leftovers = await sql`
    select 'has no owner' as what, id from email_sends
      where sequence_contact_id is null and state in ('scheduled', 'claimed')
    union all select 'has lost count of its people', q.id from sequences q
      where coalesce((select sum(active) from sequence_stats where sequence_id = q.id), 0)
        <> (select count(*) from sequence_contacts where sequence_id = q.id and status = 'active')
    union all select 'is miscounted', p.id from personas p
      where contact_count <> (select count(*) from persona_contacts where persona_id = p.id)`
  expect([...leftovers]).toEqual([])
  const errors = server
    .output()
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line))
  expect(errors).toEqual([])
})

/** Starts a sequence of one email to a new contact, from its own mailbox. @returns its id */
async function writeTo({ client }: Account, email: string): Promise<string> {
  const mailboxId = await client.connectMailbox(`${crypto.randomUUID()}@coldframe.example`)
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'Hello',
    htmlBody: '<p>Hello</p>',
  })
  const { id } = await client.ok('POST', '/api/sequences', {
    name: 'Late',
    senderAccountId: mailboxId,
  })
  await client.ok('POST', `/api/sequences/${id}/steps`, { templateId: template.id, delayDays: 1 })
  const contact = await client.ok('POST', '/api/contacts', { email })
  await client.ok('POST', `/api/sequences/${id}/contacts`, { contactIds: [contact.id] })
  await client.ok('POST', `/api/sequences/${id}/activate`)
  return id
}
