import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { executePrepared } from '~/db.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const TYPES = {
  n: 'int',
  id: 'uuid',
  words: 'text',
  yes: 'boolean',
  at: 'timestamptz',
  small: 'smallint',
  json: 'jsonb',
} as const
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
/** PostgreSQL has no text with a NUL. */
const words = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ',', ' ', '\n', "'", 'NULL', 'ü') }),
  )
  .map((text) => text.replaceAll('\0', ''))
const row = fc.record({
  id: orNull(fc.uuid()),
  words: orNull(words),
  yes: orNull(fc.boolean()),
  at: orNull(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })),
  small: orNull(fc.integer({ min: -32_768, max: 32_767 })),
  json: orNull(fc.record({ words, list: fc.array(words), n: fc.integer() })),
})

test('PostgreSQL receives arrays unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
      const sent = rows.map((one, n) => ({ n, ...one }))
      const got = await executePrepared(
        database.db,
        sql`select v.* from ${rowArrays('v', TYPES, sent)} order by v.n`,
      )
      const read = got.map(({ at, json, ...rest }) => ({
        ...rest,
        at: at === null ? null : new Date(at as string),
        json: typeof json === 'string' ? JSON.parse(json) : json,
      }))
      expect(read).toEqual(sent)
    }),
    { numRuns: 200 },
  )
})
