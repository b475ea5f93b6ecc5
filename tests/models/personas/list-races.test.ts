import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '~/db.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { interleave, untilBlocked } from '../../support/interleave'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

/** A sequence with a step, a list, and a contact in no list. */
async function prepare() {
  const { db, userId } = outreach
  const { id } = await outreach.makeSequence()
  await outreach.makeStep(id)
  const list = await outreach.makeList()
  const input = NewContact.parse({ email: `${crypto.randomUUID()}@people.example` })
  const contact = await createContact(db, userId, input, NOW, secrets)
  return {
    ...{ db, userId, id, listId: list.id },
    add: (tx: Db) => addToPersona(tx, userId, { personaId: list.id, contactIds: [contact.id] }, NOW, secrets),
    link: (tx: Db) => linkPersona(tx, userId, id, list.id, NOW, secrets),
    activate: (tx: Db) => activateSequence(tx, userId, id, NOW, secrets),
    enrolled: async () => {
      const [row] = await db.execute<{ n: number }>(
        sql`select count(*)::int as n from sequence_contacts where sequence_id = ${id} and contact_id = ${contact.id}`,
      )
      return row!.n
    },
  }
}

const BOTH = ['accepted', 'accepted']

test.each(['add first', 'activate first'])(
  'enrolls a contact that joins during activation: %s',
  async (order) => {
    const { db, add, link, activate, enrolled } = await prepare()
    await link(db)
    const [first, second] = order === 'add first' ? [add, activate] : [activate, add]
    expect(await interleave(db, first, second)).toEqual(BOTH)
    expect(await enrolled()).toBe(1)
  },
)

test.each(['add first', 'link first'])(
  'enrolls a contact that joins while the list is linked: %s',
  async (order) => {
    const { db, add, link, activate, enrolled } = await prepare()
    await activate(db)
    const [first, second] = order === 'add first' ? [add, link] : [link, add]
    expect(await interleave(db, first, second)).toEqual(BOTH)
    expect(await enrolled()).toBe(1)
  },
)

test('linking and joining never deadlock', async () => {
  const { db, listId, id, add, link, activate, enrolled } = await prepare()
  await link(db)
  await activate(db)
  let linking: Promise<string> = Promise.resolve('')
  const joined = await refused(
    db.transaction(async (tx) => {
      // A contact joins: it has the list but not the sequence yet when the list is linked again.
      await tx.execute(sql`select 1 from personas where id = ${listId} for key share`)
      linking = refused(link(db))
      await untilBlocked(tx, linking)
      await tx.execute(sql`select 1 from sequences where id = ${id} for update nowait`)
      await add(tx)
    }),
  )
  expect([joined, await linking]).toEqual(BOTH)
  expect(await enrolled()).toBe(1)
})
