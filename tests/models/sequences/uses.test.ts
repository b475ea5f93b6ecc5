import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailSends, sequenceContacts } from '#drizzle/schema'
import { deleteContact, readContactUses } from '~/models/contacts/contact.server'
import { disconnectMailbox, readMailboxUses } from '~/models/mailboxes/disconnect.server'
import { addToPersona } from '~/models/personas/contacts.server'
import { deletePersona } from '~/models/personas/persona.server'
import { readLinkUses, readPersonaUses } from '~/models/personas/uses.server'
import { activateSequence, linkPersona, unlinkPersona } from '~/models/sequences/run.server'
import { deleteSequence, readSequenceUses, updateSequence } from '~/models/sequences/sequence.server'
import { createStep, deleteStep, readStepUses } from '~/models/sequences/step.server'
import type { ContactsChoice, Uses } from '~/models/shared/uses/uses'
import { createTemplate, deleteTemplate } from '~/models/templates/template.server'
import { readTemplateUses } from '~/models/templates/uses.server'
import { addSmtp, scan } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

/** A Tuesday at 9:00 in Paris, when the emails of the stage are planned. */
const DUE = new Date('2026-03-03T08:00:00Z')

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

/** A running sequence with the template and mailbox of its own, and two contacts from its list. */
async function makeUnplanned() {
  const mailboxId = await addSmtp(db, userId, NOW)
  const { id: templateId } = await createTemplate(db, userId, {
    name: 'Hello',
    subject: 'Hi',
    templateType: 'html',
    htmlBody: '<p>Hi</p>',
  })
  const { id: sequenceId } = await outreach.makeSequence()
  const { id: stepId } = await outreach.makeStep(sequenceId, { templateId })
  await updateSequence(db, userId, sequenceId, { mailboxIds: [mailboxId] }, NOW)
  const { id: listId } = await outreach.makeList()
  const [contactId, otherId] = (await outreach.makeMembers(listId, 2)) as [string, string]
  await linkPersona(db, userId, sequenceId, listId, NOW, secrets)
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  return { mailboxId, templateId, sequenceId, stepId, listId, contactId, otherId }
}

/** The same on the day when the emails are due: each has its send. */
async function makeStage() {
  const stage = await makeUnplanned()
  await scan(db, DUE)
  return stage
}
type Stage = Awaited<ReturnType<typeof makeStage>>
type Choice = ContactsChoice | undefined

const statesOf = async (sequenceId: string) => {
  const rows = await db
    .select({ status: sequenceContacts.status, hold: sequenceContacts.holdReason })
    .from(sequenceContacts)
    .where(eq(sequenceContacts.sequenceId, sequenceId))
    .orderBy(sequenceContacts.id)
  return rows.map(({ status, hold }) => (status === 'active' && hold ? hold : status))
}
const plannedOf = (sequenceId: string) =>
  db.$count(
    emailSends,
    and(eq(emailSends.sequenceId, sequenceId), inArray(emailSends.state, ['scheduled', 'claimed'])),
  )

const KINDS: Record<
  string,
  {
    read: (stage: Stage, userId: string) => Promise<Uses>
    remove: (stage: Stage, choice: { force?: boolean; contacts?: Choice }) => Promise<unknown>
    uses: { contacts: number; emails: number; sequences: number }
    refusal: string
  }
