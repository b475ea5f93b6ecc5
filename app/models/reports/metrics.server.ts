import { sql } from 'drizzle-orm'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { App } from '~/app.server'
import { jobsByTask } from '~/models/jobs/queue.server'

const registries = new WeakMap<App, Registry>()

/**
 * Metrics for operators in the Prometheus text format: of this process, and of the pending work of the whole installation.
 * @throws if the database is not reachable
 */
export async function renderMetrics(app: App): Promise<{ contentType: string; text: string }> {
  const registry = registries.get(app) ?? createRegistry(app)
  registries.set(app, registry)
  return { contentType: registry.contentType, text: await registry.metrics() }
}

interface Labelled extends Record<string, unknown> {
  label: string
  n: number
}

function createRegistry(app: App): Registry {
  const registers = [new Registry()]
  collectDefaultMetrics({ register: registers[0]!, prefix: 'coldframe_' })
  const gauge = (name: string, help: string, label: string, rows: () => Promise<Labelled[]>) =>
    new Gauge({
      name: `coldframe_${name}`,
      help,
      labelNames: [label],
      registers,
      async collect() {
        this.reset()
        for (const row of await rows()) this.set({ [label]: row.label }, row.n)
      },
    })
  const query = (statement: ReturnType<typeof sql>) => async () => [
    ...(await app.db.execute<Labelled>(statement)),
  ]
  gauge(
    'mails_open',
    'Sends that are scheduled, in progress or of unknown outcome, by state.',
    'state',
    query(sql`
      select 'scheduled' as label, count(*)::int as n from email_sends where stage = 'open' and state = 'scheduled'
      union all select state, count(*)::int from email_sends where stage = 'open' and state <> 'scheduled' group by state
      union all select 'uncertain', count(*)::int from users u join email_sends s on s.user_id = u.id and s.stage = 'uncertain'`),
  )
  gauge(
    'mailboxes',
    'Mailboxes by status.',
    'status',
    query(sql`
    select status as label, count(*)::int as n from mail_accounts where user_id is not null group by status`),
  )
  gauge('jobs', 'Waiting and running jobs by task.', 'task', query(jobsByTask('open')))
  gauge(
    'jobs_given_up',
    'Jobs that have used up their attempts and wait to be revived, by task.',
    'task',
    query(jobsByTask('given up')),
  )
  new Gauge({
    name: 'coldframe_due_seconds',
    help: 'Age of the oldest due enrollment that waits for a decision. More than two minutes means that processing has stalled.',
    registers,
    async collect() {
      const now = await app.clock.now()
      const [row] = await app.db.execute<{ seconds: number | null }>(sql`
        select extract(epoch from ${now.toISOString()}::timestamptz - min(next_action_at))::float8 as seconds
        from sequence_contacts where status = 'active' and next_action_at is not null`)
      this.set(Math.max(0, row?.seconds ?? 0))
    },
  })
  return registers[0]!
}
