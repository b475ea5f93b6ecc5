import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ContactChange, ContactsQuery } from '~/models/contacts/contact'
import { createContact, deleteContact, getContact, updateContact } from '~/models/contacts/contact.server'
import { listPersonaContacts } from '~/models/contacts/in-list.server'
import { getContactStats, listContacts } from '~/models/contacts/list.server'
import { addToPersona, moveBetweenLists, removeFromPersona } from '~/models/personas/contacts.server'
import {
  createPersona,
  deletePersona,
  getPersona,
  getPersonaStats,
  searchPersonas,
} from '~/models/personas/persona.server'
import { rememberSuppression } from '~/models/suppressions/suppression.server'
import { createSecrets } from '~/secrets.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'
import { createTestUser } from '../../support/people'

const secrets = createSecrets('x'.repeat(32), { addressKey: Buffer.alloc(32, 1) })
const now = new Date('2026-03-02T10:00:00Z')
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let database: TestDatabase
let userId: string
let otherId: string

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  userId = await createTestUser(database.db)
  otherId = await createTestUser(database.db)
})

const list = async (name = 'Founders', owner = userId, industry = 'Software') =>
  (await createPersona(database.db, owner, { name, industry, jobTitle: 'Founder', location: 'Berlin' })).id

const contact = (email: string, more: Record<string, unknown> = {}, owner = userId) =>
  createContact(database.db, owner, { email, personaId: null, ...more }, now, secrets)

const members = async (personaId: string) =>
  (await listPersonaContacts(database.db, userId, personaId, { limit: 100, offset: 0 }))
    .map((row) => row.email)
    .sort()

