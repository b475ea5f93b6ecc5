import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateContact } from '~/models/contacts/contact.server'
import { listTexts } from '~/models/sequences/flow/texts.server'
import { linkPersona } from '~/models/sequences/run.server'
import { createTemplate } from '~/models/templates/template.server'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

test('shows every variant of the steps as a contact of the sequence gets it', async () => {
  const { db, userId } = outreach
  const write = (subject: string, htmlBody: string) =>
    createTemplate(db, userId, { name: 'T', subject, templateType: 'html', htmlBody })
  const { id } = await outreach.makeSequence()
  const a = await write('Hi {{ first_name }}', '<p>From {{ city }} &amp; more</p>')
  const b = await write('Hello', `<p>${'word '.repeat(40)}</p>`)
  await outreach.makeStep(id, { templateId: null, variants: [{ templateId: a.id }, { templateId: b.id }] })
  const texts = await listTexts(db, userId, id)
  expect(texts.contact).toBeNull()
  expect(texts.byTemplate[a.id]!.subject).toBe('Hi Jane')

  const list = await outreach.makeList()
  const [contactId] = await outreach.makeMembers(list.id, 1)
  await updateContact(db, userId, contactId!, { name: 'Nguyễn <b>', firstName: 'Nguyễn <b>' }, NOW, secrets)
  await linkPersona(db, userId, id, list.id, NOW, secrets)
  const { contact, byTemplate } = await listTexts(db, userId, id)
  expect(contact).toBe('Nguyễn <b>')
  expect(byTemplate).toEqual({
    [a.id]: { subject: 'Hi Nguyễn <b>', start: 'From [city] & more' },
    [b.id]: { subject: 'Hello', start: `${'word '.repeat(18).trim()}…` },
  })
  expect((await listTexts(db, outreach.strangerId, id)).byTemplate).toEqual({})
})
