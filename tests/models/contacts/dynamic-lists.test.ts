import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  contactFields,
  contacts,
  emailLogs,
  personaContacts,
  personas,
  sequenceContacts,
} from '#drizzle/schema'
import { NewBulk } from '~/models/contacts/bulk/bulk'
import { startBulk } from '~/models/contacts/bulk/bulk.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact, deleteContact, updateContact } from '~/models/contacts/contact.server'
import {
  createList,
  fillNext,
  listUsersToFill,
  noteDue,
  updateList,
} from '~/models/contacts/dynamic-lists/dynamic-lists.server'
import { checkFilter } from '~/models/contacts/filter/filter'
import { filterCondition } from '~/models/contacts/filter/filter.server'
import {
  deleteOwnField,
  listOwnFields,
  readOwnFieldUses,
} from '~/models/contacts/own-fields/own-fields.server'
import { addToPersona, moveBetweenLists, removeFromPersona } from '~/models/personas/contacts.server'
import type { NewPersona } from '~/models/personas/persona'
import { getPersona } from '~/models/personas/persona.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { NOW, type Outreach, openOutreach, refused, secrets, UNKNOWN_ID } from '../../support/outreach'
import { bySize } from '../../support/sizes'

const ZONE = 'Europe/Paris'
const HOUR = 3_600_000

let outreach: Outreach
let db: Outreach['db']
let userId: string
let now: Date
beforeAll(async () => {
  outreach = await openOutreach()
  db = outreach.db
})
afterAll(() => outreach?.drop())
beforeEach(async () => {
  ;({ userId } = outreach)
  now = NOW
  await db.delete(contacts).where(eq(contacts.userId, userId))
  await db.delete(personas).where(eq(personas.userId, userId))
  await db.delete(contactFields).where(eq(contactFields.userId, userId))
  await db.execute(sql`update users set timezone = ${ZONE} where id = ${userId}`)
})

const LIST = { name: 'Dynamic', industry: 'Software', jobTitle: 'CTO', location: 'Berlin', description: null }
type Given = NonNullable<NewPersona['filter']>
const make = (filter: Given) => createList(db, userId, { ...LIST, filter })
const is = (field: string, value: string | number, op = 'is'): Given => ({ all: [{ field, op, value }] })
async function fill() {
  await noteDue(db, userId, now)
  while (await fillNext(db, userId, now, secrets));
}
let people = 0
const person = async (fields: Record<string, unknown> = {}) =>
  (
    await createContact(
      db,
      userId,
      NewContact.parse({ email: `p${people++}@people.example`, ...fields }),
      now,
      secrets,
    )
  ).id
const change = (id: string, fields: Record<string, unknown>) =>
  updateContact(db, userId, id, fields, now, secrets)
const members = async (personaId: string) =>
  (
    await db
      .select({ id: personaContacts.contactId })
      .from(personaContacts)
      .where(eq(personaContacts.personaId, personaId))
      .orderBy(personaContacts.contactId)
  ).map(({ id }) => id)
/** The contacts that match the filter of a list now. */
async function matching(personaId: string) {
  const { filter } = await getPersona(db, userId, personaId)
  const condition = filterCondition(checkFilter(filter, await listOwnFields(db, userId)), {
    now,
    timezone: ZONE,
  })
  const rows = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.userId, userId), condition))
    .orderBy(contacts.id)
  return rows.map(({ id }) => id)
}

