import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailLogs, variantStats } from '#drizzle/schema'
import { AnalyticsResponse } from '~/models/api/sequences'
import { getAnalytics } from '~/models/reports/report.server'
import { StepChange } from '~/models/sequences/step'
import { updateStep } from '~/models/sequences/step.server'
import { createTemplate, deleteTemplate } from '~/models/templates/template.server'
import { NOW, type Outreach, openOutreach } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

type Log = Partial<typeof emailLogs.$inferInsert>

const makeTemplate = async (name: string) =>
  (await createTemplate(db, userId, { name, subject: name, templateType: 'html', htmlBody: '<p>Hi</p>' })).id

/** A sequence whose step has two variants and a switched-off third one, and a function that logs its emails. */
async function start() {
  const [a, b, c] = [await makeTemplate('A'), await makeTemplate('B'), await makeTemplate('C')]
  const { id } = await outreach.makeSequence()
  const variants = [{ templateId: a }, { templateId: b }, { templateId: c, active: false }]
  const step = await outreach.makeStep(id, { variants })
  const fixed = { userId, sequenceId: id, recipientEmail: 'a@b.example', senderEmail: 's@b.example' }
  const log = (templateId: string | null, rows: Log[]) =>
    db
      .insert(emailLogs)
      .values(
        rows.map((row) => ({ ...fixed, stepId: step.id, templateId, subject: 'Hi', sentAt: NOW, ...row })),
      )
  const report = async () => AnalyticsResponse.parse(await getAnalytics(db, userId, id)).stepStats
  return { id, a, b, c, step, log, report }
}

test('counts the outcomes of each variant, without test emails', async () => {
  const { a, b, c, log, report, step } = await start()
  await log(a, [{}, { openedAt: NOW }, { openedAt: NOW, repliedAt: NOW }])
  await log(b, [{ bouncedAt: NOW }, { isTestEmail: true }, { sentAt: null, failedAt: NOW }])
  await log(null, [{ openedAt: NOW }])
  const counts = { opened: 0, replied: 0, bounced: 0 }
  const before = [
    { templateId: a, sent: 3, opened: 2, replied: 1, bounced: 0 },
    { templateId: b, ...counts, sent: 1, bounced: 1 },
    { templateId: c, ...counts, sent: 0 },
  ]
  expect(await report()).toMatchObject([{ stepId: step.id, totalSent: 5, variants: before }])
  // Outcomes that arrive later, one of them taken back.
  await db.update(emailLogs).set({ openedAt: NOW }).where(eq(emailLogs.templateId, b))
  await db.update(emailLogs).set({ repliedAt: null }).where(eq(emailLogs.templateId, a))
  expect((await report())[0]!.variants).toEqual([
    { ...before[0], replied: 0 },
    { ...before[1], opened: 2 },
    before[2],
  ])
})

test('has no variants for a step with a single one', async () => {
  const { a, b, log, report, step } = await start()
  await log(a, [{}])
  await log(b, [{}, {}])
  await updateStep(db, userId, step.id, StepChange.parse({ variants: [{ templateId: b }] }), NOW)
  expect((await report())[0]).not.toHaveProperty('variants')
  await updateStep(
    db,
    userId,
    step.id,
    StepChange.parse({ variants: [{ templateId: b }, { templateId: a, active: false }] }),
    NOW,
  )
  expect((await report())[0]!.variants!.map(({ templateId, sent }) => [templateId, sent])).toEqual([
    [b, 2],
    [a, 1],
  ])
})

test('leaves out a variant whose template was deleted, and keeps the totals', async () => {
  const { a, b, c, log, report } = await start()
  await log(a, [{}, { openedAt: NOW }])
  await log(b, [{}])
  await deleteTemplate(db, userId, a)
  const [step] = await report()
  expect(step).toMatchObject({ totalSent: 3, totalOpened: 1 })
  expect(step!.variants!.map(({ templateId, sent }) => [templateId, sent])).toEqual([
    [b, 1],
    [c, 0],
  ])
  expect(await db.$count(variantStats, eq(variantStats.templateId, c))).toBe(0)
})
