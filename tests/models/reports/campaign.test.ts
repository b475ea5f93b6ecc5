import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailLogs, sequences } from '#drizzle/schema'
import { listCampaigns } from '~/models/reports/campaign.server'
import { type Outreach, openOutreach } from '../../support/outreach'

let outreach: Outreach
beforeAll(async () => {
  outreach = await openOutreach()
})
afterAll(() => outreach?.drop())

test('lists started sequences with their report numbers', async () => {
  const { db, userId } = outreach
  await outreach.makeSequence({ name: 'Draft' })
  const made = []
  for (const name of ['Past', 'Running']) made.push((await outreach.makeSequence({ name })).id)
  const [past, running] = made as [string, string]
  await db
    .update(sequences)
    .set({ status: 'paused', createdAt: new Date('2026-01-01') })
    .where(eq(sequences.id, past))
  await db
    .update(sequences)
    .set({ status: 'running', createdAt: new Date('2026-01-02') })
    .where(eq(sequences.id, running))
  const step = await outreach.makeStep(past)
  const mail = {
    userId,
    sequenceId: past,
    stepId: step.id,
    recipientEmail: 'a@b.example',
    senderEmail: 's@b.example',
    subject: 'Hi',
    sentAt: new Date('2026-03-02T09:00:00Z'),
  }
  await db.insert(emailLogs).values([mail, mail, { ...mail, openedAt: mail.sentAt }])

  const { rows, cursor } = await listCampaigns(db, userId, { limit: 10 })
  expect(rows).toMatchObject([
    { name: 'Running', status: 'running', sent: 0, openRate: 0 },
    { name: 'Past', status: 'paused', sent: 3, opened: 1, replied: 0, openRate: 33.3, replyRate: 0 },
  ])
  expect(cursor).toBeNull()
  const first = await listCampaigns(db, userId, { limit: 1 })
  const second = await listCampaigns(db, userId, { limit: 1, cursor: first.cursor! })
  expect([...first.rows, ...second.rows].map(({ name }) => name)).toEqual(['Running', 'Past'])
  expect((await listCampaigns(db, outreach.strangerId, { limit: 10 })).rows).toEqual([])
})
