import type { App } from '~/app'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { createPersona } from '~/models/personas/persona.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { NewSequence } from '~/models/sequences/sequence'
import { createSequence, updateSequence } from '~/models/sequences/sequence.server'
import { NewStep } from '~/models/sequences/step'
import { createStep } from '~/models/sequences/step.server'
import { createTemplate } from '~/models/templates/template.server'

export interface CampaignOptions {
  userId: string
  mailboxId: string
  /** The number of contacts; each gets one email a day after the start, at 9:00 UTC. */
  people: number
  now: Date
}

/** A running sequence of one email, from one mailbox to new contacts. */
export async function openCampaign(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  { userId, mailboxId, people, now }: CampaignOptions,
): Promise<void> {
  const template = await createTemplate(db, userId, {
    name: 'T',
    subject: 'Hello',
    templateType: 'html',
    htmlBody: '<p>Hello</p>',
  })
  const { id } = await createSequence(db, userId, NewSequence.parse({ name: 'S', timezone: 'UTC' }))
  const step = { templateId: template.id, delayDays: 1, sendHour: 9, reactionWindowHours: 1 }
  await createStep(db, userId, id, NewStep.parse(step), now)
  await updateSequence(db, userId, id, { mailboxIds: [mailboxId] }, now)
  const list = await createPersona(db, userId, { name: 'P', industry: 'I', jobTitle: 'J', location: 'L' })
  for (let i = 0; i < people; i++) {
    const input = NewContact.parse({ email: `p${i}-${userId}@people.example`, personaId: list.id })
    await createContact(db, userId, input, now, secrets)
  }
  await linkPersona(db, userId, id, list.id, now, secrets)
  await activateSequence(db, userId, id, now, secrets)
}
