import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveAllContacts } from '~/models/personas/contacts.server'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

test('moves a whole list in batches and skips existing contacts', async () => {
  const { db, userId } = outreach
  const [source, target] = [await outreach.makeList('Source'), await outreach.makeList('Target')]
  await db.execute(sql`
    with made as (
      insert into contacts (user_id, email) select ${userId}::uuid, 'p' || n || '@people.example' from generate_series(1, 2050) n
      returning id)
    insert into persona_contacts (persona_id, contact_id) select ${source.id}::uuid, id from made`)
  await db.execute(sql`
    insert into persona_contacts (persona_id, contact_id)
    select ${target.id}::uuid, contact_id from persona_contacts where persona_id = ${source.id}::uuid limit 7`)
  const lists = { sourcePersonaId: source.id, destinationPersonaId: target.id }
  expect(await refused(moveAllContacts(db, outreach.strangerId, lists, NOW, secrets))).toMatch(/^NOT_FOUND/)
  expect(await moveAllContacts(db, userId, lists, NOW, secrets)).toEqual({
    movedCount: 2043,
    skippedCount: 7,
  })
  const [left] = await db.execute<{ source: number; target: number }>(sql`
    select count(*) filter (where persona_id = ${source.id}::uuid)::int as source,
      count(*) filter (where persona_id = ${target.id}::uuid)::int as target from persona_contacts`)
  expect(left).toMatchObject({ source: 7, target: 2050 })
})
