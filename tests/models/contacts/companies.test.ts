import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emailLogs, suppressions } from '#drizzle/schema'
import { getCompany, listCompanies, sortCompanies } from '~/models/contacts/companies/companies.server'
import { CompaniesQuery, type CompanyOrder } from '~/models/contacts/companies/company'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { checkFilter } from '~/models/contacts/filter/filter'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  db = outreach.db
})
afterAll(() => outreach?.drop())
beforeEach(async () => {
  userId = await outreach.makeUser(`${crypto.randomUUID()}@example.com`)
  const people = [
    ['ann@acme.example', { organizationName: 'Acme' }],
    ['bob@ACME.example', { organizationName: 'Acme' }],
    ['cy@acme.example', { organizationName: 'Acme Inc', unsubscribed: true }],
    ['dan@berlin.example', {}],
    ['eve@gmail.com', { organizationName: 'Acme' }],
    ['fay@stopped.example', { organizationName: 'Zeta' }],
  ] as const
  for (const [email, fields] of people) {
    const { id } = await createContact(db, userId, NewContact.parse({ email, ...fields }), NOW, secrets)
    if (email.startsWith('dan')) await log(id, { replied: true })
    if (email.startsWith('ann')) await log(id, {}).then(() => log(id, {}))
  }
  await db.insert(suppressions).values({ userId, domain: 'stopped.example', reason: 'domain' })
})

const log = (contactId: string, { replied = false }) =>
  db.insert(emailLogs).values({
    ...{ userId, contactId, recipientEmail: 'x', recipientName: '', senderEmail: 'y', subject: '' },
    ...{ sentAt: NOW, repliedAt: replied ? NOW : null },
  })
const domains = async (sortBy: CompanyOrder, sortOrder: 'asc' | 'desc', q?: string) =>
  (await sortCompanies(db, userId, { sortBy, sortOrder, limit: 10, q })).rows.map(({ domain }) => domain)

test('are the contacts of one domain, without free mail', async () => {
  const { rows, total } = await listCompanies(db, userId, CompaniesQuery.parse({}))
  expect(total).toBe(3)
  expect(rows).toEqual([
    { domain: 'acme.example', name: 'Acme', contacts: 3, emailsSent: 2, lastReplyAt: null, stopped: 1 },
    { domain: 'berlin.example', name: null, contacts: 1, emailsSent: 1, lastReplyAt: NOW, stopped: 0 },
    { domain: 'stopped.example', name: 'Zeta', contacts: 1, emailsSent: 0, lastReplyAt: null, stopped: 1 },
  ])
})

test('are found by domain and name, and sorted by each column', async () => {
  expect(await domains('domain', 'asc', 'acm')).toEqual(['acme.example'])
  expect(await domains('domain', 'asc', 'ZET')).toEqual(['stopped.example'])
  expect(await domains('domain', 'asc', '%')).toEqual([])
  expect(await domains('contacts', 'desc')).toEqual(['acme.example', 'berlin.example', 'stopped.example'])
  expect(await domains('name', 'desc')).toEqual(['stopped.example', 'acme.example', 'berlin.example'])
  expect(await domains('emailsSent', 'asc')).toEqual(['stopped.example', 'berlin.example', 'acme.example'])
  expect((await domains('lastReplyAt', 'desc'))[0]).toBe('berlin.example')
  expect((await domains('stopped', 'asc'))[0]).toBe('berlin.example')
})

test('count only the contacts that pass a filter', async () => {
  const parts = [{ field: 'status', op: 'is', value: 'unsubscribed' }]
  const passes = checkFilter({ any: [...parts, { field: 'lastRepliedAt', op: 'isNotEmpty' }] }, [])
  const filter = { passes, time: { now: NOW, timezone: 'UTC' } }
  for (const sortBy of ['domain', 'emailsSent'] as const) {
    const page = await sortCompanies(db, userId, { sortBy, sortOrder: 'asc', limit: 10, filter })
    expect(page.total).toBe(2)
    expect(page.rows.find(({ domain }) => domain === 'acme.example')).toMatchObject({
      ...{ contacts: 1, emailsSent: 0, stopped: 1 },
    })
    expect(page.rows.find(({ domain }) => domain === 'berlin.example')).toMatchObject({ emailsSent: 1 })
  }
})

test('come a page at a time', async () => {
  const read: string[] = []
  for (let cursor: string | null = null; ; ) {
    const query = CompaniesQuery.parse({ limit: 1, ...(cursor ? { cursor } : {}) })
    const page = await listCompanies(db, userId, query)
    read.push(...page.rows.map(({ domain }) => domain))
    cursor = page.cursor
    if (!cursor) break
  }
  expect(read).toEqual(['acme.example', 'berlin.example', 'stopped.example'])
  for (const cursor of ['%%%', 'AA', '\0'])
    expect(await refused(listCompanies(db, userId, { limit: 1, cursor }))).toBe('INVALID: Invalid cursor')
})

test('are known by their domain, in any case, to their user', async () => {
  expect(await getCompany(db, userId, 'Acme.Example')).toMatchObject({ domain: 'acme.example', contacts: 3 })
  for (const domain of ['gmail.com', 'unknown.example', 'a\0b', ''])
    expect(await refused(getCompany(db, userId, domain))).toBe('NOT_FOUND: Company not found')
  expect(await refused(getCompany(db, outreach.strangerId, 'acme.example'))).toBe(
    'NOT_FOUND: Company not found',
  )
})
