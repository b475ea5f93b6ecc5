import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '~/db.server'
import { ContactsQuery } from '~/models/contacts/contact'
import { listContacts, listIndustries } from '~/models/contacts/list.server'
import { searchContacts } from '~/models/contacts/search.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'

const PEOPLE = 3000

let database: TestDatabase
let userId: string
let strangerId: string
beforeAll(async () => {
  database = await createTestDatabase()
  userId = await createTestUser(database.db)
  strangerId = await createTestUser(database.db)
  for (const owner of [userId, strangerId]) {
    await database.sql`
      insert into contacts (user_id, email, name, first_name, industry, suppressed, unsubscribed, hard_bounced, created_at)
      select ${owner}, 'person' || i || '@people.example', 'Person ' || i, case when i % 100 = 7 then 'Zoë' end,
        (array['Biotech', 'Software', null])[1 + i % 3], i % 10 = 0, i % 15 = 0, i % 7 = 0,
        timestamptz '2026-01-01' + (i / 3) * interval '1 minute'
      from generate_series(1, ${PEOPLE}) i`
  }
  await database.sql`analyze contacts`
})
afterAll(() => database?.drop())

const list = (query: Record<string, unknown>) => listContacts(database.db, userId, ContactsQuery.parse(query))

/** How often `work` read the whole table of contacts. */
const scansOf = (work: (tx: Db) => Promise<unknown>) =>
  database.db.transaction(async (tx) => {
    const scans = async () => {
      const [row] = await tx.execute<{ n: number }>(
        "select seq_scan::int as n from pg_stat_xact_user_tables where relname = 'contacts'",
      )
      return row!.n
    }
    const before = await scans()
    await work(tx)
    return (await scans()) - before
  })

const FILTERS: Record<string, string>[] = [
  {},
  { statusFilter: 'active' },
  { statusFilter: 'unsubscribed' },
  { statusFilter: 'suppressed' },
  { industryFilter: 'Software' },
  { industryFilter: 'Software', statusFilter: 'suppressed' },
  { industryFilter: 'Nothing of the kind' },
]

describe('the list of contacts', () => {
  test.each(FILTERS.flatMap((filter) => ['asc', 'desc'].map((sortOrder) => ({ ...filter, sortOrder }))))(
    'returns every contact once, in order, with the total: %o',
    async (query) => {
      const { sortOrder, statusFilter = 'all', industryFilter = null } = query as Record<string, string>
      const rows = await database.sql<{ id: string }[]>`
      select id from contacts where user_id = ${userId}
        and case ${statusFilter} when 'all' then true when 'suppressed' then suppressed
          when 'unsubscribed' then unsubscribed and not suppressed else not unsubscribed and not suppressed and not hard_bounced end
        and (${industryFilter}::text is null or industry = ${industryFilter}::text)
      order by created_at desc, id desc`
      const wanted = rows.map(({ id }) => id)
      if (sortOrder === 'asc') wanted.reverse()
      const seen: string[] = []
      for (let page = 1; ; page++) {
        const { contacts, total } = await list({ ...query, page, limit: 97 })
        expect(total).toBe(wanted.length)
        if (contacts.length === 0) break
        seen.push(...contacts.map(({ id }) => id))
      }
      expect(seen).toEqual(wanted)
    },
  )

  test('reads first and last pages from an index', async () => {
    for (const query of FILTERS) {
      const { total } = await list(query)
      for (const page of [1, 2, Math.max(1, Math.ceil(total / 20) - 1), Math.max(1, Math.ceil(total / 20))]) {
        const read = await scansOf((tx) => listContacts(tx, userId, ContactsQuery.parse({ ...query, page })))
        expect([query, page, read]).toEqual([query, page, 0])
      }
    }
  })

  test('clamps the page and refuses invalid limits', async () => {
    const first = (await list({})).contacts.map(({ id }) => id)
    for (const page of ['-1', '0', 'NaN', '', 'x', '-1e9'])
      expect((await list({ page })).contacts.map(({ id }) => id)).toEqual(first)
    expect((await list({ page: '1e9' })).contacts).toEqual([])
    for (const limit of ['1e6', '0', 'many', '2.5'])
      expect(ContactsQuery.safeParse({ limit }).success).toBe(false)
  })

  test('lists the industries with their totals', async () => {
    expect(await listIndustries(database.db, userId)).toEqual([
      { industry: 'Biotech', total: PEOPLE / 3 },
      { industry: 'Software', total: PEOPLE / 3 },
    ])
  })
})

describe('the search over all contacts', () => {
  const found = async (text: string, more: Partial<Parameters<typeof searchContacts>[2]> = {}) =>
    (await searchContacts(database.db, userId, { text, limit: 1000, ...more })).rows.map(({ email }) => email)

  test('finds parts of addresses and names of the owner’s contacts', async () => {
    expect(await found('PERSON 2999')).toEqual(['person2999@people.example'])
    expect(await found('zoë')).toHaveLength(PEOPLE / 100)
    expect(await found('rson7@')).toEqual(['person7@people.example'])
    expect(await found('zo')).toHaveLength(PEOPLE / 100)
    expect(await found('   ')).toEqual([])
  })

  test('finds names, companies and own texts without their accents, and in either form of Unicode', async () => {
    const [contact] = await database.sql`
      insert into contacts (user_id, email, name, organization_name, custom)
      values (${userId}, 'khai@vn.example', 'Nguyễn Thị Minh Khai', 'Đại Việt Straßenbau',
        '{"plan": "Müller „Größe“ 100%", "seats": 4711, "vip": true}') returning id`
    for (const text of [
      'Nguyen thi',
      'nguyễn',
      'NGUYỄN'.normalize('NFD'),
      'dai viet',
      'strassenbau',
      'straße',
      'muller',
      'Müller'.normalize('NFD'),
      '100%',
      'khai@vn',
    ])
      expect(await found(text), text).toEqual(['khai@vn.example'])
    for (const text of ['4711', 'true', 'plan', '100_', 'Nguyenthi'])
      expect(await found(text), text).toEqual([])
    await database.sql`delete from contacts where id = ${contact!.id}`
  })

  test('keeps the filters', async () => {
    const all = await found('zoë')
    const active = await found('zoë', { status: 'active', industry: 'Software' })
    expect(active.length).toBeGreaterThan(0)
    expect(active.length).toBeLessThan(all.length)
    expect(all).toEqual(expect.arrayContaining(active))
  })

  test.each([
    '%',
    '_',
    "'",
    '"',
    '\\',
    '%%%',
    '___',
    "'; drop table contacts; --",
    'a\\',
    '(',
    '[a-z]+',
    '{{',
  ])('treats %s literally', async (text) => {
    expect(await found(text)).toEqual([])
  })

  test('pages by cursor, newest first, without repeats', async () => {
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await searchContacts(database.db, userId, { text: 'zoë', limit: 7, cursor })
      seen.push(...page.rows.map(({ email }) => email))
      if (!page.cursor) break
      cursor = page.cursor
    }
    expect(seen).toEqual(await found('zoë'))
    await expect(
      searchContacts(database.db, userId, { text: 'zoë', limit: 7, cursor: 'nonsense' }),
    ).rejects.toMatchObject({ code: 'INVALID' })
  })

  test('reads an index, not all rows', async () => {
    const read = await scansOf((tx) => searchContacts(tx, userId, { text: 'person2999@', limit: 20 }))
    expect(read).toBe(0)
  })
})
