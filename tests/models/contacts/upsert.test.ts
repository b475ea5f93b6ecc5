import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contacts, personaContacts } from '#drizzle/schema'
import { createOwnField } from '~/models/contacts/own-fields/own-fields.server'
import { Upsert } from '~/models/imports/upsert'
import { upsertContacts } from '~/models/imports/upsert.server'
import { NOW, type Outreach, openOutreach, refused, secrets, UNKNOWN_ID } from '../../support/outreach'

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
})

const upsert = (mode: string, all: Record<string, unknown>[], fields: Record<string, unknown> = {}) =>
  upsertContacts(db, userId, Upsert.parse({ mode, contacts: all, ...fields }), NOW, secrets)
const outcomes = async (...given: Parameters<typeof upsert>) =>
  (await upsert(...given)).map(({ outcome, message }) => message ?? outcome)
const stored = async () =>
  db.select().from(contacts).where(eq(contacts.userId, userId)).orderBy(sql`lower(${contacts.email})`)

const ANN = { email: 'ann@people.example', firstName: 'Ann', title: 'CTO' }

test('creates, fills and overwrites contacts by their addresses', async () => {
  expect(await outcomes('fill', [ANN, { email: 'Bob@People.example' }])).toEqual(['created', 'created'])
  expect(await outcomes('fill', [ANN])).toEqual(['unchanged'])
  const other = { email: 'ANN@people.example', title: 'CEO', city: 'Berlin' }
  expect(await outcomes('fill', [other])).toEqual(['updated'])
  expect(await stored()).toMatchObject([
    { email: 'ann@people.example', name: 'Ann', title: 'CTO', city: 'Berlin' },
    { email: expect.stringMatching(/^bob@/i) },
  ])
  expect(await outcomes('overwrite', [other])).toEqual(['updated'])
  expect(await outcomes('overwrite', [{ email: ANN.email, title: '' }])).toEqual(['unchanged'])
  expect((await stored())[0]).toMatchObject({ title: 'CEO', firstName: 'Ann' })
})

test('reads own fields by their types, adds tags, and takes an organization', async () => {
  await createOwnField(db, userId, { name: 'Seats', type: 'number' })
  const given = {
    email: ANN.email,
    custom: { seats: '12' },
    tags: ['a'],
    organization: { industry: 'Retail' },
  }
  expect(await outcomes('fill', [given])).toEqual(['created'])
  expect(await stored()).toMatchObject([{ custom: { seats: 12 }, tags: ['a'], industry: 'Retail' }])
  const second = { ...given, tags: ['b', 'a'], organization: { industry: 'Steel' } }
  expect(await outcomes('fill', [second])).toEqual(['updated'])
  expect(await stored()).toMatchObject([{ tags: ['a', 'b'], industry: 'Retail' }])
  expect(await outcomes('overwrite', [second])).toEqual(['updated'])
  expect(await stored()).toMatchObject([{ industry: 'Steel' }])
  expect(await outcomes('overwrite', [second])).toEqual(['unchanged'])
})

test('says what is wrong with each contact, and stores the others', async () => {
  await createOwnField(db, userId, { name: 'Seats', type: 'number' })
  await upsert('fill', [
    { email: 'full@people.example', tags: Array.from({ length: 50 }, (_, i) => `t${i}`), apolloId: 'x1' },
  ])
  const results = await outcomes('fill', [
    { firstName: 'No address' },
    { email: 'no address' },
    ANN,
    { email: 'ANN@people.example' },
    { email: 'a@people.example', fistName: 'A' },
    { email: 'b@people.example', custom: { seat: 1 } },
    { email: 'c@people.example', custom: { seats: 'many' } },
    { email: 'full@people.example', tags: ['one more'] },
    { email: 'd@people.example', apolloId: 'x1' },
    { email: 'e@people.example', firstName: 'x'.repeat(201) },
  ])
  expect(results).toEqual([
    expect.stringContaining('email: '),
    expect.stringContaining('email: '),
    'created',
    'The same address as contact 2',
    'Unknown field: fistName. Did you mean firstName?',
    'There is no field seat: did you mean seats?',
    'Seats: Must be a number such as 1234.5',
    'tags: At most 50 tags, with those that the contact has',
    'Another contact has this Apollo ID',
    expect.stringContaining('firstName: '),
  ])
  expect((await stored()).map(({ email }) => email)).toEqual(['ann@people.example', 'full@people.example'])
})

test('sets stops and lifts none, and joins the list', async () => {
  await upsert('fill', [{ ...ANN, unsubscribed: true }])
  expect(await outcomes('overwrite', [{ ...ANN, unsubscribed: false, suppressed: false }])).toEqual([
    'unchanged',
  ])
  expect(await stored()).toMatchObject([{ unsubscribed: true, suppressed: false }])
  expect(await refused(upsert('fill', [ANN], { personaId: UNKNOWN_ID }))).toBe(
    'NOT_FOUND: Email list not found',
  )
  const [{ id: foreign }] = [await outreach.makeList()]
  expect(await refused(upsert('fill', [ANN], { personaId: foreign }))).toBe('NOT_FOUND: Email list not found')
  userId = outreach.userId
  const { id } = await outreach.makeList()
  await upsert('fill', [ANN, { email: 'bob@people.example' }], { personaId: id })
  expect(await db.$count(personaContacts, eq(personaContacts.personaId, id))).toBe(2)
  expect((await stored()).map(({ industry }) => industry)).toEqual(['Software', 'Software'])
})
