import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '~/db.server'
import { ContactChangesQuery, ContactsQuery } from '~/models/contacts/contact'
import { listPersonaContacts } from '~/models/contacts/in-list.server'
import { listContactChanges, listContacts, listIndustries } from '~/models/contacts/list.server'
import { searchContacts } from '~/models/contacts/search.server'
import { readTimeline } from '~/models/contacts/timeline/timeline.server'
import { countUncertain, listUncertain } from '~/models/outbox/shown/uncertain.server'
import { listPersonas, searchPersonas } from '~/models/personas/persona.server'
import { listCampaigns } from '~/models/reports/campaign.server'
import { LogQuery } from '~/models/reports/sending-log'
import { countSendingLog, listSendingLog } from '~/models/reports/sending-log.server'
import { searchOwn } from '~/models/search/search.server'
import { listMembers, PEOPLE_FILTERS, type PeopleFilter } from '~/models/sequences/members/members.server'
import { listSequences } from '~/models/sequences/sequence.server'
import { encodeCursor } from '~/models/shared/cursor'
import { PageQuery } from '~/models/shared/fields'
import { type Seeded, seedMillion } from '../../bench/lib/million'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'
import { type WrongsOf, watchPlans } from '../../support/plans'

const ROWS = 20_000
const PAGE = 20

let database: TestDatabase
let userId: string
let seeded: Seeded
let contactId: string
let cursor: string
let db: Db
let wrongsOf: WrongsOf
beforeAll(async () => {
  database = await createTestDatabase()
  userId = await createTestUser(database.db)
  seeded = await seedMillion(database, userId, ROWS)
  await database.sql`
    insert into sequence_contacts (user_id, sequence_id, contact_id, address_hash, status, hold_reason, next_action_at, enrolled_at)
    select ${userId}, ${seeded.sequenceId}, id, id::text, (array['active', 'active', 'completed', 'stopped'])[1 + n % 4],
      case when n % 400 = 0 then 'paused_by_user' end, now(), created_at
    from (select id, created_at, row_number() over () as n from contacts) c`
  await database.sql`
    insert into conversations (user_id, contact_id, sequence_contact_id, last_message_at)
    select user_id, contact_id, id, now() from sequence_contacts limit 2000`
  await database.sql`vacuum analyze sequence_contacts, conversations`
  const [middle] = await database.sql<{ id: string; at: Date; log: string }[]>`
    select c.id, c.created_at as at, l.id as log from contacts c join email_logs l on l.contact_id = c.id
    order by c.created_at offset ${ROWS / 2} limit 1`
  contactId = middle!.id
  cursor = encodeCursor({ createdAt: new Date(middle!.at), id: middle!.log })
  ;({ db, wrongsOf } = watchPlans(database))
})
afterAll(() => database?.drop())

const LAST = ROWS / PAGE
const industry = 'Industry 7'

describe('the list of contacts', () => {
  test.each<Record<string, unknown>>([
    {},
    { sortOrder: 'asc' },
    { statusFilter: 'active' },
    { statusFilter: 'unsubscribed' },
    { statusFilter: 'suppressed' },
    { industryFilter: industry },
    { industryFilter: industry, sortOrder: 'asc' },
    { industryFilter: industry, statusFilter: 'active' },
    { page: 2 },
    { page: LAST / 2 },
    { page: LAST / 2, sortOrder: 'asc' },
    { page: LAST - 1 },
    { page: LAST },
    { page: LAST + 5 },
    { page: 5, statusFilter: 'unsubscribed' },
  ])('reads indexes in order for %o', async (query) => {
    const run = () => listContacts(db, userId, ContactsQuery.parse({ limit: PAGE, ...query }))
    expect(await wrongsOf(run, PAGE)).toEqual([])
  })

  test('its industries', async () => {
    // One page of 500.
    expect(await wrongsOf(() => listIndustries(db, userId), 500)).toEqual([])
  })
})

describe('the list of contacts in the API', () => {
  test.each<[string, () => Record<string, unknown>]>([
    ['the first page', () => ({})],
    ['a later page', () => ({ cursor })],
    ['a later page, oldest first', () => ({ cursor, sortOrder: 'asc' })],
    ['a later page of a status', () => ({ cursor, statusFilter: 'unsubscribed' })],
    ['an address', () => ({ email: 'person7777@company77.example' })],
    ['what changed since', () => ({ updatedSince: new Date().toISOString() })],
  ])('reads no table for %s', async (_, query) => {
    const run = () =>
      listContactChanges(db, userId, ContactChangesQuery.parse({ limit: PAGE, ...query() }), {
        now: new Date(),
        timezone: 'UTC',
      })
    expect(await wrongsOf(run, PAGE + 1)).toEqual([])
  })
})

