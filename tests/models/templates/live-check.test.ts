import { afterAll, beforeAll, expect, test } from 'vitest'
import { sequencePersonas } from '#drizzle/schema'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { LiveCheck } from '~/models/templates/live-check'
import { checkLive } from '~/models/templates/live-check.server'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

const check = (input: object, userId = outreach.userId) =>
  checkLive(outreach.db, userId, LiveCheck.parse(input), 'http://app.example')
const makeContact = (fields: object, userId = outreach.userId) =>
  createContact(outreach.db, userId, NewContact.parse(fields), NOW, secrets)

test('shows the sample contact while there are no others, also for an empty email', async () => {
  expect(await check({})).toMatchObject({ problem: null, contact: null, words: 0, findings: [], lacking: [] })
  const shown = await check({ subject: 'Hi {{first_name}}', htmlBody: '<p>From {{company_name}}</p>' })
  expect(shown).toMatchObject({ subject: 'Hi Jane', words: 2, held: [] })
  expect(shown.text).toContain('From Example Company')
})

test('a bad email is a problem, not an error', async () => {
  expect((await check({ htmlBody: '<p>{{first name}}</p>' })).problem).toContain('is not a variable')
  expect((await check({ subject: '{% if %}' })).problem).toContain('are not supported')
  expect((await check({ htmlBody: '<script>x</script><p onclick="x">a</p>' })).html).not.toMatch(
    /script|onclick/,
  )
})

test('refuses contacts and sequences of others', async () => {
  const contact = await makeContact({ email: 'their@people.example' }, outreach.strangerId)
  const sequence = await outreach.makeSequence()
  expect(await refused(check({ contactId: contact.id }))).toMatch(/not found/)
  expect(await refused(check({ sequenceId: sequence.id }, outreach.strangerId))).toMatch(/not found/)
})

test('counts missing values among the contacts of the sequence, else among all', async () => {
  const sequence = await outreach.makeSequence()
  const list = await outreach.makeList()
  await outreach.makeStep(sequence.id)
  await makeContact({ email: 'a@people.example', firstName: 'Ann', personaId: list.id })
  await makeContact({ email: 'b@people.example', personaId: list.id })
  await makeContact({ email: 'c@people.example' })
  const email = {
    sequenceId: sequence.id,
    htmlBody: '<p>{{first_name | default: "you"}} {{plan}} {{name}}</p>',
  }
  const plan = { variable: 'plan', hasDefault: false }
  expect((await check(email)).lacking).toEqual([
    { variable: 'first_name', contacts: 2, total: 3, hasDefault: true },
    { ...plan, contacts: 3, total: 3 },
  ])
  await outreach.db.insert(sequencePersonas).values({ sequenceId: sequence.id, personaId: list.id })
  const shown = await check(email)
  expect(shown.lacking).toEqual([
    { variable: 'first_name', contacts: 1, total: 2, hasDefault: true },
    { ...plan, contacts: 2, total: 2 },
  ])
  expect(shown).toMatchObject({ contact: { name: 'b@people.example' }, held: ['plan'] })
  expect(shown.html).toContain('you [plan]')
})