describe('a dynamic list', () => {
  test('has the contacts that match, from its creation on, and lets them go', async () => {
    const [ann, bob] = [await person({ city: 'Berlin' }), await person({ city: 'Paris' })]
    const { id, isDynamic, filter } = await make(is('city', 'Berlin'))
    expect([isDynamic, filter]).toEqual([true, is('city', 'Berlin')])
    await fill()
    expect(await members(id)).toEqual([ann])
    await change(bob, { city: 'Berlin' })
    await change(ann, { city: null })
    await fill()
    expect(await members(id)).toEqual([bob])
    expect(await getPersona(db, userId, id)).toMatchObject({ contactCount: 1 })
  })

  test('enrolls who comes to match, once, and who leaves it stays in the sequence', async () => {
    const { id } = await make(is('tags', 'hot'))
    const { id: sequenceId } = await outreach.makeSequence()
    await outreach.makeStep(sequenceId)
    await linkPersona(db, userId, sequenceId, id, now, secrets)
    await activateSequence(db, userId, sequenceId, now, secrets)
    const ann = await person()
    await change(ann, { tags: ['hot'] })
    await fill()
    const enrolled = () =>
      db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, sequenceId))
    expect(await enrolled()).toMatchObject([{ contactId: ann, status: 'active' }])
    await change(ann, { tags: [] })
    await fill()
    expect(await members(id)).toEqual([])
    await change(ann, { tags: ['hot'] })
    await fill()
    expect(await enrolled()).toMatchObject([{ contactId: ann, status: 'active' }])
  })

  test('follows time alone, at the minute in which it changes who matches', async () => {
    const ann = await person()
    await db.insert(emailLogs).values({
      ...{ userId, contactId: ann, recipientEmail: 'x', recipientName: '', senderEmail: 'y', subject: '' },
      sentAt: now,
    })
    const { id } = await make(is('lastEmailedAt', 2, 'inLastDays'))
    await fill()
    expect(await members(id)).toEqual([ann])
    const nextCheck = async () =>
      (await db.select({ at: personas.nextCheckAt }).from(personas).where(eq(personas.id, id)))[0]!.at
    expect(await nextCheck()).toEqual(new Date(now.getTime() + 48 * HOUR))
    expect(await listUsersToFill(db, now)).toEqual([])
    now = new Date(now.getTime() + 48 * HOUR)
    expect(await listUsersToFill(db, now)).toEqual([userId])
    await fill()
    expect(await members(id)).toEqual([])
    expect(await nextCheck()).toBe(null)
  })

  test('follows days of an own field at the midnight of the user', async () => {
    await db.insert(contactFields).values({ userId, name: 'Renewal', key: 'renewal', type: 'date' })
    const ann = await person({ custom: { renewal: '2026-03-03' } })
    const { id } = await make(is('custom.renewal', 1, 'inLastDays'))
    await fill()
    expect(await members(id)).toEqual([])
    now = new Date('2026-03-02T23:00:00Z')
    expect(await listUsersToFill(db, now)).toEqual([userId])
    await fill()
    expect(await members(id)).toEqual([ann])
  })

  test('gives its members no industry, which its own filter may ask for', async () => {
    const ann = await person()
    const { id } = await make({ all: [{ field: 'industry', op: 'isEmpty' }] })
    await fill()
    expect(await members(id)).toEqual([ann])
    const { id: plain } = await outreach.makeList()
    await addToPersona(db, userId, { personaId: plain, contactIds: [ann] }, now, secrets)
    await fill()
    expect(await members(id)).toEqual([])
    await updateList(db, userId, plain, { filter: is('city', 'Nowhere') })
    expect((await db.select().from(contacts).where(eq(contacts.id, ann)))[0]!.industry).toBe(null)
  })

  test('keeps its members when it becomes a plain list, which can be added to again', async () => {
    const ann = await person({ city: 'Berlin' })
    const { id } = await make(is('city', 'Berlin'))
    await fill()
    expect(await updateList(db, userId, id, { filter: null })).toMatchObject({
      isDynamic: false,
      filter: null,
    })
    await change(ann, { city: 'Paris' })
    await fill()
    expect(await members(id)).toEqual([ann])
    await addToPersona(db, userId, { personaId: id, contactIds: [await person()] }, now, secrets)
    expect(await members(id)).toHaveLength(2)
  })

  test('cannot be added to, removed from or moved by hand', async () => {
    const ann = await person({ city: 'Berlin' })
    const { id } = await make(is('city', 'Berlin'))
    const { id: plain } = await outreach.makeList()
    await fill()
    const DYNAMIC = /^CONFLICT: This list is dynamic/
    const add = addToPersona(db, userId, { personaId: id, contactIds: [ann] }, now, secrets)
    expect(await refused(add)).toMatch(DYNAMIC)
    expect(await refused(removeFromPersona(db, userId, id, ann))).toMatch(DYNAMIC)
    const move = { sourcePersonaId: id, destinationPersonaId: plain, contactIds: [ann] }
    expect(await refused(moveBetweenLists(db, userId, move, now, secrets))).toMatch(DYNAMIC)
    expect(await refused(change(ann, { personaId: id }))).toMatch(DYNAMIC)
    const { id: sequenceId } = await outreach.makeSequence()
    const step = { stepType: 'add_to_persona', personaId: id, templateId: undefined }
    expect(await refused(outreach.makeStep(sequenceId, step))).toMatch(DYNAMIC)
    for (const action of ['addToList', 'removeFromList']) {
      const bulk = NewBulk.parse({ contactIds: [ann], action, personaId: id })
      expect(await refused(startBulk(db, userId, bulk, { now, timezone: ZONE }))).toMatch(DYNAMIC)
    }
    // A step of an earlier version may still add to it: its contacts go on.
    const byStep = { personaId: id, contactIds: [await person()], isByJob: true }
    expect(await addToPersona(db, userId, byStep, now, secrets)).toBe(0)
    expect(await members(id)).toEqual([ann])
  })

  test('is refused if it could not come to rest, or if something adds to it', async () => {
    const { id } = await make(is('city', 'Berlin'))
    const { id: plain } = await outreach.makeList()
    expect(await refused(make(is('personaId', id)))).toMatch('cannot name another dynamic list')
    expect(await refused(make({ all: [{ field: 'personaId', op: 'isEmpty' }] }))).toMatch(
      'has to name the lists',
    )
    expect(await refused(updateList(db, userId, id, { filter: is('personaId', id, 'isNot') }))).toMatch(
      'cannot name the list itself',
    )
    expect(await refused(make(is('shoeSize', 40)))).toMatch('Contacts have no field shoeSize')
    expect(await refused(updateList(db, userId, UNKNOWN_ID, { filter: null }))).toMatch('NOT_FOUND')
    await make(is('personaId', plain))
    expect(await refused(updateList(db, userId, plain, { filter: is('city', 'x') }))).toMatch(
      'The filter of a dynamic list names this list',
    )
    const { id: fed } = await outreach.makeList()
    const { id: sequenceId } = await outreach.makeSequence()
    await outreach.makeStep(sequenceId, { stepType: 'add_to_persona', personaId: fed, templateId: undefined })
    expect(await refused(updateList(db, userId, fed, { filter: is('city', 'x') }))).toMatch(
      'Steps of sequences add contacts to this list',
    )
  })

  test('counts as a use of its fields, and keeps its members when one is deleted', async () => {
    const [field] = await db
      .insert(contactFields)
      .values({ userId, name: 'Plan', key: 'plan', type: 'text' })
      .returning({ id: contactFields.id })
    const ann = await person({ custom: { plan: 'pro' } })
    const { id } = await make(is('custom.plan', 'pro'))
    await fill()
    expect(await readOwnFieldUses(db, userId, 'plan')).toMatchObject({ lists: [{ id }] })
    await deleteOwnField(db, userId, field!.id)
    await change(ann, { city: 'Berlin' })
    await fill()
    expect(await members(id)).toEqual([ann])
  })

  test('of another user follows nothing of this one', async () => {
    await createList(db, outreach.strangerId, { ...LIST, filter: { all: [] } })
    const ann = await person()
    await noteDue(db, outreach.strangerId, now)
    await fillNext(db, outreach.strangerId, now, secrets)
    expect(await db.$count(personaContacts, eq(personaContacts.contactId, ann))).toBe(0)
  })
})

