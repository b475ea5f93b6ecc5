import { page } from '~/http/page.server'
import { getAnalytics } from '~/models/reports/report.server'
import { csvFileName, daysCsv, stepsCsv } from '~/models/reports/report-csv'
import { listReportDays } from '~/models/reports/report-days.server'
import { getSequence } from '~/models/sequences/sequence.server'

/** A part of the report as a CSV file: by step, or with `?by=day` by day. */
export const loader = page(async ({ db, userId, user, params, url }) => {
  const { id, name } = await getSequence(db, userId, params.id!)
  const byDay = url.searchParams.get('by') === 'day'
  const text = byDay
    ? daysCsv(await listReportDays(db, userId, id, user.timezone))
    : stepsCsv((await getAnalytics(db, userId, id)).stepStats)
  return new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${csvFileName(name, byDay ? 'days' : 'steps')}"`,
      'Cache-Control': 'no-store',
    },
  })
})
