import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '~/db.server'
import { ConversationsQuery } from '~/models/inbox/conversation'
import { countUnreadConversations, listConversations } from '~/models/inbox/conversations.server'
import { type SeededInbox, seedInbox, WORDS } from '../../bench/lib/inbox-seed'
import { type Seeded, seedMillion } from '../../bench/lib/million'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'
import { type WrongsOf, watchPlans } from '../../support/plans'

const ROWS = 20_000
const PAGE = 20

let database: TestDatabase
let userId: string
let seeded: Seeded & SeededInbox
let db: Db
let wrongsOf: WrongsOf
beforeAll(async () => {
  database = await createTestDatabase()
  userId = await createTestUser(database.db)
  const otherId = await createTestUser(database.db)
  seeded = {
    ...(await seedMillion(database, userId, ROWS)),
    ...(await seedInbox(database, userId, otherId, ROWS)),
  }
  ;({ db, wrongsOf } = watchPlans(database))
})
afterAll(() => database?.drop())

test.each<[string, () => Record<string, unknown>]>([
  ['every state', () => ({})],
  ['one state', () => ({ state: 'open' })],
  ['unread', () => ({ unread: 'true' })],
  ['a label', () => ({ label: 'Interested' })],
  ['a mailbox', () => ({ mailboxId: seeded.mailboxId })],
  ['a sequence', () => ({ sequenceId: seeded.sequenceId })],
  ['a later page', () => ({ cursor: seeded.inboxCursor })],
  ['a frequent word', () => ({ q: WORDS.frequent })],
  ['a frequent word in one state', () => ({ q: WORDS.frequent, state: 'open' })],
  ['a rare word', () => ({ q: WORDS.rare })],
  ['no match', () => ({ q: 'zzzzzz' })],
])('the inbox reads indexes in order for %s', async (_, query) => {
  const run = () => listConversations(db, userId, ConversationsQuery.parse({ limit: PAGE, ...query() }))
  // One row more tells whether there is a next page.
  expect(await wrongsOf(run, PAGE + 1)).toEqual([])
})

test('unread conversations are counted in their index', async () => {
  expect(await wrongsOf(() => countUnreadConversations(db, userId), PAGE)).toEqual([])
})
