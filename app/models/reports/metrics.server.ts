import type { SQL } from 'drizzle-orm'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { App } from '~/app'
import { jobsByTask, listQueue } from '~/models/jobs/queue.server'
import { countWorkers } from '~/models/jobs/workers.server'
import { readSendingControl } from '~/models/outbox/sending-control.server'
import * as figures from './figures.server'

interface Metrics {
  registry: Registry
  requests: Histogram
}

const metrics = new WeakMap<App, Metrics>()

function metricsOf(app: App): Metrics {
  const found = metrics.get(app) ?? createMetrics(app)
  metrics.set(app, found)
  return found
}

/**
 * Metrics for operators in the Prometheus text format: of this process, and of the pending work of the whole installation, which every
 * web process reports alike.
 * @throws if the database is not reachable
 */
export async function renderMetrics(app: App): Promise<{ contentType: string; text: string }> {
  const { registry } = metricsOf(app)
  return { contentType: registry.contentType, text: await registry.metrics() }
}

/** Counts a completed request. @param seconds until its last byte was handed to the system */
export function observeRequest(app: App, status: number, seconds: number): void {
  metricsOf(app).requests.observe({ status: `${Math.floor(status / 100)}xx` }, seconds)
}

interface Labelled {
  label: string
  n: number
}

function createMetrics(app: App): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'coldframe_' })
  const labelled = (name: string, help: string, label: string, rows: () => Promise<Labelled[]>) =>
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
  const gauge = (name: string, help: string, value: () => Promise<number>) =>
    new Gauge({
      name: `coldframe_${name}`,
      help,
      registers,
      async collect() {
        this.set(await value())
      },
    })
  const query = (statement: SQL) => async () => [
    ...(await app.db.execute<Labelled & Record<string, unknown>>(statement)),
  ]
  labelled(
    'mails_open',
    'Sends that are scheduled, in progress or of unknown outcome, by state.',
    'state',
    query(figures.emailsByState),
  )
  labelled(
    'emails',
    'Emails of all sequences that exist, by outcome. Falls when a sequence is deleted.',
    'outcome',
    query(figures.emailsByOutcome),
  )
  labelled(
    'emails_failed_day',
    'Emails that failed permanently in the last day, by the code of the mail server or of the network.',
    'reason',
    async () => query(figures.failuresByReason(await app.clock.now()))(),
  )
  labelled(
    'emails_deferred',
    'Contacts whose next email waits for a server or for its turn, by reason.',
    'reason',
    query(figures.deferredByReason),
  )
  gauge(
    'sync_age_seconds',
    'How long ago the mailbox that has waited longest was last read completely.',
    async () => figures.readSyncAge(app.db, await app.clock.now()),
  )
  gauge('webhook_events_waiting', 'Events that wait for webhooks that are switched on.', async () => {
    const { waiting } = await figures.readWebhookBacklog(app.db)
    return waiting
  })
  gauge('webhook_wait_seconds', 'Age of the oldest event that waits for a webhook.', async () => {
    const { seconds } = await figures.readWebhookBacklog(app.db)
    return seconds
  })
  labelled('mailboxes', 'Mailboxes by status.', 'status', query(figures.mailboxesByStatus))
  gauge('mailboxes_held', 'Mailboxes whose server takes no more emails for now.', () =>
    figures.readHeldMailboxes(app.db),
  )
  labelled(
    'mailbox_outages',
    'Mailboxes whose server refuses the login or its encryption, or has let nobody in for an hour: to send, to read.',
    'direction',
    query(figures.outagesByDirection),
  )
  labelled('jobs', 'Waiting and running jobs by task.', 'task', query(jobsByTask('open')))
  labelled(
    'jobs_given_up',
    'Jobs that have used up their attempts and wait to be revived, by task.',
    'task',
    query(jobsByTask('given up')),
  )
  labelled('job_wait_seconds', 'Since when the oldest waiting job has been due, by task.', 'task', async () =>
    (await listQueue(app.db)).map(({ task, waitSeconds }) => ({ label: task, n: waitSeconds })),
  )
  gauge(
    'due_seconds',
    'Age of the oldest due enrollment that waits for a decision. More than two minutes means that processing has stalled.',
    async () => figures.readDueSeconds(app.db, await app.clock.now()),
  )
  labelled(
    'sending_held',
    'Whether all sending is held: after a restore or copy (moved), or by the operator.',
    'kind',
    async () => {
      const { hold } = await readSendingControl(app.db)
      return (['moved', 'operator'] as const).map((kind) => ({ label: kind, n: Number(hold?.kind === kind) }))
    },
  )
  gauge('workers', 'Workers that are alive.', () => countWorkers(app.db))
  labelled(
    'database_connections',
    'Connections to this database, by state, and how many the server allows (allowed).',
    'state',
    query(figures.connectionsByState),
  )
  gauge('database_bytes', 'Size of this database.', () => figures.readDatabaseBytes(app.db))
  const requests = new Histogram({
    name: 'coldframe_http_request_seconds',
    help: 'Duration of the requests that this process answered, without the open pixel, by status.',
    labelNames: ['status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  return { registry, requests }
}
