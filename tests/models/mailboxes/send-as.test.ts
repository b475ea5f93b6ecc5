import { afterAll, beforeAll, expect, test } from 'vitest'
import { aliases } from '#drizzle/schema'
import { SequenceChange } from '~/models/sequences/sequence'
import { updateSequence } from '~/models/sequences/sequence.server'
import { addSmtp } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
  const { db, userId, strangerId } = outreach
  const own = await addSmtp(db, userId, NOW, { email: 'Ann@sender.example' })
  const foreign = await addSmtp(db, strangerId, NOW, { email: 'stranger@sender.example' })
  await db.insert(aliases).values([
    { accountId: own, sendAsEmail: 'team@sender.example', verificationStatus: 'accepted' },
    { accountId: own, sendAsEmail: 'waiting@sender.example', verificationStatus: 'pending' },
    { accountId: foreign, sendAsEmail: 'theirs@sender.example', verificationStatus: 'accepted' },
  ])
})
afterAll(() => outreach?.drop())

const REFUSAL = 'INVALID: This address is not a verified alias of one of your mailboxes'

test.each([
  ['an own address', 'ann@sender.example', 'accepted'],
  ['an accepted alias in another case', 'Team@Sender.example', 'accepted'],
  ['none', '', 'accepted'],
  ['an alias that is not verified', 'waiting@sender.example', REFUSAL],
  ["another user's address", 'stranger@sender.example', REFUSAL],
  ["another user's alias", 'theirs@sender.example', REFUSAL],
  ['an unknown address', 'ceo@bank.example', REFUSAL],
])('a sequence sends as %s: %s', async (_name, sendAsEmail, outcome) => {
  const { db, userId } = outreach
  const { id } = await outreach.makeSequence()
  expect(await refused(updateSequence(db, userId, id, SequenceChange.parse({ sendAsEmail }), NOW))).toBe(
    outcome,
  )
})

test('refuses at the field, and a removed alias does not block other changes', async () => {
  const { db, userId } = outreach
  const { id } = await outreach.makeSequence()
  const to = (fields: Record<string, unknown>) =>
    updateSequence(db, userId, id, SequenceChange.parse(fields), NOW)
  await expect(to({ sendAsEmail: 'ceo@bank.example' })).rejects.toMatchObject({
    options: { field: 'sendAsEmail' },
  })
  await to({ sendAsEmail: 'team@sender.example' })
  await db.delete(aliases)
  expect(await refused(to({ name: 'New', sendAsEmail: 'team@sender.example' }))).toBe('accepted')
})
