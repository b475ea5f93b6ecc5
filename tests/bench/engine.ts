import { type Sink, startProgram } from '../load/programs'
import { seedCampaign, seedPeople } from '../load/seed'
import { type Figure, median, percentile, perSecond, spread } from './lib/figures'
import type { BenchPostgres } from './lib/postgres'
import { engineRun, limitRun } from './lib/runs'

export interface BenchContext {
  postgres: BenchPostgres
  sink: Sink
  /** The number of pairs and the sizes of each measurement. */
  pairs: number
  mails: number
  waiting: number
  accounts: number
  /** Data rows of an imported file, and of the one that memory is measured with. */
  rows: number
  manyRows: number
  /** Contacts of the user whose lists are read, and as many emails. */
  listRows: number
  /** Emails of the user whose log is years long. */
  logRows: number
}

/** P1: the complete way of an email, against nodemailer's pool alone. */
export async function benchEngine({ postgres, sink, pairs, mails }: BenchContext): Promise<Figure[]> {
  const runs = []
  for (let pair = 0; pair < pairs; pair++) {
    const raw = await limitRun(sink, 'raw', mails)
    const compose = await limitRun(sink, 'compose', mails)
    runs.push({ raw, compose, ...(await engineRun(postgres, sink, { mails, mailboxes: 2 })) })
  }
  const ours = perSecond(median(runs.map((run) => run.rate)))
  const toRaw = runs.map((run) => run.rate / run.raw)
  const toCompose = runs.map((run) => run.rate / run.compose)
  return [
    {
      id: 'P1',
      what: 'emails over SMTP, 10 connections, against a pool that sends ready messages',
      ours,
      limit: perSecond(median(runs.map((run) => run.raw))),
      value: spread(toRaw),
      goal: 'at least 0.30',
      reached: median(toRaw) >= 0.3,
    },
    {
      id: 'P1',
      what: 'the same, against a pool that composes its messages',
      ours,
      limit: perSecond(median(runs.map((run) => run.compose))),
      value: spread(toCompose),
      goal: 'measured',
      reached: null,
    },
    {
      id: 'P13',
      what: `memory of the worker after ${mails.toLocaleString('en')} emails`,
      ours: `${median(runs.map((run) => run.memory))} MiB`,
      limit: '',
      value: '',
      goal: 'measured',
      reached: null,
    },
  ]
}

/** P2: enrollments that are not due must cost nothing. */
export async function benchGrowth({
  postgres,
  sink,
  pairs,
  mails,
  waiting,
}: BenchContext): Promise<Figure[]> {
  const ratios: number[] = []
  const rates: { without: number; with: number }[] = []
  let buffers = 0
  for (let pair = 0; pair < pairs; pair++) {
    const without = (await engineRun(postgres, sink, { mails, mailboxes: 2 })).rate
    const among = await engineRun(postgres, sink, {
      mails,
      mailboxes: 2,
      prepare: async (database, campaign) => {
        await seedPeople(database, campaign, waiting, '30 days', 'w')
        const plan = await database.sql`
          explain (analyze, buffers, format json) select id from sequence_contacts
          where status = 'active' and next_action_at <= now() order by next_action_at limit 500 for update skip locked`
        const text = plan[0]!['QUERY PLAN']
        const [top] = (typeof text === 'string' ? JSON.parse(text) : text) as [
          { Plan: Record<string, number> },
        ]
        buffers = top.Plan['Shared Hit Blocks']! + top.Plan['Shared Read Blocks']!
      },
    })
    ratios.push(among.rate / without)
    rates.push({ without, with: among.rate })
  }
  return [
    {
      id: 'P2',
      what: `emails while ${waiting.toLocaleString('en')} other enrollments are not due`,
      ours: perSecond(median(rates.map((one) => one.with))),
      limit: perSecond(median(rates.map((one) => one.without))),
      value: spread(ratios),
      goal: 'at least 0.80',
      reached: median(ratios) >= 0.8,
    },
    {
      id: 'P2',
      what: 'database pages read by an idle due-scan',
      ours: String(buffers),
      limit: '',
      value: String(buffers),
      goal: 'at most 50',
      reached: buffers <= 50,
    },
  ]
}

