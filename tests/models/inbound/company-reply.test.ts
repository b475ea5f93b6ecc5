import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contacts, decisions, emailSends, sequenceContacts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { saveContactSettings } from '~/models/accounts/contact-settings.server'
import { NewContact } from '~/models/contacts/contact'
import { createContact } from '~/models/contacts/contact.server'
import { eraseContact } from '~/models/contacts/erase.server'
import { enrollContacts } from '~/models/enrollments/enrollment.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { forecastSequence } from '~/models/planning/forecast.server'
import { listMembers } from '~/models/sequences/members/members.server'
import { activateSequence } from '~/models/sequences/run.server'
import { StepChange } from '~/models/sequences/step'
import { updateStep } from '~/models/sequences/step.server'
import { isFreemail } from '~/models/shared/addresses/freemail.server'
import { classifyInbound } from '~/providers/mail/inbound/inbound'
import { interleave } from '../../support/interleave'
import { ACCEPTED, addSmtp, recordResult, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Db
let userId: string
let box: string
let listId: string
let sequenceId: string
let stepId: string
beforeEach(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  box = await addSmtp(db, userId, NOW)
  listId = (await outreach.makeList()).id
  sequenceId = (await outreach.makeSequence({ mailboxIds: [box] })).id
  stepId = (await outreach.makeStep(sequenceId)).id
  await outreach.makeStep(sequenceId, { delayDays: 9 })
  await activateSequence(db, userId, sequenceId, NOW, secrets)
})
afterEach(() => outreach?.drop())

/** The first emails are due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const AT = new Date('2026-03-03T09:00:00Z')
const IN_SEVEN_DAYS = new Date('2026-03-10T09:00:00Z')
const policy = (companyReply: 'ignore' | 'hold' | 'stop') =>
  saveContactSettings(db, userId, { companyReply } as never)

/** A contact in the sequence. @returns its id */
async function person(email: string, more: object = {}, owner = userId): Promise<string> {
  const input = NewContact.parse({ email, ...(owner === userId ? { personaId: listId } : {}), ...more })
  const { id } = await createContact(db, userId, input, NOW, secrets)
  await enrollContacts(db, userId, sequenceId, [id], NOW, secrets)
  return id
}
const of = async (contactId: string) => {
  const [row] = await db.select().from(sequenceContacts).where(eq(sequenceContacts.contactId, contactId))
  const { status, endReason, holdReason, heldUntil } = row!
  return { status, endReason, holdReason, heldUntil }
}
const send = async () => recordResult(db, await startDue(db, DUE), ACCEPTED, DUE)
/** A message that replies to the contact's email. */
async function receive(contactId: string, head = '', text = 'Yes, please', on: Db = db) {
  const [sent] = await db.select().from(emailSends).where(eq(emailSends.contactId, contactId))
  const from = `From: <${sent!.recipientEmail}>\r\nTo: a@sender.example\r\nSubject: Re: Hi\r\n`
  const references = `In-Reply-To: ${sent!.messageId}\r\n`
  const inbound = await classifyInbound(Buffer.from(`${from}${references}${head}\r\n${text}\r\n`))
  const received = { mailboxId: box, providerId: crypto.randomUUID(), receivedAt: AT, inbound }
  expect(await processInbound(on, userId, received, AT, secrets)).toBe(true)
}
const untouched = { status: 'active', endReason: null, holdReason: null, heldUntil: null }
const held = { ...untouched, holdReason: 'company_replied', heldUntil: IN_SEVEN_DAYS }
const stopped = { ...untouched, status: 'stopped', endReason: 'company_replied' }

test.each([
  ['ignore', untouched],
  ['hold', held],
  ['stop', stopped],
] as const)('a reply affects colleagues, and no other contacts: %s', async (companyReply, expected) => {
  await policy(companyReply)
  const ann = await person('ann@Acme.example', { firstName: 'Ann', lastName: 'Smith' })
  const bob = await person('bob@acme.EXAMPLE')
  const others = [await person('eve@sub.acme.example'), await person('dan@notacme.example')]
  await send()
  await receive(ann)
  expect(await of(bob)).toEqual(expected)
  for (const other of others) expect(await of(other)).toEqual(untouched)
  expect((await of(ann)).holdReason).toBeNull()
  const [decision] = await db
    .select({ inputs: decisions.inputs })
    .from(decisions)
    .innerJoin(sequenceContacts, eq(sequenceContacts.id, decisions.sequenceContactId))
    .where(and(eq(sequenceContacts.contactId, bob), eq(decisions.rule, 'company_reply')))
  if (companyReply === 'ignore') expect(decision).toBeUndefined()
  else
    expect(decision!.inputs).toMatchObject({
      ...{ domain: 'acme.example', colleague: ann, detail: 'Ann Smith, acme.example', policy: companyReply },
    })
})

