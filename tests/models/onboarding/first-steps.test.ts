import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { endFirstSteps, getFirstSteps } from '~/models/onboarding/first-steps.server'
import { createPersona } from '~/models/personas/persona.server'
import { activateSequence } from '~/models/sequences/run.server'
import { NewSequence } from '~/models/sequences/sequence'
import { createSequence, deleteSequence } from '~/models/sequences/sequence.server'
import { NewStep } from '~/models/sequences/step'
import { createStep } from '~/models/sequences/step.server'
import { createTemplate } from '~/models/templates/template.server'
import { addSmtp } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db } = outreach)
})
afterAll(() => outreach?.drop())
beforeEach(async () => {
  userId = await outreach.makeUser(`${crypto.randomUUID()}@example.com`)
})

const NOTHING = { mailbox: false, list: false, template: false, sequence: false, activation: false }
const steps = () => getFirstSteps(db, userId)

/** Completes each first step; calls `look` after every action. */
async function doAll(look: () => Promise<void>) {
  await addSmtp(db, userId, NOW)
  await look()
  const list = { name: 'People', industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }
  const { id: personaId } = await createPersona(db, userId, list)
  await look()
  const contact = NewContact.parse({ email: 'ann@people.example', personaId })
  await createContact(db, userId, contact, NOW, secrets)
  await look()
  const template = { name: 'Hello', subject: 'Hi', templateType: 'html', htmlBody: '<p>Hi</p>' } as const
  const { id: templateId } = await createTemplate(db, userId, template)
  await look()
  const sequence = await createSequence(
    db,
    userId,
    NewSequence.parse({ name: 'Outreach', timezone: 'UTC', personaId }),
  )
  await createStep(db, userId, sequence.id, NewStep.parse({ templateId, delayDays: 1 }), NOW)
  await look()
  await activateSequence(db, userId, sequence.id, NOW, secrets)
  await look()
  return sequence.id
}

test('ticks each completed step', async () => {
  expect(await steps()).toEqual(NOTHING)
  const seen: unknown[] = []
  await doAll(async () => void seen.push(await steps()))
  const mailbox = { ...NOTHING, mailbox: true }
  const list = { ...mailbox, list: true }
  const template = { ...list, template: true }
  expect(seen).toEqual([mailbox, mailbox, list, template, { ...template, sequence: true }, null])
})

test('stays finished after deletions', async () => {
  const sequenceId = await doAll(async () => {})
  expect(await steps()).toBeNull()
  await deleteSequence(db, userId, sequenceId)
  expect(await steps()).toBeNull()
})

test('stays dismissed for its user', async () => {
  const other = await outreach.makeUser(`${crypto.randomUUID()}@example.com`)
  await endFirstSteps(db, userId)
  await endFirstSteps(db, userId)
  expect(await steps()).toBeNull()
  expect(await getFirstSteps(db, other)).toEqual(NOTHING)
})

test('ignores other users’ data', async () => {
  await doAll(async () => {})
  const stranger = await outreach.makeUser(`${crypto.randomUUID()}@example.com`)
  expect(await getFirstSteps(db, stranger)).toEqual(NOTHING)
})