describe('a search over all contacts', () => {
  test.each([
    { text: 'person7777@' },
    { text: 'chloe garcia' },
    { text: 'nobody at all' },
    { text: 'example' },
    { text: 'zz' },
    { text: 'a' },
    { text: 'ann', status: 'unsubscribed' as const },
    { text: 'lee', industry },
  ])('reads no table for %o', async (search) => {
    const run = () => searchContacts(db, userId, { limit: PAGE, ...search })
    // A text index returns rows without order, so the few rows of a rare text are sorted.
    expect(await wrongsOf(run, 50 * PAGE)).toEqual([])
  })

  test('from the command palette', async () => {
    expect(await wrongsOf(() => searchOwn(db, userId, 'person7777@', 5), PAGE)).toEqual([])
  })
})

describe('the contacts of a list', () => {
  test.each([0, PAGE, ROWS / 2 - PAGE, ROWS / 2 + PAGE, ROWS - 2 * PAGE, ROWS - PAGE, ROWS + PAGE])(
    'after %i rows, in index order',
    async (offset) => {
      const run = () => listPersonaContacts(db, userId, seeded.personaId, { limit: PAGE, offset })
      expect(await wrongsOf(run, PAGE)).toEqual([])
    },
  )

  test('the email lists', async () => {
    const page = PageQuery.parse({ limit: PAGE })
    const run = async () => {
      await listPersonas(db, userId, page)
      await searchPersonas(db, userId, { q: 'list', page: 1, limit: PAGE })
    }
    expect(await wrongsOf(run, PAGE)).toEqual([])
  })
})

describe('the sending log', () => {
  test.each<Record<string, unknown>>([
    {},
    { status: 'Reply' },
    { status: 'Open' },
    { status: 'Not Open' },
    { sequence: true },
    { sequence: true, status: 'Reply' },
    { far: true },
    { far: true, status: 'Reply' },
    { far: true, sequence: true },
    { limit: 1000 },
  ])('reads indexes in order for %o', async ({ sequence, far, ...rest }) => {
    const query = LogQuery.parse({
      limit: PAGE,
      ...rest,
      ...(sequence ? { sequenceId: seeded.sequenceId } : {}),
      ...(far ? { cursor } : {}),
    })
    expect(await wrongsOf(() => listSendingLog(db, userId, query), query.limit)).toEqual([])
    expect(await wrongsOf(() => countSendingLog(db, userId, query), 0)).toEqual([])
  })

  test('uncertain emails', async () => {
    const run = async () => {
      await listUncertain(db, userId, PageQuery.parse({ limit: PAGE }))
      await countUncertain(db, userId)
    }
    expect(await wrongsOf(run, PAGE)).toEqual([])
  })
})

describe('the contacts of a sequence', () => {
  const list = (query: { filter: PeopleFilter; cursor?: string; search?: string }) =>
    listMembers(db, userId, seeded.sequenceId, { limit: PAGE, ...query }, 'UTC')

  test.each(PEOPLE_FILTERS)('%s: the first and a far page', async (filter) => {
    // Three statuses are merged to one page.
    expect(await wrongsOf(() => list({ filter }), 3 * PAGE)).toEqual([])
    expect(await wrongsOf(() => list({ filter, cursor }), 3 * PAGE)).toEqual([])
  })

  test('matching a text', async () => {
    expect(await wrongsOf(() => list({ filter: 'all', search: 'ann' }), 3 * PAGE)).toEqual([])
  })

  test('lists the newest of all statuses first, each once', async () => {
    const seen: string[] = []
    for (let next: string | null | undefined; next !== null; ) {
      const page = await listMembers(
        database.db,
        userId,
        seeded.sequenceId,
        { filter: 'all', limit: 1000, ...(next ? { cursor: next } : {}) },
        'UTC',
      )
      seen.push(...page.rows.map((row) => row.id))
      next = page.cursor
    }
    const all = await database.sql`
      select id from sequence_contacts where sequence_id = ${seeded.sequenceId} order by enrolled_at desc, id desc`
    expect(seen).toEqual(all.map((row) => row.id))
  })
})

test('campaigns, sequences and the timeline of a contact', async () => {
  const page = PageQuery.parse({ limit: PAGE })
  const run = async () => {
    await listCampaigns(db, userId, page)
    await listSequences(db, userId, page)
    await readTimeline(db, userId, contactId, { limit: PAGE }, 'UTC')
  }
  expect(await wrongsOf(run, PAGE)).toEqual([])
})
