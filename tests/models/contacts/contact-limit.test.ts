import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sequenceContacts } from '#drizzle/schema'
import { updateContact } from '~/models/contacts/contact.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { countOverLimit } from '~/models/reports/report.server'
import type { ContactAction } from '~/models/sequences/members/contact-actions'
import { summarizeEnrollments } from '~/models/sequences/members/people.server'
import { actOnEnrollments } from '~/models/sequences/members/person-acts.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { getSequence, updateSequence } from '~/models/sequences/sequence.server'
import { UNREADABLE } from '~/providers/mail/inbound/inbound'
import { ACCEPTED, addSmtp, recordResult, sendOf, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, refused, secrets } from '../../support/outreach'

/** A contact over the contact limit is not in the sequence yet: only a raised limit starts it. */

let outreach: Outreach
let db: Outreach['db']
let userId: string
/** In a sequence of its own, and waiting for room in the full one. */
let contact: string
let full: string
let mailboxId: string
beforeEach(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  mailboxId = await addSmtp(db, userId, NOW)
  const [first, second] = [await outreach.makeList(), await outreach.makeList()]
  await outreach.makeMembers(first.id, 1, new Date(NOW.getTime() - 60_000))
  contact = (await outreach.makeMembers(second.id, 1))[0]!
  full = (await outreach.makeSequence({ contactLimit: 1 })).id
  const { id: other } = await outreach.makeSequence()
  await outreach.makeStep(full, { delayDays: 5 })
  await outreach.makeStep(other)
  for (const list of [first, second]) await linkPersona(db, userId, full, list.id, NOW, secrets)
  await linkPersona(db, userId, other, second.id, NOW, secrets)
  for (const id of [full, other]) await activateSequence(db, userId, id, NOW, secrets)
})
afterEach(() => outreach?.drop())

/** In Paris 9:00, of the Tuesday and of days after it. */
const tuesday = (days = 0) => new Date(Date.parse('2026-03-03T08:00:00Z') + days * 86_400_000)

const waiting = async () =>
  (
    await db
      .select()
      .from(sequenceContacts)
      .where(and(eq(sequenceContacts.sequenceId, full), eq(sequenceContacts.contactId, contact)))
  )[0]!

async function replyToOther(at: Date) {
  const [sendId] = await startDue(db, tuesday())
  await recordResult(db, [sendId!], ACCEPTED, tuesday())
  expect((await sendOf(db, sendId!)).contactId).toBe(contact)
  const inbound = {
    ...UNREADABLE,
    ...{ kind: 'reply' as const, hard: null, class: null, recipients: [], status: null, reason: '' },
    ...{ originalMessageIds: [], sendId: sendId!, from: 'somebody@people.example' },
    ...{ subject: 'Re: Hi', text: 'Yes', stop: false },
  }
  const received = { mailboxId, providerId: 'reply', receivedAt: at, inbound }
  await processInbound(db, userId, received, at, secrets)
}

test('a reply in another sequence does not bypass the limit', async () => {
  await replyToOther(tuesday(1))
  expect(await waiting()).toMatchObject({
    status: 'active',
    holdReason: 'sequence_full',
    nextActionAt: null,
  })
  for (let day = 2; day < 30; day++) {
    const started = await startDue(db, tuesday(day))
    await recordResult(db, started, ACCEPTED, tuesday(day))
    for (const id of started) expect((await sendOf(db, id)).contactId).not.toBe(contact)
  }
  expect(await countOverLimit(db, userId, full)).toBe(1)
})

test('a waiting contact cannot be paused, resumed or skipped', async () => {
  const act = async (act: ContactAction) =>
    refused(
      actOnEnrollments(
        db,
        userId,
        { sequenceId: full, enrollmentIds: [(await waiting()).id], act },
        tuesday(),
      ),
    )
  const full409 = 'CONFLICT: This contact is not enrolled: the sequence has reached its contact limit'
  expect([await act('pause'), await act('skip')]).toEqual([full409, full409])
  expect(await act('resume')).toBe('CONFLICT: This contact is not paused')
  await updateContact(db, userId, contact, { firstName: 'Ann' }, tuesday(), secrets)
  expect(await waiting()).toMatchObject({ holdReason: 'sequence_full', nextActionAt: null })
})

test('a stopped contact frees its place', async () => {
  await updateContact(db, userId, contact, { suppressed: true }, tuesday(), secrets)
  expect((await waiting()).status).toBe('stopped')
  expect((await getSequence(db, userId, full)).totalContacts).toBe(1)
  expect(await summarizeEnrollments(db, userId, full)).toMatchObject({ total: 1, stopped: 0, overLimit: 0 })
})

test('a raised limit starts it, with the first step’s delay', async () => {
  await updateSequence(db, userId, full, { contactLimit: 2 }, tuesday(3))
  const { holdReason, nextActionAt, enrolledAt } = await waiting()
  expect([holdReason, nextActionAt, enrolledAt]).toEqual([null, tuesday(8), tuesday(3)])
})
