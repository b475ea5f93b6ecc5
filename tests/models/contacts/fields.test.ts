import { getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '#drizzle/schema'
import { contactColumns } from '~/models/contacts/columns.server'
import { FIELD_NAMES } from '~/models/contacts/fields'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'

let database: TestDatabase
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  userId = await createTestUser(database.db)
  await database.sql`
    insert into webhook_endpoints (user_id, url, events, secret) values (${userId}, 'https://hooks.example/', '{*}', 'sealed')`
})
afterAll(() => database?.drop())

const COLUMNS = getTableColumns(contacts)
type Column = keyof typeof COLUMNS

/** Columns that are no fields, since people do not fill them in. */
const NO_FIELDS: Column[] = [
  ...(['id', 'userId', 'importBatchId', 'createdAt', 'updatedAt'] as const),
  ...(['organization', 'employmentHistory', 'custom', 'industry', 'tags', 'metadata'] as const),
  ...(['suppressed', 'unsubscribed', 'hardBounced', 'notOpenedStreak'] as const),
]
/** Columns that neither screens nor the API show. */
const UNSEEN: Column[] = ['userId', 'importBatchId', 'employmentHistory']

test('declares every column of a contact as a field, except those that people do not fill in', () => {
  expect([...FIELD_NAMES, ...NO_FIELDS].toSorted()).toEqual(Object.keys(COLUMNS).toSorted())
})

test('shows every column on screens and in the API, except those of the system', () => {
  const shown = Object.keys(contactColumns).filter((name) => name in COLUMNS)
  expect([...shown, ...UNSEEN].toSorted()).toEqual(Object.keys(COLUMNS).toSorted())
})

/** Columns that never change, and those that the triggers set themselves. */
const FIXED: Column[] = ['id', 'userId', 'createdAt', 'updatedAt']

const isUnchanged = { moves: false, told: [] }
/** What a change of a column does, where it is not what a change of a field does. */
const EFFECTS: Partial<Record<Column, { moves: boolean; told: string[] }>> = {
  importBatchId: isUnchanged,
  employmentHistory: isUnchanged,
  notOpenedStreak: { moves: true, told: [] },
  suppressed: { moves: true, told: ['contact.updated', 'contact.suppressed'] },
  unsubscribed: { moves: true, told: ['contact.updated', 'contact.suppressed'] },
  hardBounced: { moves: true, told: ['contact.updated', 'contact.suppressed'] },
}

async function otherValue(column: Column): Promise<unknown> {
  const { sql } = database
  if (column === 'importBatchId') {
    const [batch] = await sql`
      insert into import_batches (user_id, file_name) values (${userId}, 'people.csv') returning id`
    return batch!.id
  }
  if (column === 'tags') return ['vip']
  const values: Record<string, unknown> = { boolean: true, number: 7, json: '{"a": 1}' }
  return values[COLUMNS[column].dataType] ?? 'other@people.example'
}

test.each((Object.keys(COLUMNS) as Column[]).filter((name) => !FIXED.includes(name)))(
  'a change of %s moves updated_at and is told to webhooks, unless nobody sees it',
  async (column) => {
    const { sql } = database
    const [contact] = await sql`
      insert into contacts (user_id, email, updated_at)
      values (${userId}, ${`${crypto.randomUUID()}@people.example`}, '2026-01-01') returning id, updated_at`
    const value = await otherValue(column)
    await sql`delete from webhook_events where user_id = ${userId}`
    const name = COLUMNS[column].name
    const change = async () => {
      const [changed] = await sql`
        update contacts set ${sql({ [name]: value })} where id = ${contact!.id} returning updated_at`
      const events = await sql`
        with gone as (delete from webhook_events where user_id = ${userId} returning *) select type from gone order by n`
      return { updatedAt: changed!.updated_at, told: events.map(({ type }) => type) }
    }
    const { updatedAt, told } = await change()
    const moves = updatedAt !== contact!.updated_at
    expect({ column, moves, told }).toEqual({
      column,
      ...(EFFECTS[column] ?? { moves: true, told: ['contact.updated'] }),
    })
    // The same value again is no change.
    expect(await change()).toEqual({ updatedAt, told: [] })
  },
)
