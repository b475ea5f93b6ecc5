import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailSends, sequenceContacts } from '#drizzle/schema'
import { OTHER_REPLIES } from '~/models/accounts/contact-settings'
import { getContactSettings, saveContactSettings } from '~/models/accounts/contact-settings.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { activateSequence, linkPersona } from '~/models/sequences/run.server'
import { type Inbound, UNREADABLE } from '~/providers/mail/inbound/inbound'
import { ACCEPTED, addSmtp, recordResult, startDue } from '../../support/mailing'
import { NOW, type Outreach, openOutreach, secrets } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
let box: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
  box = await addSmtp(db, userId, NOW)
})
afterAll(() => outreach?.drop())

/** The first emails of new sequences are due on Tuesday at 9:00 in Paris. */
const DUE = new Date('2026-03-03T08:00:00Z')
const REPLY: Inbound = {
  ...UNREADABLE,
  kind: 'reply',
  hard: null,
  class: null,
  recipients: [],
  status: null,
  reason: '',
  originalMessageIds: [],
  sendId: null,
  from: 'somebody@people.example',
  subject: 'Re: Hi',
  text: 'Yes',
  stop: false,
}

test('holds other enrollments by default', async () => {
  expect(await getContactSettings(db, userId)).toMatchObject({ otherReplies: 'hold' })
})

test.each(OTHER_REPLIES)('a reply affects other enrollments: %s', async (otherReplies) => {
  await saveContactSettings(db, userId, { maxContinuousNotOpens: 3, otherReplies })
  const list = await outreach.makeList()
  const [contact] = await outreach.makeMembers(list.id, 1)
  const sequences: string[] = []
  for (let i = 0; i < 2; i++) {
    const { id } = await outreach.makeSequence()
    await outreach.makeStep(id)
    await linkPersona(db, userId, id, list.id, NOW, secrets)
    await activateSequence(db, userId, id, NOW, secrets)
    sequences.push(id)
  }
  await recordResult(db, await startDue(db, DUE), ACCEPTED, DUE)
  const [replied, other] = sequences
  const [send] = await db
    .select()
    .from(emailSends)
    .where(and(eq(emailSends.sequenceId, replied!), eq(emailSends.contactId, contact!)))
  const receivedAt = new Date(DUE.getTime() + 3_600_000)
  const received = { mailboxId: box, providerId: crypto.randomUUID(), receivedAt }
  await processInbound(
    db,
    userId,
    { ...received, inbound: { ...REPLY, sendId: send!.id } },
    receivedAt,
    secrets,
  )
  const [row] = await db.select().from(sequenceContacts).where(eq(sequenceContacts.sequenceId, other!))
  const { status, endReason, holdReason, heldUntil } = row!
  const inSevenDays = new Date(receivedAt.getTime() + 7 * 86_400_000)
  expect({ status, endReason, holdReason, heldUntil }).toEqual(
    {
      hold: { status: 'active', endReason: null, holdReason: 'replied_elsewhere', heldUntil: inSevenDays },
      stop: { status: 'stopped', endReason: 'replied_elsewhere', holdReason: null, heldUntil: null },
      ignore: { status: 'active', endReason: null, holdReason: null, heldUntil: null },
    }[otherReplies],
  )
})
