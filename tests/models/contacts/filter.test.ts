import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactFields, contacts, emailLogs, personaContacts, sequenceContacts } from '#drizzle/schema'
import { ContactChangesQuery } from '~/models/contacts/contact'
import {
  BUILT_IN,
  checkFilter,
  type Filter,
  OPERATORS,
  OUTCOMES,
  parseFilter,
} from '~/models/contacts/filter/filter'
import { filterCondition, withinLimit } from '~/models/contacts/filter/filter.server'
import { sortOf } from '~/models/contacts/filter/sort.server'
import { listContactChanges } from '~/models/contacts/list.server'
import { listOwnFields } from '~/models/contacts/own-fields/own-fields.server'
import type { OwnField } from '~/models/contacts/own-fields/type'
import { type Person, passes } from '../../support/filter-oracle'
import { NOW, type Outreach, openOutreach, refused, UNKNOWN_ID } from '../../support/outreach'

const TIME = { now: NOW, timezone: 'Europe/Paris' }
const FIELDS = [
  ...[
    { name: 'Plan', key: 'plan', type: 'text' },
    { name: 'Seats', key: 'seats', type: 'number' },
  ],
  ...[
    { name: 'Renewal', key: 'renewal', type: 'date' },
    { name: 'Vip', key: 'vip', type: 'boolean' },
  ],
] as const

let outreach: Outreach
let db: Outreach['db']
let userId: string
let own: OwnField[]
let listIds: string[]
let sequenceIds: string[]
const people = new Map<string, Person>()

beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  await db.insert(contactFields).values(FIELDS.map((field) => ({ ...field, userId })))
  own = await listOwnFields(db, userId)
  listIds = [(await outreach.makeList('A')).id, (await outreach.makeList('B')).id]
  sequenceIds = [(await outreach.makeSequence()).id, (await outreach.makeSequence()).id]
  // The same people in each run.
  for (const [index, given] of fc.sample(person(), { numRuns: 500, seed: 1 }).entries())
    await store(given, index)
})
afterAll(() => outreach?.drop())

/** Few values, so that conditions meet some contacts and not others. Wildcards and quotation marks are letters like others. */
const WORDS = ['Berlin', 'berlin', 'Ber', 'Müller', '50%', 'a_b', "O'Neil", 'C\\D', 'x']
const word = () => fc.constantFrom(...WORDS)
const days = () => fc.integer({ min: 0, max: 40 })
/** At whole hours, among them midnight in Paris. */
const moment = () =>
  fc.integer({ min: 0, max: 40 * 24 }).map((hours) => new Date(NOW.getTime() - hours * 3_600_000))
const dayBefore = (n: number) => new Date(NOW.getTime() - n * 86_400_000).toISOString().slice(0, 10)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

const person = () =>
  fc.record({
    firstName: maybe(word()),
    title: maybe(word()),
    city: maybe(fc.constantFrom(...WORDS, ' ')),
    domain: fc.constantFrom('acme.example', 'globex.example'),
    plan: maybe(word()),
    seats: maybe(fc.constantFrom(0, 1, 2.5, -3, 1000)),
    renewal: maybe(days().map(dayBefore)),
    vip: maybe(fc.boolean()),
    tags: fc.uniqueArray(word(), { maxLength: 2 }),
    status: fc.constantFrom('active', 'bounced', 'unsubscribed', 'suppressed'),
    lists: fc.uniqueArray(fc.constantFrom(0, 1)),
    enrollments: fc.uniqueArray(
      fc.record({
        sequence: fc.constantFrom(0, 1),
        status: fc.constantFrom('active', 'completed', 'stopped'),
        hasReplied: fc.boolean(),
        hasBounced: fc.boolean(),
      }),
      { selector: ({ sequence }) => sequence },
    ),
    createdAt: moment(),
    emails: fc.array(fc.record({ at: moment(), repliedAt: maybe(moment()) }), { maxLength: 2 }),
  })

type Given = ReturnType<typeof person> extends fc.Arbitrary<infer T> ? T : never

