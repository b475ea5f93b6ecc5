import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ContactChange, ContactsQuery, NewContact } from '~/models/contacts/contact'
import { createContact, deleteContact, getContact, updateContact } from '~/models/contacts/contact.server'
import { listPersonaContacts } from '~/models/contacts/in-list.server'
import { listContacts, listIndustries } from '~/models/contacts/list.server'
import { addToPersona, moveBetweenLists, removeFromPersona } from '~/models/personas/contacts.server'
import { createPersona, deletePersona, updatePersona } from '~/models/personas/persona.server'
import { recountCounters } from '~/models/reports/recount.server'
import { interleave } from '../../support/interleave'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'
import { caseCount } from '../../support/sizes'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

const makeList = async (industry: string) =>
  (
    await createPersona(outreach.db, outreach.userId, {
      ...{ name: industry, jobTitle: 'CTO', location: 'Berlin' },
      industry,
    })
  ).id
const make = async (fields: object) => {
  const input = NewContact.parse({ email: `${crypto.randomUUID()}@people.example`, ...fields })
  return (await createContact(outreach.db, outreach.userId, input, NOW, secrets)).id
}
const change = (id: string, fields: object) =>
  updateContact(outreach.db, outreach.userId, id, ContactChange.parse(fields), NOW, secrets)
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const add = (personaId: string, id: string, minutes = 1, db = outreach.db) =>
  addToPersona(db, outreach.userId, { personaId, contactIds: [id] }, at(minutes), secrets)
const remove = (personaId: string, id: string, db = outreach.db) =>
  removeFromPersona(db, outreach.userId, personaId, id)
const industry = async (id: string) => (await getContact(outreach.db, outreach.userId, id)).industry

test('is that of the organization, else that of the first list as it is now', async () => {
  const { db, userId } = outreach
  const [first, second] = [await makeList('Software'), await makeList('Banking')]
  const id = await make({ personaId: first })
  await add(second, id)
  expect(await industry(id)).toBe('Software')
  await change(id, { organization: { name: 'Mill', industry: '  Grain ' } })
  expect(await industry(id)).toBe('Grain')
  await updatePersona(db, userId, first, { industry: 'Games' })
  expect(await industry(id)).toBe('Grain')
  await change(id, { organization: { name: 'Mill', industry: '' } })
  expect(await industry(id)).toBe('Games')
  await updatePersona(db, userId, first, { industry: 'Film' })
  expect(await industry(id)).toBe('Film')
  await remove(first, id)
  expect(await industry(id)).toBe('Banking')
  const third = await makeList('Law')
  const lists = { sourcePersonaId: second, destinationPersonaId: third, contactIds: [id] }
  await moveBetweenLists(db, userId, lists, at(2), secrets)
  expect(await industry(id)).toBe('Law')
  await deletePersona(db, userId, third)
  expect(await industry(id)).toBeNull()
})

test('column, filter and both fields agree, in every list of the contact', async () => {
  const { db, userId } = outreach
  const [first, second] = [await makeList('Travel'), await makeList('Farming')]
  const id = await make({ personaId: first })
  await add(second, id)
  const expected = { id, industry: 'Travel', personaId: first, personaIndustry: 'Travel' }
  for (const list of [first, second])
    expect(await listPersonaContacts(db, userId, list, { limit: 9, offset: 0 })).toEqual([
      expect.objectContaining(expected),
    ])
  await updatePersona(db, userId, first, { industry: 'Tourism' })
  const found = async (industryFilter: string) =>
    (await listContacts(db, userId, ContactsQuery.parse({ industryFilter }))).contacts.map((c) => c.id)
  expect(await found('Tourism')).toEqual([id])
  expect(await found('Travel')).toEqual([])
  expect(await listIndustries(db, userId)).toContainEqual({ industry: 'Tourism', total: 1 })
  await deleteContact(db, userId, id, NOW, secrets)
})

test('two lists that a contact leaves at once leave it without an industry', async () => {
  const { db } = outreach
  const [first, second] = [await makeList('Steel'), await makeList('Glass')]
  const id = await make({ personaId: first })
  await add(second, id)
  const results = await interleave(
    db,
    (tx) => remove(first, id, tx),
    (tx) => remove(second, id, tx),
  )
  expect(results).toEqual(['accepted', 'accepted'])
  expect(await industry(id)).toBeNull()
})

test('a contact that leaves a list while the list is renamed takes the industry of the next', async () => {
  const { db, userId } = outreach
  const [first, second] = [await makeList('Paper'), await makeList('Ink')]
  const id = await make({ personaId: first })
  await add(second, id)
  await interleave(
    db,
    (tx) => remove(first, id, tx),
    (tx) => updatePersona(tx, userId, first, { industry: 'Wood' }),
  )
  expect(await industry(id)).toBe('Ink')
})

test('follows every change of lists and organizations', async () => {
  const { db, userId } = outreach
  const NAMES = ['Red', 'Green', 'Blue']
  const step = fc.record({
    do: fc.constantFrom('add', 'remove', 'rename', 'organization', 'delete list'),
    list: fc.nat(2),
    name: fc.constantFrom(...NAMES),
    organization: fc.constantFrom(null, {}, { industry: 'Own' }, { industry: 7 }, { industry: ' ' }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const lists = await Promise.all(NAMES.map(makeList))
      const industries = new Map(lists.map((list, n) => [list, NAMES[n]!]))
      const id = await make({ personaId: lists[0] })
      let members = [lists[0]!]
      let own: string | null = null
      for (const [n, { do: what, list: which, name, organization }] of steps.entries()) {
        const list = lists[which]!
        if (what === 'organization') {
          await change(id, { organization })
          own = organization && 'industry' in organization && organization.industry === 'Own' ? 'Own' : null
        } else if (!industries.has(list)) continue
        else if (what === 'add') {
          await add(list, id, n + 1)
          if (!members.includes(list)) members.push(list)
        } else if (what === 'rename') {
          await updatePersona(db, userId, list, { industry: name })
          industries.set(list, name)
        } else if (what === 'delete list') {
          await deletePersona(db, userId, list)
          industries.delete(list)
          members = members.filter((other) => other !== list)
        } else if (members.includes(list)) {
          await remove(list, id)
          members = members.filter((other) => other !== list)
        }
        const ofList = industries.get(members[0] ?? '') ?? null
        const contact = await getContact(db, userId, id)
        expect([contact.industry, contact.personaIndustry]).toEqual([own ?? ofList, ofList])
      }
    }),
    { numRuns: caseCount(300) },
  )
  const wrong = (await recountCounters(db, { fix: false })).filter((check) => check.wrong > 0)
  expect(wrong).toEqual([])
})

test('an account with contacts in lists is deleted whole', async () => {
  const { db } = outreach
  await db.execute(sql`delete from users where id = ${outreach.userId}::uuid`)
  const [left] = await db.execute<{ n: number }>(sql`select count(*)::int as n from contacts`)
  expect(left!.n).toBe(0)
})
