import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '~/db.server'
import { ContactChange, NewContact } from '~/models/contacts/contact'
import { createContact, getContact, updateContact } from '~/models/contacts/contact.server'
import { addToPersona, removeFromPersona } from '~/models/personas/contacts.server'
import { createPersona, deletePersona, updatePersona } from '~/models/personas/persona.server'
import { interleave } from '../../support/interleave'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

/** Decision 92: a contact's organization and its lists change at the same time. */

let outreach: Outreach
let db: Db
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

const makeList = async (industry: string) =>
  (await createPersona(db, userId, { name: industry, industry, jobTitle: 'CTO', location: 'Berlin' })).id

/** A contact whose organization names an industry, in the first of two lists. */
async function makeStage() {
  const [first, other] = [await makeList('Steel'), await makeList('Glass')]
  const input = NewContact.parse({
    ...{ email: `${crypto.randomUUID()}@people.example`, personaId: first },
    organization: { name: 'Mill', industry: 'Own' },
  })
  const { id } = await createContact(db, userId, input, NOW, secrets)
  return { first, other, id }
}
type Stage = Awaited<ReturnType<typeof makeStage>>

const setOrganization = (tx: Db, id: string, organization: object | null) =>
  updateContact(tx, userId, id, ContactChange.parse({ organization }), NOW, secrets)
const industry = async (id: string) => (await getContact(db, userId, id)).industry
const wrong = async () => {
  const [row] = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from contacts where industry is distinct from contact_industry(id, organization)`,
  )
  return row!.n
}

const CHANGES: [string, (tx: Db, stage: Stage) => Promise<unknown>, string | null][] = [
  ['the list is renamed', (tx, { first }) => updatePersona(tx, userId, first, { industry: 'Wood' }), 'Wood'],
  ['the contact leaves it', (tx, { first, id }) => removeFromPersona(tx, userId, first, id), null],
  ['the list is deleted', (tx, { first }) => deletePersona(tx, userId, first), null],
  [
    'the contact joins another one earlier',
    (tx, { other, id }) =>
      addToPersona(
        tx,
        userId,
        { personaId: other, contactIds: [id] },
        new Date(NOW.getTime() - 60_000),
        secrets,
      ),
    'Glass',
  ],
]

describe.each(CHANGES)('an organization loses its industry while %s', (_, changeLists, expected) => {
  test('after it', async () => {
    const stage = await makeStage()
    const results = await interleave(
      db,
      (tx) => changeLists(tx, stage),
      (other) => setOrganization(other, stage.id, null),
    )
    expect(results).toEqual(['accepted', 'accepted'])
    expect([await industry(stage.id), await wrong()]).toEqual([expected, 0])
  })

  test('before it', async () => {
    const stage = await makeStage()
    const results = await interleave(
      db,
      (tx) => setOrganization(tx, stage.id, null),
      (other) => changeLists(other, stage),
    )
    expect(results).toEqual(['accepted', 'accepted'])
    expect([await industry(stage.id), await wrong()]).toEqual([expected, 0])
  })
})

test('an organization gets an industry while the list is renamed', async () => {
  const { id, first } = await makeStage()
  await setOrganization(db, id, null)
  await interleave(
    db,
    (tx) => setOrganization(tx, id, { industry: 'Own' }),
    (other) => updatePersona(other, userId, first, { industry: 'Wood' }),
  )
  expect([await industry(id), await wrong()]).toEqual(['Own', 0])
})
