import { afterAll, beforeAll, expect, test } from 'vitest'
import { SavedReplyInput } from '~/models/inbox/answer/saved-replies'
import {
  addSavedReply,
  changeSavedReply,
  getSavedReply,
  listSavedReplies,
  removeSavedReply,
} from '~/models/inbox/answer/saved-replies.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { refused, UNKNOWN_ID } from '../../support/outreach'
import { createTestUser } from '../../support/people'

let database: TestDatabase
let userId: string
let strangerId: string
beforeAll(async () => {
  database = await createTestDatabase()
  userId = await createTestUser(database.db)
  strangerId = await createTestUser(database.db)
})
afterAll(() => database?.drop())

const input = (name: string, text = 'Hi {{first_name | default: "there"}}') =>
  SavedReplyInput.parse({ name, text })
const namesOf = async (owner = userId) => (await listSavedReplies(database.db, owner)).map(({ name }) => name)

test('adds, changes, lists by name and removes saved replies', async () => {
  const { db } = database
  await addSavedReply(db, userId, input('prices'))
  await addSavedReply(db, userId, input('Booking'))
  await addSavedReply(db, strangerId, input('Prices'))
  expect(await namesOf()).toEqual(['Booking', 'prices'])
  const taken = 'INVALID: There is a saved reply with this name'
  expect(await refused(addSavedReply(db, userId, input('PRICES')))).toBe(taken)

  const [booking, prices] = await listSavedReplies(db, userId)
  expect(await refused(changeSavedReply(db, userId, booking!.id, input('Prices')))).toBe(taken)
  await changeSavedReply(db, userId, prices!.id, input('Prices', 'From 10 €'))
  expect(await getSavedReply(db, userId, prices!.id)).toEqual({
    id: prices!.id,
    name: 'Prices',
    text: 'From 10 €',
  })

  const foreign = 'NOT_FOUND: Saved reply not found'
  for (const [owner, id] of [
    [strangerId, booking!.id],
    [userId, UNKNOWN_ID],
  ] as const)
    expect([
      await refused(getSavedReply(db, owner, id)),
      await refused(changeSavedReply(db, owner, id, input('Mine'))),
      await refused(removeSavedReply(db, owner, id)),
    ]).toEqual([foreign, foreign, foreign])
  await removeSavedReply(db, userId, booking!.id)
  expect(await namesOf()).toEqual(['Prices'])
})

test.each([
  [{ name: ' ', text: 'Hi' }, 'Name is required'],
  [{ name: 'A', text: ' ' }, 'Text is required'],
  [{ name: 'A', text: 'Hi {{first name}}' }, expect.stringContaining('{{first name}} is not a variable')],
  [{ name: 'A', text: '{% if x %}' }, expect.stringContaining('are not supported')],
])('refuses %j', (wrong, message) => {
  const parsed = SavedReplyInput.safeParse(wrong)
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message])
})