> = {
  'an email list': {
    read: ({ listId }, user) => readPersonaUses(db, user, listId),
    remove: ({ listId }, choice) => deletePersona(db, userId, listId, { ...choice, now: DUE }),
    uses: { contacts: 2, emails: 2, sequences: 1 },
    refusal: 'This email list is in use: 2 contacts in progress, 2 scheduled emails, 1 sequence',
  },
  'the link of an email list': {
    read: ({ sequenceId, listId }, user) => readLinkUses(db, user, sequenceId, listId),
    remove: ({ sequenceId, listId }, choice) =>
      unlinkPersona(db, userId, sequenceId, listId, { ...choice, now: DUE }),
    uses: { contacts: 2, emails: 2, sequences: 1 },
    refusal: 'This email list is in use: 2 contacts in progress, 2 scheduled emails, 1 sequence',
  },
  'a template': {
    read: ({ templateId }, user) => readTemplateUses(db, user, templateId),
    remove: ({ templateId }, { contacts, ...choice }) =>
      deleteTemplate(db, userId, templateId, {
        ...choice,
        contacts: contacts as 'hold' | 'stop' | undefined,
        now: DUE,
      }),
    uses: { contacts: 2, emails: 2, sequences: 1 },
    refusal: 'This template is in use: 2 contacts in progress, 2 scheduled emails, 1 sequence',
  },
  'a sequence': {
    read: ({ sequenceId }, user) => readSequenceUses(db, user, sequenceId),
    remove: ({ sequenceId }, choice) => deleteSequence(db, userId, sequenceId, choice),
    uses: { contacts: 2, emails: 2, sequences: 0 },
    refusal: 'This sequence is in use: 2 contacts in progress, 2 scheduled emails',
  },
  'a step': {
    read: ({ stepId }, user) => readStepUses(db, user, stepId),
    remove: ({ stepId }, choice) => deleteStep(db, userId, stepId, choice),
    uses: { contacts: 2, emails: 2, sequences: 1 },
    refusal: 'This step is in use: 2 contacts in progress, 2 scheduled emails, 1 sequence',
  },
  'a mailbox': {
    read: ({ mailboxId }, user) => readMailboxUses(db, user, mailboxId),
    remove: ({ mailboxId }, choice) =>
      disconnectMailbox(db, userId, mailboxId, DUE, secrets, undefined, choice),
    uses: { contacts: 2, emails: 2, sequences: 1 },
    refusal: 'This mailbox is in use: 2 contacts in progress, 2 scheduled emails, 1 sequence',
  },
  'a contact': {
    read: ({ contactId }, user) => readContactUses(db, user, contactId),
    remove: ({ contactId }, choice) => deleteContact(db, userId, contactId, DUE, secrets, choice),
    uses: { contacts: 1, emails: 1, sequences: 1 },
    refusal: 'This contact is in use: 1 contact in progress, 1 scheduled email, 1 sequence',
  },
}

test.each(Object.entries(KINDS))(
  '%s in use is deleted only when confirmed',
  async (_, { read, remove, uses, refusal }) => {
    const stage = await makeStage()
    const found = await read(stage, userId)
    expect({ contacts: found.contacts, emails: found.emails, sequences: found.sequenceCount }).toEqual(uses)
    expect(found.sequences.map(({ id }) => id)).toEqual(uses.sequences ? [stage.sequenceId] : [])
    const foreign = await read(stage, outreach.strangerId)
    expect([foreign.contacts, foreign.emails, foreign.sequenceCount]).toEqual([0, 0, 0])

    expect(await refused(remove(stage, {}))).toBe(`IN_USE: ${refusal}`)
    expect(await plannedOf(stage.sequenceId)).toBe(2)
    expect(await refused(remove(stage, { force: true }))).toBe('accepted')
  },
)

const CHOICES: [string, ContactsChoice, string[], number][] = [
  ['an email list', 'goOn', ['active', 'active'], 2],
  ['an email list', 'hold', ['paused_by_user', 'paused_by_user'], 0],
  ['an email list', 'stop', ['stopped', 'stopped'], 0],
  ['the link of an email list', 'goOn', ['active', 'active'], 2],
  ['the link of an email list', 'hold', ['paused_by_user', 'paused_by_user'], 0],
  ['the link of an email list', 'stop', ['stopped', 'stopped'], 0],
  ['a template', 'stop', ['stopped', 'stopped'], 0],
]
test.each(CHOICES)('deleting %s with contacts=%s', async (kind, contacts, states, planned) => {
  const stage = await makeStage()
  await KINDS[kind]!.remove(stage, { contacts })
  expect(await statesOf(stage.sequenceId)).toEqual(states)
  expect(await plannedOf(stage.sequenceId)).toBe(planned)
})