describe('a new contact', () => {
  test('takes its name from its parts or address, and its industry from the list', async () => {
    const personaId = await list()
    const ada = await contact('ada@example.com', { firstName: 'Ada', lastName: 'Byron', personaId })
    expect(ada).toMatchObject({
      name: 'Ada Byron',
      industry: 'Software',
      metadata: { source: 'manual' },
      suppressed: false,
    })
    expect(await contact('b@example.com')).toMatchObject({ name: 'b@example.com', industry: null })
    expect(await contact('c@example.com', { apolloId: 'a1' })).toMatchObject({
      metadata: { source: 'apollo' },
    })
    expect(await members(personaId)).toEqual(['ada@example.com'])
    expect(await getPersona(database.db, userId, personaId)).toMatchObject({ contactCount: 1 })
  })

  test('refuses a duplicate address of the same user, ignoring case', async () => {
    const { id } = await contact('ada@example.com')
    await expect(contact('ADA@Example.com')).rejects.toMatchObject({
      code: 'DUPLICATE_EMAIL',
      message: 'This email address already exists',
      options: { contactId: id },
    })
    await expect(contact('ada@example.com', {}, otherId)).resolves.toMatchObject({ email: 'ada@example.com' })
  })

  test('refuses a duplicate Apollo ID of the same user', async () => {
    await contact('a@example.com', { apolloId: 'x' })
    await expect(contact('b@example.com', { apolloId: 'x' })).rejects.toMatchObject({
      message: 'Contact already exists',
    })
    await expect(contact('b@example.com', { apolloId: 'x' }, otherId)).resolves.toMatchObject({
      apolloId: 'x',
    })
  })

  test('stores nothing for a foreign list', async () => {
    for (const personaId of [UNKNOWN, await list('Foreign', otherId)]) {
      await expect(contact('a@example.com', { personaId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await getContactStats(database.db, userId)).toMatchObject({ total: 0 })
  })
})

describe('suppressions', () => {
  test('outlive the contact and apply to the next with its address', async () => {
    const first = await contact('ada@example.com')
    await updateContact(database.db, userId, first.id, { unsubscribed: true, suppressed: true }, now, secrets)
    await deleteContact(database.db, userId, first.id, now, secrets)
    expect(await contact('Ada@Example.com')).toMatchObject({
      unsubscribed: true,
      suppressed: true,
      hardBounced: false,
    })
    expect(await contact('ada@example.com', {}, otherId)).toMatchObject({
      unsubscribed: false,
      suppressed: false,
    })
  })

  test('of a bounce restore its tag', async () => {
    await rememberSuppression(database.db, userId, 'dead@example.com', 'hard_bounce', secrets)
    expect(await contact('dead@example.com')).toMatchObject({ hardBounced: true, tags: ['blacklist'] })
  })

  test('survive edits, and follow a changed address', async () => {
    const { id } = await contact('a@example.com', { unsubscribed: true })
    const edit = (change: ContactChange) => updateContact(database.db, userId, id, change, now, secrets)
    await expect(edit({ unsubscribed: false, firstName: 'A' })).rejects.toMatchObject({ code: 'INVALID' })
    expect(await edit({ suppressed: false, firstName: 'A' })).toMatchObject({
      unsubscribed: true,
      firstName: 'A',
    })
    await rememberSuppression(database.db, userId, 'b@example.com', 'suppressed', secrets)
    const moved = await updateContact(database.db, userId, id, { email: 'B@example.com' }, now, secrets)
    expect(moved).toMatchObject({ email: 'B@example.com', unsubscribed: true, suppressed: true })
  })
})

describe('an edit', () => {
  test('changes the given fields and refuses a taken address', async () => {
    const { id } = await contact('a@example.com', { firstName: 'Ann', lastName: 'Lee', city: 'Rome' })
    await contact('b@example.com')
    await expect(
      updateContact(database.db, userId, id, { email: 'b@EXAMPLE.com' }, now, secrets),
    ).rejects.toMatchObject({
      code: 'DUPLICATE_EMAIL',
    })
    const changed = await updateContact(
      database.db,
      userId,
      id,
      { lastName: 'Ray', city: null, name: null },
      now,
      secrets,
    )
    expect(changed).toMatchObject({
      email: 'a@example.com',
      firstName: 'Ann',
      lastName: 'Ray',
      name: 'Ann Ray',
      city: null,
    })
  })

  test('or deletion of another user’s contact is not found', async () => {
    const { id } = await contact('a@example.com', {}, otherId)
    for (const target of [id, UNKNOWN]) {
      await expect(getContact(database.db, userId, target)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(
        updateContact(database.db, userId, target, { city: 'X' }, now, secrets),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(deleteContact(database.db, userId, target, now, secrets)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    expect(await getContact(database.db, otherId, id)).toMatchObject({ city: null })
  })
})

describe('a move', () => {
  test('moves contacts, except those already in the list', async () => {
    const from = await list('From')
    const to = await list('To')
    const a = await contact('a@example.com', { personaId: from })
    const b = await contact('b@example.com', { personaId: from })
    await addToPersona(database.db, userId, { personaId: to, contactIds: [b.id] }, now, secrets)
    const move = { sourcePersonaId: from, destinationPersonaId: to, contactIds: [a.id, b.id, a.id] }
    expect(await moveBetweenLists(database.db, userId, move, now, secrets)).toEqual({
      movedCount: 1,
      skippedCount: 1,
      sourcePersonaId: from,
      destinationPersonaId: to,
    })
    expect(await members(from)).toEqual(['b@example.com'])
    expect(await members(to)).toEqual(['a@example.com', 'b@example.com'])
  })

  test('refuses the same list, foreign lists and contacts outside the list', async () => {
    const from = await list('From')
    const to = await list('To')
    const foreign = await list('Foreign', otherId)
    const a = await contact('a@example.com', { personaId: from })
    const loose = await contact('b@example.com')
    const move = (input: Partial<Parameters<typeof moveBetweenLists>[2]>) =>
      moveBetweenLists(
        database.db,
        userId,
        { sourcePersonaId: from, destinationPersonaId: to, contactIds: [a.id], ...input },
        now,
        secrets,
      )
    await expect(move({ destinationPersonaId: from })).rejects.toMatchObject({
      message: 'Cannot move to the same email list',
    })
    await expect(move({ destinationPersonaId: foreign })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(move({ sourcePersonaId: foreign })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(move({ contactIds: [a.id, loose.id] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await members(from)).toEqual(['a@example.com'])
    expect(await members(to)).toEqual([])
  })
})

test('a list accepts its owner’s contacts once', async () => {
  const personaId = await list()
  const own = await contact('a@example.com')
  const foreign = await contact('b@example.com', {}, otherId)
  const add = (contactIds: string[]) =>
    addToPersona(database.db, userId, { personaId, contactIds }, now, secrets)
  await expect(add([own.id, foreign.id])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(add([UNKNOWN])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await add([own.id, own.id])).toBe(1)
  expect(await add([own.id])).toBe(0)
  await expect(removeFromPersona(database.db, otherId, personaId, own.id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await removeFromPersona(database.db, userId, personaId, own.id)
  expect(await members(personaId)).toEqual([])
})

test('searches lists by every text, literally, and clamps the page', async () => {
  await list('100% Bio', userId, 'Farming')
  await list('Other')
  await list('Foreign 100%', otherId)
  const find = async (q: string, page = 1) => {
    const found = await searchPersonas(database.db, userId, { q, page, limit: 1 })
    return { names: found.rows.map((row) => row.name), total: found.total, page: found.page }
  }
  expect(await find('0%')).toEqual({ names: ['100% Bio'], total: 1, page: 1 })
  expect(await find('  FARM')).toEqual({ names: ['100% Bio'], total: 1, page: 1 })
  expect(await find('_')).toEqual({ names: [], total: 0, page: 1 })
  expect(await find('\\')).toEqual({ names: [], total: 0, page: 1 })
  expect(await find('', 9)).toEqual({ names: ['100% Bio'], total: 2, page: 2 })
  expect(await getPersonaStats(database.db, userId)).toEqual({ lists: 2, industries: 2 })
})

test('counters equal a recount after random operations', async () => {
  const step = fc.record({
    act: fc.constantFrom(
      'create',
      'create',
      'create',
      'edit',
      'stop',
      'bounce',
      'delete',
      'add',
      'remove',
      'move',
      'drop',
    ) as fc.Arbitrary<Act>,
    who: fc.nat(30),
    where: fc.nat(2),
    flag: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 100, maxLength: 150 }), async (steps) => {
      userId = await createTestUser(database.db)
      const lists = await Promise.all(['A', 'B', 'C'].map((name) => list(name)))
      for (const one of steps) await act(one, lists)
      const rows = await database.sql`
        select count(*)::int as total, count(*) filter (where not suppressed and not unsubscribed and not hard_bounced)::int as active,
               count(*) filter (where unsubscribed and not suppressed)::int as unsubscribed,
               count(*) filter (where suppressed)::int as suppressed,
               count(*) filter (where hard_bounced and not suppressed and not unsubscribed)::int as bounced
        from contacts where user_id = ${userId}`
      expect(await getContactStats(database.db, userId)).toMatchObject(rows[0]!)
      const { total, stats } = await listContacts(database.db, userId, ContactsQuery.parse({}))
      expect({ total, ...stats }).toEqual({ ...rows[0] })
      const byIndustry = await database.sql`
        select industry, count(*)::int as total, count(*) filter (where not suppressed and not unsubscribed and not hard_bounced)::int as active,
               count(*) filter (where unsubscribed and not suppressed)::int as unsubscribed,
               count(*) filter (where suppressed)::int as suppressed
        from contacts where user_id = ${userId} and industry is not null group by 1 order by 1`
      expect(
        await database.sql`select industry, total, active, unsubscribed, suppressed from contact_industries
          where user_id = ${userId} and total <> 0 order by 1`,
      ).toEqual(byIndustry)
      const wrong = await database.sql`
        select p.name from personas p where p.user_id = ${userId}
          and p.contact_count <> (select count(*) from persona_contacts pc where pc.persona_id = p.id)`
      expect(wrong).toHaveLength(0)
    }),
    { numRuns: 4, seed: 20_260_302 },
  )
})

type Act = 'create' | 'edit' | 'stop' | 'bounce' | 'delete' | 'add' | 'remove' | 'move' | 'drop'

/** One user action; a refused one (known address, not on the list) changes nothing. */
async function act(
  { act: what, who, where, flag }: { act: Act; who: number; where: number; flag: boolean },
  lists: string[],
) {
  const [known] = await database.sql`
    select id from contacts where user_id = ${userId} order by email offset ${who % 12} limit 1`
  const personaId = lists[where]!
  const id = known?.id as string | undefined
  const db = database.db
  const acts: Record<Act, () => Promise<unknown>> = {
    create: () =>
      contact(`p${who}@example.com`, {
        personaId: flag ? personaId : null,
        suppressed: who % 5 === 0,
        unsubscribed: who % 3 === 0,
      }),
    edit: () =>
      updateContact(
        db,
        userId,
        id!,
        {
          email: `p${(who * 7) % 31}@example.com`,
          ...(flag ? { organization: { industry: `Trade ${where}` } } : {}),
        },
        now,
        secrets,
      ),
    stop: () =>
      updateContact(db, userId, id!, flag ? { suppressed: true } : { unsubscribed: true }, now, secrets),
    bounce: () => database.sql`update contacts set hard_bounced = ${flag} where id = ${id!}`,
    delete: () => deleteContact(db, userId, id!, now, secrets),
    add: () => addToPersona(db, userId, { personaId, contactIds: [id!] }, now, secrets),
    remove: () => removeFromPersona(db, userId, personaId, id!),
    move: () =>
      moveBetweenLists(
        db,
        userId,
        { sourcePersonaId: personaId, destinationPersonaId: lists[(where + 1) % 3]!, contactIds: [id!] },
        now,
        secrets,
      ),
    drop: async () => {
      if (who !== 0) return
      await deletePersona(db, userId, personaId)
      lists[where] = await list('Again')
    },
  }
  if (!id && what !== 'create' && what !== 'drop') return
  try {
    await acts[what]()
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError' })
  }
}
