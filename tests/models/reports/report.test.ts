import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailLogs, sequenceContacts } from '#drizzle/schema'
import { getAnalytics } from '~/models/reports/report.server'
import { csvFileName, daysCsv, stepsCsv } from '~/models/reports/report-csv'
import { fillDays, listReportDays, REPORT_DAYS } from '~/models/reports/report-days.server'
import { type Outreach, openOutreach, refused, UNKNOWN_ID } from '../../support/outreach'

let outreach: Outreach
let db: Outreach['db']
let userId: string
beforeAll(async () => {
  outreach = await openOutreach()
  ;({ db, userId } = outreach)
})
afterAll(() => outreach?.drop())

const NOTHING = { sent: 0, opened: 0, replied: 0, bounced: 0, unsubscribed: 0 }

/** Log rows of a sequence's emails. */
async function log(sequenceId: string, stepId: string, rows: Partial<typeof emailLogs.$inferInsert>[]) {
  const fixed = { userId, sequenceId, stepId, recipientEmail: 'a@b.example', senderEmail: 's@b.example' }
  await db.insert(emailLogs).values(rows.map((row) => ({ ...fixed, subject: 'Hi', ...row })))
}

/** An enrollment that was stopped. */
const ended = (sequenceId: string) => ({
  userId,
  sequenceId,
  status: 'stopped' as const,
  enrolledAt: new Date('2026-03-01T00:00:00Z'),
})

describe('the days of a report', () => {
  test('are local days without gaps, and exclude test emails', async () => {
    const { id } = await outreach.makeSequence()
    const step = await outreach.makeStep(id)
    await log(id, step.id, [
      // 23:30 UTC is the next day in Tokyo.
      { sentAt: new Date('2026-03-02T23:30:00Z'), openedAt: new Date('2026-03-05T10:00:00Z') },
      { sentAt: new Date('2026-03-03T01:00:00Z'), repliedAt: new Date('2026-03-03T02:00:00Z') },
      { sentAt: new Date('2026-03-03T02:00:00Z'), bouncedAt: new Date('2026-03-03T16:00:00Z') },
      { sentAt: new Date('2026-03-04T01:00:00Z'), isTestEmail: true },
      { failedAt: new Date('2026-03-09T01:00:00Z') },
    ])
    const at = new Date('2026-03-04T03:00:00Z')
    await db.insert(sequenceContacts).values([
      { ...ended(id), addressHash: 'one', endReason: 'unsubscribed', completedAt: at },
      { ...ended(id), addressHash: 'two', endReason: 'replied', completedAt: at },
    ])
    expect(await listReportDays(db, userId, id, 'Asia/Tokyo')).toEqual([
      { day: '2026-03-03', ...NOTHING, sent: 3, replied: 1 },
      { day: '2026-03-04', ...NOTHING, bounced: 1, unsubscribed: 1 },
      { day: '2026-03-05', ...NOTHING, opened: 1 },
    ])
    const utc = await listReportDays(db, userId, id, 'UTC')
    expect(utc.map(({ day, sent }) => [day, sent]).slice(0, 2)).toEqual([
      ['2026-03-02', 1],
      ['2026-03-03', 2],
    ])
    const { totalEmailsSent, totalOpened, totalReplied } = await getAnalytics(db, userId, id)
    const sum = (of: 'sent' | 'opened' | 'replied') => utc.reduce((all, day) => all + day[of], 0)
    expect([sum('sent'), sum('opened'), sum('replied')]).toEqual([totalEmailsSent, totalOpened, totalReplied])
  })

  test('are empty before the first email and private to the owner', async () => {
    const { id } = await outreach.makeSequence()
    expect(await listReportDays(db, userId, id, 'UTC')).toEqual([])
    for (const [who, which] of [
      [outreach.strangerId, id],
      [userId, UNKNOWN_ID],
    ] as const) {
      expect(await refused(listReportDays(db, who, which, 'UTC'))).toBe('NOT_FOUND: Sequence not found')
    }
  })

  test('cover at most the last ninety days', () => {
    const one = { ...NOTHING, sent: 1 }
    const days = fillDays([
      { day: '2024-02-28', ...one },
      { day: '2026-03-01', ...one },
    ])
    expect(days).toHaveLength(REPORT_DAYS)
    expect([days[0]!.day, days.at(-1)!.day]).toEqual(['2025-12-02', '2026-03-01'])
    expect(
      fillDays([
        { day: '2024-02-28', ...one },
        { day: '2024-03-01', ...one },
      ]).map(({ day }) => day),
    ).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
  })
})

describe('the report as CSV', () => {
  const row = { totalSent: 12, totalOpened: 4, totalReplied: 1, openRate: 33.3, replyRate: 8.3 }

  test('has the table’s columns and no formulas', () => {
    const names = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(1)', '\tTab', 'Plain, with comma']
    const lines = stepsCsv(names.map((stepName) => ({ stepName, ...row }))).split('\r\n')
    expect(lines[0]).toBe('\uFEFFStep,Sent,Opened,Replied,Open Rate,Reply Rate')
    expect(lines.slice(1, -1).map((line) => line.replace(',12,4,1,33.3%,8.3%', ''))).toEqual([
      '"\'=HYPERLINK(""http://x"")"',
      "'+1",
      "'-1",
      "'@SUM(1)",
      '"\'\tTab"',
      '"Plain, with comma"',
    ])
  })

  test('has one line per day', () => {
    expect(
      daysCsv([{ day: '2026-03-03', sent: 5, opened: 4, replied: 3, bounced: 2, unsubscribed: 1 }]),
    ).toBe('\uFEFFDay,Sent,Opened,Replied,Bounced,Unsubscribed\r\n2026-03-03,5,4,3,2,1\r\n')
  })

  test('is named after its sequence', () => {
    expect(csvFileName('Première "relance" / 2026\r\n', 'days')).toBe('premie-re-relance-2026-days.csv')
    expect(csvFileName('東京', 'steps')).toBe('sequence-steps.csv')
  })
})