test.each(Object.entries(KINDS))('%s counts the emails of later days', async (_, { read, uses }) => {
  expect(await read(await makeUnplanned(), userId)).toMatchObject({
    contacts: uses.contacts,
    emails: uses.emails,
  })
})

test('contacts of another linked list are no concern of an unlinked one', async () => {
  const stage = await makeStage()
  const { id: other } = await outreach.makeList('Others')
  await addToPersona(db, userId, { personaId: other, contactIds: [stage.otherId] }, NOW, secrets)
  await linkPersona(db, userId, stage.sequenceId, other, NOW, secrets)
  expect(await readLinkUses(db, userId, stage.sequenceId, stage.listId)).toMatchObject({
    contacts: 1,
    emails: 1,
  })
  await unlinkPersona(db, userId, stage.sequenceId, stage.listId, { contacts: 'stop', now: DUE })
  expect((await statesOf(stage.sequenceId)).sort()).toEqual(['active', 'stopped'])
})

test('a send that has started finishes', async () => {
  const stage = await makeStage()
  await db
    .update(emailSends)
    .set({ state: 'sending', startedAt: DUE })
    .where(eq(emailSends.contactId, stage.contactId))
  expect(await readPersonaUses(db, userId, stage.listId)).toMatchObject({ contacts: 2, emails: 1 })
  await deletePersona(db, userId, stage.listId, { contacts: 'stop', now: DUE })
  const rows = await db
    .select({ state: emailSends.state })
    .from(emailSends)
    .where(eq(emailSends.sequenceId, stage.sequenceId))
  expect(rows.map(({ state }) => state).sort()).toEqual(['cancelled', 'sending'])
})

test('a step that branches lead to is in use', async () => {
  const { id } = await outreach.makeSequence()
  const target = await outreach.makeStep(id)
  const { id: from } = await outreach.makeStep(id, { repliedNext: 'step', repliedStepId: target.id })
  expect((await readStepUses(db, userId, target.id)).steps.map((step) => step.id)).toEqual([from])
  expect(await refused(deleteStep(db, userId, target.id, {}))).toBe(
    'IN_USE: This step is in use: 1 step that leads to it',
  )
})

test('what nothing uses is deleted without a question', async () => {
  const { id } = await outreach.makeList()
  await outreach.makeMembers(id, 1)
  expect(await refused(deletePersona(db, userId, id, { now: NOW }))).toBe('accepted')
  const { id: sequenceId } = await outreach.makeSequence()
  expect(await refused(deleteSequence(db, userId, sequenceId, {}))).toBe('accepted')
})

test('only contacts whose email of an A/B test is planned with a template wait for it', async () => {
  const stage = await makeStage()
  await db
    .update(sequenceContacts)
    .set({ status: 'stopped', nextActionAt: null })
    .where(eq(sequenceContacts.contactId, stage.otherId))
  const { id: second } = await createTemplate(db, userId, {
    name: 'Second',
    subject: 'Hi',
    templateType: 'html',
    htmlBody: '<p>Hi</p>',
  })
  const { id: sequenceId } = await outreach.makeSequence()
  await createStep(
    db,
    userId,
    sequenceId,
    {
      delayDays: 1,
      variants: [
        { templateId: stage.templateId, weight: 1, active: true },
        { templateId: second, weight: 1, active: true },
      ],
    } as never,
    NOW,
  )
  const { id: listId } = await outreach.makeList()
  await outreach.makeMembers(listId, 2)
  await linkPersona(db, userId, sequenceId, listId, NOW, secrets)
  await activateSequence(db, userId, sequenceId, NOW, secrets)
  expect(await readTemplateUses(db, userId, stage.templateId)).toMatchObject({
    contacts: 1,
    sequenceCount: 2,
  })
  expect(await readTemplateUses(db, userId, second)).toMatchObject({ contacts: 0, sequenceCount: 1 })
})
