import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../../support/server'
import { bySize } from '../../support/sizes'

/** More than the daily limit of a new mailbox allows in three days. */
const PEOPLE = bySize(40, 150, 150)

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = server.client()
  await client.signUp()
})
afterAll(() => server?.close())

test(`${PEOPLE} contacts get their emails over 30 days, once each, within the limits`, async () => {
  await client.connectMailbox('sender@coldframe.example')
  const list = await client.ok('POST', '/api/personas', {
    name: 'P',
    industry: 'I',
    jobTitle: 'J',
    location: 'L',
  })
  for (let n = 0; n < PEOPLE; n++)
    await client.ok('POST', '/api/contacts', { email: `p${n}@people.example`, personaId: list.id })
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'Hello',
    htmlBody: '<p>Hello</p>',
  })
  const sequence = await client.ok('POST', '/api/sequences', { name: 'S', timezone: 'America/New_York' })
  await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
    templateId: template.id,
    delayDays: 1,
    sendHour: 9,
  })
  await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId: list.id })
  await client.ok('POST', `/api/sequences/${sequence.id}/activate`)
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 30 * 24 * 60 })
  const mails = await client.sandboxMails()
  expect(new Set(mails.map((mail: { to: string }) => mail.to)).size).toBe(mails.length)
  expect(mails).toHaveLength(PEOPLE)
  // 10 a day in the first week, 20 in the second: the mailbox's own days, here UTC.
  const perDay = new Map<string, number>()
  for (const { deliveredAt } of mails)
    perDay.set(deliveredAt.slice(0, 10), (perDay.get(deliveredAt.slice(0, 10)) ?? 0) + 1)
  expect(Math.max(...perDay.values())).toBeLessThanOrEqual(20)
  const notices = await client.ok('GET', '/api/notifications')
  expect(notices[0]).toMatchObject({
    type: 'quota_exceeded',
    isRead: false,
    metadata: { sequenceName: 'S', accountEmail: 'sender@coldframe.example' },
  })
  const quota = await client.ok('GET', '/api/gmail/quota')
  expect(quota[0].accountAge).toBe(30)
})