async function store(given: Given, index: number) {
  const { firstName, title, city, domain, plan, seats, renewal, vip, tags, status, createdAt, emails } = given
  const custom = Object.fromEntries(
    Object.entries({ plan, seats, renewal, vip }).filter(([, value]) => value !== null),
  ) as Person['custom']
  const email = `p${index}@${domain}`
  const [row] = await db
    .insert(contacts)
    .values({
      ...{ userId, email, firstName, title, city, custom, tags, createdAt },
      suppressed: status === 'suppressed',
      unsubscribed: status === 'unsubscribed',
      hardBounced: status === 'bounced',
    })
    .returning({ id: contacts.id })
  const contactId = row!.id
  for (const list of given.lists)
    await db.insert(personaContacts).values({ contactId, personaId: listIds[list]! })
  for (const { sequence, ...one } of given.enrollments) {
    const [enrollment] = await db
      .insert(sequenceContacts)
      .values({
        ...{ userId, contactId, sequenceId: sequenceIds[sequence]!, addressHash: email, status: one.status },
        ...{ enrolledAt: NOW, nextActionAt: NOW, repliedAt: one.hasReplied ? NOW : null },
      })
      .returning({ id: sequenceContacts.id })
    if (one.hasBounced) await log(contactId, email, { sequenceContactId: enrollment!.id, bouncedAt: NOW })
  }
  for (const { at, repliedAt } of emails) await log(contactId, email, { sentAt: at, repliedAt })
  const [stored] = await db.select().from(contacts).where(eq(contacts.id, contactId))
  people.set(contactId, {
    texts: stored as unknown as Person['texts'],
    ...{ custom, tags, status, createdAt },
    listIds: given.lists.map((list) => listIds[list]!),
    enrollments: given.enrollments.map(({ sequence, ...one }) => ({
      ...one,
      sequenceId: sequenceIds[sequence]!,
    })),
    emailedAt: emails.map(({ at }) => at),
    repliedAt: emails.flatMap(({ repliedAt }) => repliedAt ?? []),
  })
}

const log = (contactId: string, email: string, more: Partial<typeof emailLogs.$inferInsert>) =>
  db.insert(emailLogs).values({
    ...{
      userId,
      contactId,
      recipientEmail: email,
      senderEmail: 's@coldframe.example',
      subject: 'S',
      ...more,
    },
  })

/** A condition on a random field with a random operator that fits it. */
function condition() {
  const kinds = { ...BUILT_IN, ...Object.fromEntries(FIELDS.map(({ key, type }) => [`custom.${key}`, type])) }
  return fc.constantFrom(...Object.entries(kinds)).chain(([field, kind]) =>
    fc.constantFrom(...OPERATORS[kind as keyof typeof OPERATORS]).chain((op): fc.Arbitrary<object> => {
      if (op === 'isEmpty' || op === 'isNotEmpty') return fc.constant({ field, op })
      return fc
        .record({
          value: valueFor(kind as keyof typeof OPERATORS, op),
          outcome: maybe(fc.constantFrom(...OUTCOMES)),
        })
        .map(({ value, outcome }) => ({
          ...{ field, op, value },
          ...(kind === 'sequence' && outcome ? { outcome } : {}),
        }))
    }),
  )
}

function valueFor(kind: keyof typeof OPERATORS, op: string): fc.Arbitrary<unknown> {
  if (op.endsWith('LastDays')) return fc.integer({ min: 1, max: 40 })
  if (kind === 'number') return fc.constantFrom(0, 1, 2, 2.5, -3, 999)
  if (kind === 'boolean') return fc.boolean()
  if (kind === 'date') return days().map(dayBefore)
  if (kind === 'moment')
    return fc.oneof(
      days().map(dayBefore),
      moment().map((at) => at.toISOString()),
    )
  if (kind === 'list') return fc.constantFrom(0, 1).map((n) => listIds[n]!)
  if (kind === 'sequence') return fc.constantFrom(0, 1).map((n) => sequenceIds[n]!)
  if (kind === 'status') return fc.constantFrom('active', 'bounced', 'unsubscribed', 'suppressed')
  return fc.oneof(word(), fc.constantFrom('acme.example', 'GLOBEX.example', 'p1'))
}

