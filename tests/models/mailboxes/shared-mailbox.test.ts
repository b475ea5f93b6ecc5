import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailSends } from '#drizzle/schema'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { createPersona } from '~/models/personas/persona.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { NewSequence } from '~/models/sequences/sequence'
import { createSequence } from '~/models/sequences/sequence.server'
import { NewStep } from '~/models/sequences/step'
import { createStep } from '~/models/sequences/step.server'
import { createTemplate } from '~/models/templates/template.server'
import { addSmtp, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

/** The first emails are due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')

/** A running sequence of one email to some contacts, from a mailbox with the given address. */
async function run(userId: string, email: string, people: number) {
  const { db } = outreach
  const mailboxId = await addSmtp(db, userId, NOW, { email, dailyLimit: 5 })
  const template = { name: 'T', subject: 'Hi', templateType: 'html', htmlBody: '<p>Hi</p>' } as const
  const { id: templateId } = await createTemplate(db, userId, template)
  const sequence = NewSequence.parse({ name: 'S', timezone: 'Europe/Paris', senderAccountId: mailboxId })
  const { id } = await createSequence(db, userId, sequence)
  await createStep(db, userId, id, NewStep.parse({ templateId, delayDays: 1 }), NOW)
  const list = await createPersona(db, userId, {
    name: 'P',
    industry: 'I',
    jobTitle: 'J',
    location: 'L',
  })
  for (let n = 0; n < people; n++) {
    const contact = NewContact.parse({ email: `${userId}${n}@people.example`, personaId: list.id })
    await createContact(db, userId, contact, NOW, secrets)
  }
  await linkPersona(db, userId, id, list.id, NOW, secrets)
  await activateSequence(db, userId, id, NOW, secrets)
  return mailboxId
}

test('two users of one mailbox share its daily limit', async () => {
  const { db, userId, strangerId } = outreach
  const own = await run(userId, 'shared@sender.example', 4)
  const theirs = await run(strangerId, 'shared@sender.example', 4)
  const started = await startDue(db, DUE)
  const sends = await db
    .select({ userId: emailSends.userId, mailboxId: emailSends.senderAccountId, day: emailSends.quotaDay })
    .from(emailSends)
    .where(inArray(emailSends.id, started))
  // Five of eight: what the one address may send in a day.
  expect(sends).toHaveLength(5)
  for (const send of sends) expect(send.mailboxId).toBe(send.userId === userId ? own : theirs)
  expect(new Set(sends.map((send) => send.userId)).size).toBe(2)
  expect(new Set(sends.map((send) => send.day)).size).toBe(1)
})
