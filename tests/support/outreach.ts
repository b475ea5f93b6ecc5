import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { createPersona } from '~/models/personas/persona.server'
import { NewSequence } from '~/models/sequences/sequence'
import { createSequence } from '~/models/sequences/sequence.server'
import { NewStep } from '~/models/sequences/step'
import { createStep } from '~/models/sequences/step.server'
import { createTemplate } from '~/models/templates/template.server'
import { createSecrets } from '~/secrets.server'
import { borrowTestDatabase } from './db'
import { createTestUser } from './people'

/** A Monday; 12:00 in Paris. */
export const NOW = new Date('2026-03-02T11:00:00Z')
export const LATER = new Date('2026-03-02T12:00:00Z')
/** An id that nothing has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
export const secrets = createSecrets('x'.repeat(32), { addressKey: Buffer.alloc(32, 1) })

export type Outreach = Awaited<ReturnType<typeof openOutreach>>

/** A test database with an owner, a stranger and a template, and shortcuts to create the rest. */
export async function openOutreach() {
  const database = await borrowTestDatabase()
  const { db } = database
  const makeUser = (email: string) => createTestUser(db, email)
  const userId = await makeUser('owner@example.com')
  const strangerId = await makeUser('stranger@example.com')
  const template = { name: 'Hello', subject: 'Hi', templateType: 'html', htmlBody: '<p>Hi</p>' } as const
  const { id: templateId } = await createTemplate(db, userId, template)
  let people = 0
  return {
    db,
    userId,
    strangerId,
    templateId,
    url: database.url,
    drop: () => database.drop(),
    makeUser,
    makeSequence: (fields: Record<string, unknown> = {}) =>
      createSequence(
        db,
        userId,
        NewSequence.parse({ name: 'Outreach', timezone: 'Europe/Paris', ...fields }),
      ),
    makeStep: (sequenceId: string, fields: Record<string, unknown> = {}) =>
      createStep(db, userId, sequenceId, NewStep.parse({ templateId, delayDays: 1, ...fields }), NOW),
    makeList: (name = 'People') =>
      createPersona(db, userId, { name, industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }),
    /** Adds contacts to a list. @returns their ids */
    async makeMembers(personaId: string, n: number, now = NOW) {
      const ids: string[] = []
      for (let i = 0; i < n; i++) {
        people += 1
        const input = NewContact.parse({ email: `person${people}@people.example`, personaId })
        ids.push((await createContact(db, userId, input, now, secrets)).id)
      }
      return ids
    },
  }
}

/** The result of an attempt: "accepted", or the refusal's code and message. */
export const refused = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
  )
