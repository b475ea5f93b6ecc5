import { readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactFields, contacts } from '#drizzle/schema'
import { runRemoveFieldValues } from '~/jobs/upkeep/remove-field-values.server'
import { contactForm } from '~/models/contacts/contact'
import { controlOf } from '~/models/contacts/own-fields/form'
import {
  checkValues,
  createOwnField,
  deleteOwnField,
  listOwnFields,
} from '~/models/contacts/own-fields/own-fields.server'
import { NewContactView } from '~/models/contacts/views/view'
import { createContactView } from '~/models/contacts/views/views.server'
import { createTemplate } from '~/models/templates/template.server'
import { type Outreach, openOutreach, refused } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

const makeContact = async (custom: Record<string, string | number | boolean>) => {
  const [row] = await db
    .insert(contacts)
    .values({ userId, email: `${crypto.randomUUID()}@people.example`, custom })
    .returning({ id: contacts.id })
  return row!.id
}
const customOf = async (id: string) =>
  (await db.select({ custom: contacts.custom }).from(contacts).where(eq(contacts.id, id)))[0]!.custom

test('values are checked by the types of the fields, and unknown keys are refused by name', async () => {
  await createOwnField(db, userId, { name: 'Seats', type: 'number' })
  await createOwnField(db, userId, { name: 'Plan', type: 'choice', options: ['Free', 'Team'] })
  expect(await checkValues(db, userId, { seats: '5', plan: 'team' })).toEqual({ seats: 5, plan: 'Team' })
  expect(await checkValues(db, userId, { seats: '', gone: null })).toEqual({ seats: null, gone: null })
  expect(await refused(checkValues(db, userId, { seats: 'many' }))).toBe(
    'INVALID: Seats: Must be a number such as 1234.5',
  )
  expect(await refused(checkValues(db, userId, { saets: 5 }))).toBe(
    'INVALID: There is no field saets: did you mean seats?',
  )
  expect(await refused(checkValues(db, userId, { city: 'Berlin' }))).toBe(
    'INVALID: city is a field of every contact, not one of your own',
  )
})

test('present values are no change, even if they fit no longer', async () => {
  const before = { plan: 'Gold', old: 'x', seats: 5 }
  expect(await checkValues(db, userId, { ...before, seats: 6 }, { before })).toEqual({ seats: 6 })
  const fields = await listOwnFields(db, userId)
  const plan = fields.find(({ key }) => key === 'plan')!
  const form = contactForm(fields, before)
  const email = 'ann@people.example'
  expect(form.parse({ email, [controlOf(plan)]: 'Gold' }).custom).toEqual({})
  expect(form.safeParse({ email, [controlOf(plan)]: 'Silver' }).success).toBe(false)
})

test('createFields makes text fields of unknown keys, but not of what is no key', async () => {
  const create = { createFields: true }
  expect(await checkValues(db, userId, { crm_id: 47 }, create)).toEqual({ crm_id: '47' })
  expect(await listOwnFields(db, userId)).toContainEqual(
    expect.objectContaining({ key: 'crm_id', name: 'crm_id', type: 'text' }),
  )
  expect(await refused(checkValues(db, userId, { crmId: 47 }, create))).toBe(
    'INVALID: Write the key in small letters: crmid',
  )
  expect(await refused(checkValues(db, userId, { city: 'Berlin' }, create))).toMatch(
    /^INVALID: Every contact has/,
  )
})

test('two fields have no key in common, and none has one of every contact', async () => {
  expect(await refused(createOwnField(db, userId, { name: 'SEATS!', type: 'text' }))).toMatch(
    /^CONFLICT: There is a field {{ seats }} already/,
  )
  expect(await refused(createOwnField(db, userId, { name: 'First Name', type: 'text' }))).toMatch(
    /^INVALID: Every contact has/,
  )
})

