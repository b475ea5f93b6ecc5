import { removeOld } from '~/models/retention/remove.server'
import type { BenchContext } from './engine'
import { ask } from './lib/ask'
import { type Figure, median, percentile } from './lib/figures'
import { LISTS } from './lib/list-cases'
import { MEASURED } from './lib/million'
import { figuresOf, openSite, type Site, timesOf } from './lists'

/** What it is compared with. */
const FEW = 1_000
/** Each contact got an email in each of so many months. */
const MONTHS = 10
const MONTH_DAYS = 30
const YEARS = { ...MEASURED, emailsPerContact: MONTHS, daysBetween: MONTH_DAYS }

const CASES = LISTS.filter(({ name }) => /^log\b/.test(name))

/** P21: the log, a report, and the removal of a month, after years: ten million emails. */
export async function benchHistory({ postgres, logRows }: BenchContext): Promise<Figure[]> {
  const many = await openSite(await postgres.create(), logRows / MONTHS, YEARS)
  const few = await openSite(await postgres.create(), FEW)
  try {
    const figures = figuresOf('P21', CASES, await timesOf(CASES, many, few))
    return [...figures, await readReport(many, few, logRows), await removeMonth(many)]
  } finally {
    for (const { server, database } of [many, few]) {
      await server.stop()
      await database.drop()
    }
  }
}

/** The report of a sequence that sent a fifth of the emails. Its days are counted from the log. */
async function readReport(many: Site, few: Site, logRows: number): Promise<Figure> {
  const timesAt = async ({ port, cookie, user }: Site) => {
    const times: number[] = []
    for (let i = 0; i < 5; i++)
      times.push(await ask(port, `/sequences/${user.sequenceId}/report.data`, cookie))
    return median(times)
  }
  const ours = await timesAt(many)
  return {
    id: 'P21',
    what: `report of a sequence that sent ${(logRows / 5).toLocaleString('en')} emails`,
    ours: `${ours.toFixed(0)} ms`,
    limit: `${(await timesAt(few)).toFixed(0)} ms with ${FEW / 5}`,
    value: '',
    goal: 'measured',
    reached: null,
  }
}

/** Removes the texts of the oldest month, while the user reads the log. */
async function removeMonth({ database, port, cookie }: Site): Promise<Figure> {
  const read = () => ask(port, '/api/email-sends?limit=50', cookie)
  const alone: number[] = []
  for (let i = 0; i < 200; i++) alone.push(await read())
  const [oldest] = await database.sql<{ before: string }[]>`
    select min(sent_at) + make_interval(days => ${MONTH_DAYS}) as before from email_sends`
  const since = performance.now()
  let isDone = false
  const removing = removeOld(database.db, { sent: new Date(oldest!.before) }, new Date()).finally(() => {
    isDone = true
  })
  const beside: number[] = []
  while (!isDone) beside.push(await read())
  const [texts] = (await removing)!
  const seconds = (performance.now() - since) / 1000
  const ratio = percentile(beside, 0.95) / percentile(alone, 0.95)
  return {
    id: 'P21',
    what: `a page of the log while the texts of a month are removed (${texts!.rows.toLocaleString('en')} emails, ${Math.round(texts!.rows / seconds).toLocaleString('en')}/s)`,
    ours: `${percentile(beside, 0.95).toFixed(1)} ms`,
    limit: `${percentile(alone, 0.95).toFixed(1)} ms without it`,
    value: ratio.toFixed(1),
    goal: 'measured',
    reached: null,
  }
}