/** P3 and P5: many mailboxes in parallel, each within its limit. */
export async function benchSenders({
  postgres,
  sink,
  pairs,
  mails,
  accounts,
}: BenchContext): Promise<Figure[]> {
  const each = 50
  const ratios: number[] = []
  const rates: number[] = []
  const jobs: number[] = []
  const progress: number[] = []
  let over = 0
  for (let pair = 0; pair < pairs; pair++) {
    const few = (await engineRun(postgres, sink, { mails, mailboxes: 2 })).rate
    const many = await engineRun(postgres, sink, {
      mails: accounts * each,
      mailboxes: accounts,
      dailyLimit: each,
      halfway: async ({ sql }) => {
        const sent = await sql<{ n: number }[]>`
          select count(*) filter (where state in ('sending', 'sent'))::int as n from email_sends group by sender_account_id`
        progress.push(
          percentile(
            sent.map((row) => row.n),
            0.95,
          ) /
            Math.max(
              1,
              percentile(
                sent.map((row) => row.n),
                0.05,
              ),
            ),
        )
        const [days] = await sql<
          { n: number }[]
        >`select count(*)::int as n from mailbox_days where used > ${each}`
        over += days!.n
      },
    })
    rates.push(many.rate)
    jobs.push(many.jobsPerMail)
    ratios.push(many.rate / few)
  }
  return [
    {
      id: 'P3',
      what: `emails of ${accounts.toLocaleString('en')} mailboxes, ${each} each, against P1`,
      ours: perSecond(median(rates)),
      limit: 'P1 of the same pair',
      value: spread(ratios),
      goal: 'at least 0.70',
      reached: median(ratios) >= 0.7,
    },
    {
      id: 'P3',
      what: 'mailboxes over their limit; progress halfway, 95th against 5th percentile',
      ours: `${over}; ${median(progress).toFixed(2)}`,
      limit: '',
      value: '',
      goal: '0; measured',
      reached: over === 0,
    },
    {
      id: 'P5',
      what: `queue jobs per email, ${each} emails a mailbox`,
      ours: median(jobs).toFixed(4),
      limit: '',
      value: median(jobs).toFixed(4),
      goal: 'at most 0.05',
      reached: median(jobs) <= 0.05,
    },
  ]
}

/** P4: from due time to hand-over on an idle system, which scans once a minute. */
export async function benchLatency({ postgres, sink }: BenchContext): Promise<Figure[]> {
  const database = await postgres.create()
  const people = 30
  try {
    const campaign = await seedCampaign(database, { port: sink.port, mailboxes: 1 })
    await seedPeople(database, campaign, people, '5 seconds')
    await database.sql`
      update sequence_contacts set next_action_at = next_action_at + i * interval '2 seconds',
        slot_at = slot_at + i * interval '2 seconds', planned_at = planned_at + i * interval '2 seconds'
      from (select id, row_number() over () as i from sequence_contacts) n where n.id = sequence_contacts.id`
    await sink.reset()
    const worker = await startProgram({ DATABASE_URL: database.url }, ['--worker'])
    await sink.reached(people)
    await worker.stop()
    const late = await database.sql<{ s: number }[]>`
      select extract(epoch from started_at - planned_at)::float8 as s from email_sends`
    const worst = percentile(
      late.map((row) => row.s),
      0.99,
    )
    return [
      {
        id: 'P4',
        what: 'from due time to hand-over, one email at a time, 99th percentile',
        ours: `${worst.toFixed(1)} s`,
        limit: '60 s between two scans',
        value: (worst / 60).toFixed(2),
        goal: 'at most 1.2',
        reached: worst <= 72,
      },
    ]
  } finally {
    await database.drop()
  }
}