test('a deleted field is gone at once, and its values after the job, however often it is interrupted', async () => {
  const { id } = await createOwnField(db, userId, { name: 'Renewal', type: 'date' })
  const contact = await makeContact({ renewal: '2026-12-31', seats: 3 })
  const template = { name: 'T', subject: 'S', htmlBody: '<p>{{ renewal | default: "soon" }}</p>' }
  await createTemplate(db, userId, template as Parameters<typeof createTemplate>[2])
  expect(await refused(deleteOwnField(db, userId, id, {}))).toBe('IN_USE: This field is in use: 1 template')
  const view = { name: 'Soon', filter: { any: [{ all: [{ field: 'custom.renewal', op: 'isNotEmpty' }] }] } }
  await createContactView(db, userId, NewContactView.parse(view))
  await createContactView(db, userId, NewContactView.parse({ name: 'Order', sortBy: 'custom.renewal' }))
  await createContactView(db, userId, NewContactView.parse({ name: 'Column', columns: ['custom.renewal'] }))
  await createContactView(db, userId, NewContactView.parse({ name: 'Other', sortBy: 'custom.seats' }))
  expect(await refused(deleteOwnField(db, userId, id, {}))).toBe(
    'IN_USE: This field is in use: 1 template, 3 views',
  )
  await deleteOwnField(db, userId, id, { force: true })
  expect((await listOwnFields(db, userId)).map(({ key }) => key)).not.toContain('renewal')
  expect(await refused(createOwnField(db, userId, { name: 'Renewal', type: 'text' }))).toMatch(/^CONFLICT/)
  expect(await refused(checkValues(db, userId, { renewal: 'x' }, { createFields: true }))).toBe(
    'CONFLICT: The field renewal is being deleted. Try again in a minute.',
  )
  const aborted = new AbortController()
  aborted.abort()
  await runRemoveFieldValues({ userId, fieldId: id }, { app: { db }, signal: aborted.signal } as never)
  expect(await customOf(contact)).toEqual({ renewal: '2026-12-31', seats: 3 })
  const context = { app: { db }, signal: new AbortController().signal } as never
  for (const _ of ['run', 'once more']) await runRemoveFieldValues({ userId, fieldId: id }, context)
  expect(await customOf(contact)).toEqual({ seats: 3 })
  expect(await db.$count(contactFields, eq(contactFields.id, id))).toBe(0)
  await createOwnField(db, userId, { name: 'Renewal', type: 'text' })
})

test('the migration makes text fields of the keys that contacts had', async () => {
  const stranger = await outreach.makeUser('before@example.com')
  const of: Record<string, string | number | boolean>[] = [
    { plan: 'Free', seats: 5, vip: true, price: 1.5 },
    { 'Crm Id': '47' },
    {},
  ]
  for (const [n, custom] of of.entries())
    await db.insert(contacts).values({ userId: stranger, email: `before${n}@people.example`, custom })
  const file = await readFile('drizzle/migrations/0055_own_fields.sql', 'utf8')
  const statements = file.split('--> statement-breakpoint').slice(-2)
  await db.delete(contactFields)
  for (const statement of statements) await db.execute(sql.raw(statement))
  const fields = await listOwnFields(db, stranger)
  expect(fields.map(({ key, type }) => `${key} ${type}`).sort()).toEqual([
    ...['Crm Id text', 'plan text', 'price text', 'seats text', 'vip text'],
  ])
  const rows = await db
    .select({ custom: contacts.custom })
    .from(contacts)
    .where(eq(contacts.userId, stranger))
  expect(rows.map(({ custom }) => custom)).toEqual(
    expect.arrayContaining([{ plan: 'Free', seats: '5', vip: 'true', price: '1.5' }, { 'Crm Id': '47' }, {}]),
  )
})

test('a user has at most 100 fields', async () => {
  await db.execute(sql`
    insert into contact_fields (user_id, name, key, type)
    select ${userId}::uuid, 'F' || n, 'f' || n, 'text' from generate_series(1, 100 - (
      select count(*)::int from contact_fields where user_id = ${userId}::uuid)) n`)
  expect(await refused(createOwnField(db, userId, { name: 'One more', type: 'text' }))).toMatch(
    /^CONFLICT: At most 100 fields/,
  )
})
