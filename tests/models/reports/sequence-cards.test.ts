import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailLogs, sequenceContacts, sequences } from '#drizzle/schema'
import { summarizeForCards } from '~/models/reports/sequence-cards.server'
import { NOW, type Outreach, openOutreach } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

type Hold = NonNullable<(typeof sequenceContacts.$inferInsert)['holdReason']>

/** Enrollments that are held for these reasons. */
async function hold(sequenceId: string, reasons: Hold[]) {
  await outreach.db.insert(sequenceContacts).values(
    reasons.map((holdReason, index) => ({
      userId: outreach.userId,
      sequenceId,
      addressHash: `${index}`,
      holdReason,
      enrolledAt: NOW,
    })),
  )
}

const setStatus = (id: string, status: 'running' | 'paused') =>
  outreach.db.update(sequences).set({ status }).where(eq(sequences.id, id))

test('shows what came of the emails, without test emails', async () => {
  const { db, userId, strangerId } = outreach
  const { id } = await outreach.makeSequence()
  const { id: untouched } = await outreach.makeSequence()
  const step = await outreach.makeStep(id)
  const email = {
    userId,
    sequenceId: id,
    stepId: step.id,
    recipientEmail: 'a@b.example',
    senderEmail: 's@b.example',
    subject: 'Hi',
    sentAt: NOW,
  }
  await db
    .insert(emailLogs)
    .values([
      email,
      { ...email, openedAt: NOW, repliedAt: NOW },
      { ...email, openedAt: NOW },
      { ...email, bouncedAt: NOW },
      { ...email, isTestEmail: true },
    ])
  const cards = await summarizeForCards(db, userId, [id, untouched])
  expect(cards.get(id)).toEqual({ sent: 4, openRate: 50, replyRate: 25, bounceRate: 25, problem: null })
  expect(cards.get(untouched)).toEqual({ sent: 0, openRate: 0, replyRate: 0, bounceRate: 0, problem: null })
  expect((await summarizeForCards(db, strangerId, [id])).get(id)).toMatchObject({ sent: 0, problem: null })
  expect(await summarizeForCards(db, userId, [])).toEqual(new Map())
})

test('names what most contacts wait for, with the button that fixes it', async () => {
  const { db, userId, strangerId } = outreach
  const { id } = await outreach.makeSequence()
  await hold(id, [
    'missing_variable',
    'uncertain_send',
    'uncertain_send',
    'quota',
    'quota',
    'quota',
    'paused_by_user',
  ])
  const problemOf = async (who = userId) => (await summarizeForCards(db, who, [id])).get(id)!.problem
  expect(await problemOf()).toBeNull()
  await setStatus(id, 'running')
  expect(await problemOf()).toEqual({
    people: 2,
    more: false,
    why: 'the last email may not have been sent; resend it or count it as sent',
    fix: { label: 'Review emails', to: '/campaign-builder/email-sending/uncertain' },
  })
  expect(await problemOf(strangerId)).toBeNull()
  await setStatus(id, 'paused')
  expect(await problemOf()).toBeNull()
})

test('counts held contacts up to a thousand', async () => {
  const { db, userId } = outreach
  const { id } = await outreach.makeSequence()
  await hold(
    id,
    Array.from({ length: 1_002 }, () => 'missing_template' as const),
  )
  await setStatus(id, 'running')
  expect((await summarizeForCards(db, userId, [id])).get(id)?.problem).toMatchObject({
    people: 1_000,
    more: true,
    fix: { label: 'Choose a template', to: `/sequences/${id}` },
  })
})
