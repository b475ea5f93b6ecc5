import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactFields, contacts, templates } from '#drizzle/schema'
import { CONTACT_VARIABLES } from '~/models/contacts/variables'
import { linkPersona } from '~/models/sequences/run.server'
import { nearestName } from '~/models/shared/spelling'
import { warningsOf } from '~/models/templates/lacking.server'
import { createTemplate, findingsOf, updateTemplate } from '~/models/templates/template.server'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

const KNOWN = [...CONTACT_VARIABLES.map(({ name }) => name), 'icebreaker']

test.each([
  ['first_nam', 'first_name'],
  ['frist_name', 'first_name'],
  ['firstName', 'first_name'],
  ['FIRST_NAME', 'first_name'],
  ['fist_nam', 'first_name'],
  ['compnay_name', 'company_name'],
  ['linkedin_ulr', 'linkedin_url'],
  ['icebraker', 'icebreaker'],
  ['ctiy', 'city'],
  ['emial', 'email'],
  ['timezone', 'time_zone'],
  ['stage', null],
  ['deadline', null],
  ['company', null],
  ['company_size', null],
  ['first_line', null],
  ['email_2', null],
  ['phone', null],
  ['website', null],
])('%s is meant to be %s', (name, expected) => {
  expect(nearestName(name, KNOWN)).toBe(expected)
})

describe('a saved template', () => {
  let outreach: Outreach
  let db: Outreach['db']
  let userId: string
  beforeAll(async () => {
    outreach = await openOutreach()
    ;({ db, userId } = outreach)
  })
  afterAll(() => outreach?.drop())

  const save = (htmlBody: string, subject = 'Hi') =>
    createTemplate(db, userId, { name: 'T', subject, templateType: 'html', htmlBody })

  test('has no misspelt variable, in any of its texts, with a default or without', async () => {
    expect(await refused(save('<p>{{ first_nam | default: "there" }}</p>'))).toBe(
      'INVALID: {{first_nam}}: did you mean first_name?',
    )
    expect(await refused(save('<p>Hi</p>', 'Hi {{firstName}}'))).toBe(
      'INVALID: {{firstName}}: did you mean first_name?',
    )
    const { id } = await save('<p>{{ company }} {{ first_name }}</p>')
    const change = { plainTextBody: 'Hi {{ cuontry }}' }
    expect(await refused(updateTemplate(db, userId, id, change, NOW))).toBe(
      'INVALID: {{cuontry}}: did you mean country?',
    )
  })

  test('may have an own field, and what it has already', async () => {
    const [field] = await db
      .insert(contactFields)
      .values({ userId, name: 'First nam', key: 'first_nam', type: 'text' })
      .returning()
    const { id } = await save('<p>{{ first_nam }}</p>')
    await db.delete(contactFields).where(eq(contactFields.id, field!.id))
    const again = { htmlBody: '<p>{{ first_nam }}</p>', subject: 'New' }
    expect((await updateTemplate(db, userId, id, again, NOW)).subject).toBe('New')
  })

  test('warns with the number of contacts that lack a value: of its lists, else of all', async () => {
    const list = await outreach.makeList()
    await outreach.makeMembers(list.id, 3)
    await db.update(contacts).set({ title: 'CTO' })
    const [one] = await outreach.makeMembers((await outreach.makeList()).id, 2)
    await db
      .update(contacts)
      .set({ custom: { plan: 'A' } })
      .where(eq(contacts.id, one!))
    const total = await db.$count(contacts, eq(contacts.userId, userId))
    const template = await save('<p>{{ title }} {{ plan }} {{ nothing | default: "x" }}</p>')
    expect(await warningsOf(db, userId, template)).toEqual([
      `{{title}} has no default, and 2 of ${total} contacts have no job title. Their emails are held.`,
      `{{plan}} has no default, and ${total - 1} of ${total} contacts have no value for it. Their emails are held.`,
      'No contact has a value for {{nothing}}: they all get the default.',
    ])
    expect((await findingsOf(db, userId, template)).map(({ text }) => text)).toContain(
      `{{title}} has no default, and 2 of ${total} contacts have no job title.`,
    )
    const { id } = await outreach.makeSequence()
    await outreach.makeStep(id, { templateId: template.id })
    await linkPersona(db, userId, id, list.id, NOW, secrets)
    expect(await warningsOf(db, userId, template)).toEqual([
      '{{plan}} has no default, and 3 of 3 contacts have no value for it. Their emails are held.',
      'No contact has a value for {{nothing}}: they all get the default.',
    ])
    await db.delete(templates).where(eq(templates.id, template.id))
  })
})