const FILTERS = (list: string, sequence: string): Given[] => [
  is('city', 'Berlin'),
  is('firstName', 'a', 'contains'),
  is('custom.plan', 'pro', 'isNot'),
  is('custom.seats', 3, 'greaterThan'),
  is('custom.renewal', 3, 'inLastDays'),
  is('tags', 'hot'),
  is('status', 'active'),
  is('personaId', list, 'isNot'),
  {
    any: [
      { field: 'sequenceId', op: 'is', value: sequence, outcome: 'bounced' },
      is('emailsSent', 1, 'greaterThan'),
    ],
  },
  { all: [{ field: 'sequenceId', op: 'is', value: sequence, outcome: 'active' }] },
  is('lastRepliedAt', 2, 'notInLastDays'),
  is('lastEmailedAt', 1, 'inLastDays'),
  is('emailDomain', 'people.example'),
  { all: [is('city', 'Berlin'), { any: [is('tags', 'hot'), is('custom.seats', 3, 'lessThan')] }] },
]

test('dynamic lists equal their filters after any series of changes', async () => {
  await db.insert(contactFields).values(
    (
      [
        ['plan', 'text'],
        ['seats', 'number'],
        ['renewal', 'date'],
      ] as const
    ).map(([key, type]) => ({
      ...{ userId, name: key, key, type },
    })),
  )
  const { id: plain } = await outreach.makeList()
  const { id: sequenceId } = await outreach.makeSequence()
  const lists: string[] = []
  for (const filter of FILTERS(plain, sequenceId)) lists.push((await make(filter)).id)
  const pick = fc.nat(30)
  const act = fc.oneof(
    fc.record({ act: fc.constant('create' as const), city: fc.constantFrom('Berlin', 'Paris', undefined) }),
    fc.record({
      act: fc.constant('update' as const),
      who: pick,
      fields: fc.constantFrom<Record<string, unknown>>(
        ...[{ city: 'Berlin' }, { city: null }, { firstName: 'Ann' }, { firstName: 'Bob' }],
        ...[
          { custom: { plan: 'pro' } },
          { custom: { plan: null } },
          { custom: { seats: 5 } },
          { custom: { seats: 1 } },
        ],
        ...[{ custom: { renewal: '2026-03-02' } }, { custom: { renewal: '2026-03-09' } }],
        ...[
          { tags: ['hot'] },
          { tags: [] },
          { suppressed: true },
          { email: `${crypto.randomUUID()}@other.example` },
        ],
      ),
    }),
    fc.record({
      act: fc.constantFrom('join', 'leave', 'delete', 'enroll', 'end', 'send', 'bounce', 'reply'),
      who: pick,
    }),
    fc.record({ act: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  )
  const logs = (id: string, set: Record<string, unknown>) =>
    db.update(emailLogs).set(set).where(eq(emailLogs.contactId, id))
  const perform: Record<string, (id: string) => Promise<unknown>> = {
    join: (id) => addToPersona(db, userId, { personaId: plain, contactIds: [id] }, now, secrets),
    leave: (id) => removeFromPersona(db, userId, plain, id).catch(() => {}),
    delete: (id) => deleteContact(db, userId, id, now, secrets),
    enroll: (id) =>
      db
        .insert(sequenceContacts)
        .values({
          userId,
          sequenceId,
          contactId: id,
          addressHash: crypto.randomUUID(),
          enrolledAt: now,
          holdReason: 'not_activated',
        })
        .onConflictDoNothing(),
    end: (id) =>
      db
        .update(sequenceContacts)
        .set({
          status: 'completed',
          completedAt: now,
          holdReason: null,
          nextAction: null,
          nextActionAt: null,
        })
        .where(eq(sequenceContacts.contactId, id)),
    async send(id) {
      const [enrollment] = await db.select().from(sequenceContacts).where(eq(sequenceContacts.contactId, id))
      await db.insert(emailLogs).values({
        ...{ userId, contactId: id, recipientEmail: 'x', recipientName: '', senderEmail: 'y', subject: '' },
        ...{ sentAt: now, sequenceContactId: enrollment?.id ?? null },
      })
    },
    bounce: (id) => logs(id, { bouncedAt: now }),
    reply: (id) => logs(id, { repliedAt: now }),
  }
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      for (const done of acts) {
        const ids = await matchingAll()
        const id = 'who' in done ? ids[done.who % Math.max(1, ids.length)] : undefined
        if (done.act === 'create') await person({ city: done.city })
        else if (done.act === 'wait') now = new Date(now.getTime() + (done as { hours: number }).hours * HOUR)
        else if (id && done.act === 'update')
          await change(id, (done as { fields: object }).fields as never).catch(() => {})
        else if (id) await perform[done.act]!(id)
        if (done.act === 'wait') await fillDue()
      }
      await fillDue()
      for (const list of lists) expect(await members(list)).toEqual(await matching(list))
    }),
    { numRuns: bySize(15, 150, 150) },
  )
})

const matchingAll = async () =>
  (
    await db
      .select({ id: contacts.id })
      .from(contacts)
      .where(eq(contacts.userId, userId))
      .orderBy(contacts.id)
  ).map(({ id }) => id)
/** As the worker does it: nothing is filled that is not due or noted. */
async function fillDue() {
  if ((await listUsersToFill(db, now)).includes(userId)) await fill()
}