test('is off by default', async () => {
  const [ann, bob] = [await person('ann@acme.example'), await person('bob@acme.example')]
  await send()
  await receive(ann)
  expect(await of(bob)).toEqual(untouched)
})

test.each([
  ['a free-mail domain', 'gmail.com', '', 'Yes'],
  ['an automatic reply', 'acme.example', 'Auto-Submitted: auto-replied\r\n', 'I am away.'],
])('%s changes nothing', async (_, domain, head, text) => {
  await policy('stop')
  const [ann, bob] = [await person(`ann@${domain}`), await person(`bob@${domain}`)]
  await send()
  await receive(ann, head, text)
  expect(await of(bob)).toEqual(untouched)
})

test('contacts of another user are not colleagues', async () => {
  await policy('stop')
  const [ann, bob] = [await person('ann@acme.example'), await person('bob@acme.example')]
  await send()
  await db.update(contacts).set({ userId: outreach.strangerId }).where(eq(contacts.id, bob))
  await receive(ann)
  expect(await of(bob)).toEqual(untouched)
})

test('a hold stands while the sequence is edited, and is named on the screen and in the forecast', async () => {
  await policy('hold')
  const [ann, bob] = [await person('ann@acme.example'), await person('bob@acme.example')]
  await send()
  await receive(ann)
  await updateStep(db, userId, stepId, StepChange.parse({ sendHour: 17 }), AT)
  await startDue(db, AT)
  expect(await of(bob)).toEqual(held)
  const { rows } = await listMembers(db, userId, sequenceId, { filter: 'waiting', limit: 10 } as never, 'UTC')
  expect(rows.map(({ why }) => why)).toEqual([
    'Waiting until Mar 10, 2026 09:00: somebody at the same company replied (ann@acme.example).',
  ])
  expect(await forecastSequence(db, userId, sequenceId, AT)).toMatchObject({ companyReplied: 1 })
  await startDue(db, IN_SEVEN_DAYS)
  expect((await of(bob)).holdReason).not.toBe('company_replied')
})

test('two colleagues who reply at the same moment do not block each other', async () => {
  await policy('hold')
  const ids = [
    await person('ann@acme.example'),
    await person('bob@acme.example'),
    await person('cy@acme.example'),
  ]
  await send()
  const results = await interleave(
    db,
    (tx) => receive(ids[0]!, '', 'Yes', tx),
    (tx) => receive(ids[1]!, '', 'Yes', tx),
  )
  expect(results).toEqual(['accepted', 'accepted'])
  expect(await of(ids[2]!)).toEqual(held)
})

test('forgets the colleague who is erased', async () => {
  await policy('stop')
  const ann = await person('ann@acme.example', { firstName: 'Ann', lastName: 'Smith' })
  await person('bob@acme.example')
  await send()
  await receive(ann)
  await eraseContact(db, userId, ann, 'ann@acme.example', AT, secrets)
  const left = await db.select().from(decisions).where(sql`${decisions.inputs}::text ~* 'ann@|smith'`)
  expect(left).toEqual([])
})

test('finds colleagues through an index', async () => {
  await db.execute(
    `insert into contacts (user_id, email) select '${userId}', 'p' || n || '@c' || n || '.example' from generate_series(1, 5000) n`,
  )
  await db.execute('analyze contacts')
  const plan = await db.execute<{ 'QUERY PLAN': string }>(
    `explain select id from contacts where user_id = '${userId}' and split_part(lower(email), '@', -1) = 'acme.example'`,
  )
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('contacts_user_domain_idx')
})

describe('free-mail domains', () => {
  test.each(['gmail.com', 'gmx.de', 'outlook.com', 'qq.com', 'fastmail.com', 'posteo.de'])(
    '%s is one',
    (domain) => {
      expect(isFreemail(domain)).toBe(true)
    },
  )
  test.each(['acme.example', 'google.com', 'microsoft.com'])('%s is none', (domain) => {
    expect(isFreemail(domain)).toBe(false)
  })
})
