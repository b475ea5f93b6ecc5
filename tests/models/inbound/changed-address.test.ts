import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NewContact } from '~/models/contacts/contact'
import { createContact, deleteContact, getContact, updateContact } from '~/models/contacts/contact.server'
import { listStopReasons } from '~/models/contacts/lift.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { type Inbound, UNREADABLE } from '~/providers/mail/inbound/inbound'
import type { SendResult } from '~/providers/mail/types'
import { addSmtp, recordResult, sendOne, startOne } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

/** Emails to a contact who has another address by now: a person's wish counts for both, a missing address for itself. */

let outreach: Outreach
let db: Outreach['db']
let userId: string
let mailboxId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())
beforeEach(async () => {
  // Its own, because bounces pause a mailbox.
  mailboxId = await addSmtp(db, userId, NOW)
})

const DUE = new Date('2026-03-03T08:00:00Z')
const AT = new Date('2026-03-03T09:00:00Z')

/** Gives the contact of an email another address. @returns it */
async function move({ contactId }: { contactId: string }) {
  const email = `${crypto.randomUUID()}@people.example`
  await updateContact(db, userId, contactId, { email }, AT, secrets)
  return email
}
const receive = (sendId: string, from: string, fields: Partial<Inbound>) => {
  const inbound = { ...UNREADABLE, sendId, from, recipients: [from], subject: 'Re: Hi', ...fields }
  const received = { mailboxId, providerId: crypto.randomUUID(), receivedAt: AT, inbound }
  return processInbound(db, userId, received, AT, secrets)
}
const reasonsOf = (email: string) => listStopReasons(db, userId, email, secrets)
const flagsOf = async (contactId: string) => {
  const { unsubscribed, suppressed, hardBounced } = await getContact(db, userId, contactId)
  return { unsubscribed, suppressed, hardBounced }
}
const NONE = { unsubscribed: false, suppressed: false, hardBounced: false }

describe.each([
  [
    'an opt-out in words',
    { kind: 'reply', text: 'Unsubscribe', stop: true, recipients: [] },
    'unsubscribed',
    'unsubscribed',
  ],
  ['a complaint', { kind: 'complaint' }, 'complaint', 'suppressed'],
] as [string, Partial<Inbound>, string, keyof typeof NONE][])('%s', (_, fields, reason, flag) => {
  test('stops the contact and both addresses', async () => {
    const one = await sendOne(outreach, mailboxId, DUE)
    const email = await move(one)
    await receive(one.sendId, one.email, fields)
    expect(await flagsOf(one.contactId)).toEqual({ ...NONE, [flag]: true })
    expect([await reasonsOf(one.email), await reasonsOf(email)]).toEqual([[reason], [reason]])
  })

  test('stops another contact who has the old address now', async () => {
    const one = await sendOne(outreach, mailboxId, DUE)
    await move(one)
    const other = await createContact(db, userId, NewContact.parse({ email: one.email }), AT, secrets)
    await receive(one.sendId, one.email, fields)
    expect((await flagsOf(other.id))[flag]).toBe(true)
  })
})

const NO_SUCH_USER: Partial<Inbound> = {
  ...{ kind: 'bounce', hard: true, class: 'hard', status: '5.1.1', reason: 'No such user' },
}
const REFUSED: SendResult = { ok: false, why: 'refused', hard: true, detail: '550 5.1.1 No such user' }

describe.each([
  [
    'in a report',
    sendOne,
    (one: { sendId: string; email: string }) => receive(one.sendId, one.email, NO_SUCH_USER),
  ],
  ['at once', startOne, (one: { sendId: string }) => recordResult(db, [one.sendId], REFUSED, AT)],
] as const)('a hard bounce %s', (_, send, bounce) => {
  test('stops the old address and leaves the contact alone', async () => {
    const one = await send(outreach, mailboxId, DUE)
    const email = await move(one)
    await bounce(one)
    expect(await flagsOf(one.contactId)).toEqual(NONE)
    expect([await reasonsOf(one.email), await reasonsOf(email)]).toEqual([['hard_bounce'], []])
  })
})

test('a hard bounce at once stops the address of a contact who was deleted meanwhile', async () => {
  const one = await startOne(outreach, mailboxId, DUE)
  await deleteContact(db, userId, one.contactId, AT, secrets)
  await recordResult(db, [one.sendId], REFUSED, AT)
  expect(await reasonsOf(one.email)).toEqual(['hard_bounce'])
})
