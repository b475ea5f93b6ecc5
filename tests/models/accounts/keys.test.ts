import { afterAll, beforeAll, expect, test } from 'vitest'
import { NewKey } from '~/models/accounts/keys/key'
import { createKey, listKeys } from '~/models/accounts/keys/keys.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

test('allows 50 API keys, however many are created at the same time', async () => {
  const { db } = database
  const userId = await createTestUser(db)
  const input = NewKey.parse({ name: 'CRM', scope: 'read' })
  const create = () => createKey(db, userId, input, '192.0.2.1')
  for (let n = 0; n < 45; n++) await create()
  const results = await Promise.allSettled(Array.from({ length: 10 }, create))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await listKeys(db, userId)).toHaveLength(50)
})