const group = (level: number): fc.Arbitrary<object> => {
  const part = level === 3 ? condition() : fc.oneof({ weight: 3, arbitrary: condition() }, group(level + 1))
  return fc
    .record({
      match: fc.constantFrom('all', 'any'),
      parts: fc.oneof(
        { weight: 9, arbitrary: fc.array(part, { minLength: 1, maxLength: 3 }) },
        { weight: 1, arbitrary: fc.constant([]) },
      ),
    })
    .map(({ match, parts }) => ({ [match]: parts }))
}

test('2,000 random filters over 500 random contacts find what plain TypeScript finds', async () => {
  const filters = fc
    .sample(group(1), { numRuns: 2000, seed: 2 })
    .map((given) => ({ given, filter: parseFilter(JSON.stringify(given), own) }))
  const AT_ONCE = 40
  let found = 0
  for (let from = 0; from < filters.length; from += AT_ONCE) {
    const some = filters.slice(from, from + AT_ONCE)
    const columns = some.map(({ filter }, n) => sql`${filterCondition(filter, TIME)} as ${sql.raw(`f${n}`)}`)
    const rows = await db.execute<{ id: string } & Record<string, boolean>>(
      sql`select id, ${sql.join(columns, sql`, `)} from contacts where user_id = ${userId}::uuid`,
    )
    expect(rows).toHaveLength(500)
    for (const [n, { given, filter }] of some.entries()) {
      const inSql = rows.filter((row) => row[`f${n}`]).map(({ id }) => id)
      const inTypeScript = rows.filter(({ id }) => passes(filter, people.get(id)!, TIME)).map(({ id }) => id)
      found += inSql.length > 0 && inSql.length < rows.length ? 1 : 0
      expect({ given, ids: inSql }).toEqual({ given, ids: inTypeScript })
    }
  }
  // Many filters tell contacts apart, so the test compares something.
  expect(found).toBeGreaterThan(700)
})

test.each([...Object.keys(BUILT_IN), ...FIELDS.map(({ key }) => `custom.${key}`), 'updatedAt'])(
  'pages of contacts sorted by %s hold each contact once, in order, and those without a value last',
  async (sortBy) => {
    if (['tags', 'personaId', 'sequenceId', 'status'].includes(sortBy)) {
      expect(() => sortOf(sortBy, 'asc', own)).toThrow(`Contacts cannot be sorted by ${sortBy}`)
      return
    }
    const { value } = sortOf(sortBy, 'asc', own)
    const rows = await db.execute<{ id: string; rank: number; lacks: boolean }>(sql`
      select id, dense_rank() over (order by ${value})::int as rank, ${value} is null as lacks
      from contacts where user_id = ${userId}::uuid`)
    const of = new Map(rows.map((row) => [row.id, row]))
    for (const sortOrder of ['asc', 'desc'] as const) {
      const ids: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query = ContactChangesQuery.parse({
          sortBy,
          sortOrder,
          limit: 120,
          ...(cursor ? { cursor } : {}),
        })
        const page = await listContactChanges(db, userId, query, TIME)
        ids.push(...page.rows.map(({ id }) => id))
        cursor = page.cursor
      }
      expect(new Set(ids).size).toBe(500)
      expect(ids).toHaveLength(500)
      const sign = sortOrder === 'asc' ? 1 : -1
      const isOrdered = (a: string, b: string) =>
        of.get(a)!.lacks
          ? of.get(b)!.lacks
          : of.get(b)!.lacks || sign * (of.get(b)!.rank - of.get(a)!.rank) >= 0
      expect(ids.slice(1).filter((id, n) => !isOrdered(ids[n]!, id))).toEqual([])
    }
  },
)

test.each([
  'x',
  Buffer.from(JSON.stringify(['city', 'asc', 'a'])).toString('base64url'),
  Buffer.from(JSON.stringify(['custom.seats', 'asc', 'a', UNKNOWN_ID])).toString('base64url'),
  Buffer.from(JSON.stringify(['city', 'desc', 'a', UNKNOWN_ID])).toString('base64url'),
  Buffer.from(JSON.stringify(['city', 'asc', 'a\0', UNKNOWN_ID])).toString('base64url'),
])('refuses the forged cursor %s', async (cursor) => {
  for (const sortBy of ['city', 'custom.seats']) {
    const query = ContactChangesQuery.parse({ sortBy, sortOrder: 'asc', cursor })
    expect(await refused(listContactChanges(db, userId, query, TIME))).toMatch(
      /^INVALID: (Invalid|This) cursor/,
    )
  }
})

test('extreme moments are compared', async () => {
  for (const value of ['0001-01-01', '9999-12-31', '9999-12-31T23:59:59.999Z', '2026-01-01T00:00:00+20:00']) {
    const filter = checkFilter(
      {
        any: [
          { field: 'createdAt', op: 'after', value },
          { field: 'createdAt', op: 'before', value },
        ],
      },
      own,
    )
    const rows = await db.execute(
      sql`select id from contacts where user_id = ${userId}::uuid and ${filterCondition(filter, TIME)}`,
    )
    expect([value, rows.length]).toEqual([value, 500])
  }
})

test('a filter that takes too long is refused', async () => {
  const slow = withinLimit(db, (tx) => tx.execute(sql`select pg_sleep(10)`), 50)
  expect(await refused(slow)).toBe(
    'INVALID: This filter takes too long for so many contacts: use fewer conditions',
  )
})

describe('a filter is refused by name', () => {
  const deep = (levels: number): object => ({ all: levels === 1 ? [] : [deep(levels - 1)] })
  test.each<[unknown, string]>([
    [[], 'A filter is {"all": […]} or {"any": […]}'],
    [{ all: [], any: [] }, 'A filter is {"all": […]} or {"any": […]}'],
    [deep(4), 'A filter has at most 3 levels'],
    [{ all: Array(21).fill({ field: 'city', op: 'isEmpty' }) }, 'A filter has at most 20 conditions'],
    [{ all: [{ field: 'ctiy', op: 'is', value: 'x' }] }, 'Contacts have no field ctiy: did you mean city?'],
    [
      { all: [{ field: 'custom.saets', op: 'is', value: 1 }] },
      'Contacts have no field custom.saets: did you mean custom.seats?',
    ],
    [
      { all: [{ field: 'city', op: 'greaterThan', value: 'x' }] },
      'city cannot be compared with greaterThan: use is, isNot, contains, startsWith, isEmpty, isNotEmpty',
    ],
    [{ all: [{ field: 'city', op: 'is' }] }, 'city is needs a text'],
    [{ all: [{ field: 'city', op: 'isEmpty', value: 'x' }] }, 'city isEmpty takes no value'],
    [{ all: [{ field: 'custom.seats', op: 'is', value: '5' }] }, 'custom.seats is needs a number'],
    [
      { all: [{ field: 'custom.renewal', op: 'before', value: 'soon' }] },
      'custom.renewal before needs a date such as 2026-12-31',
    ],
    [
      { all: [{ field: 'createdAt', op: 'inLastDays', value: 0 }] },
      'createdAt inLastDays needs a number of days from 1 to 36500',
    ],
    ...['0000-01-01', '2026-02-30', '2026-02-30T10:00:00Z', '0001-01-01T00:00:00+14:00', 'soon'].map(
      (value): [unknown, string] => [
        { all: [{ field: 'createdAt', op: 'after', value }] },
        'createdAt after needs a date or a moment such as 2026-12-31T10:00:00Z',
      ],
    ),
    [
      { all: [{ field: 'status', op: 'is', value: 'gone' }] },
      'status is needs one of active, bounced, unsubscribed, suppressed',
    ],
    [{ all: [{ field: 'personaId', op: 'is', value: 'x' }] }, 'personaId is needs an id'],
    [{ all: [{ field: 'city', op: 'is', value: 'x', outcome: 'replied' }] }, 'city is has no outcome'],
    [{ all: [{ field: 'city', op: 'is', value: 'x', not: true }] }, 'Unknown part of a condition: not'],
  ])('%j', (given, message) => {
    expect(() => checkFilter(given, own) as Filter).toThrow(message)
  })
})
