import { asc, type SQL } from 'drizzle-orm'
import { users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { jobsByTask } from '~/models/jobs/queue.server'
import { readSendingControl } from '~/models/outbox/sending-control.server'
import * as figures from './figures.server'

/** A line about the state of the installation. */
export interface Operation {
  name: string
  value: string
  /** Whether somebody should look at it. */
  isProblem: boolean
}

/** Work that has waited longer than this has stalled, in seconds. */
const STALLED = 300
const HOUR = 3600

/** The state of the whole installation, as its operator needs it: what the metrics say, in words. @param now mail time */
export async function readOperations(db: Db, now: Date): Promise<Operation[]> {
  const rowsOf = async (statement: SQL) => [...(await db.execute<{ label: string; n: number }>(statement))]
  const { workers, dueSeconds, emails } = await figures.readWorkState(db, now)
  const { hold } = await readSendingControl(db)
  const mailboxes = await rowsOf(figures.mailboxesByStatus)
  const outages = await rowsOf(figures.outagesByDirection)
  const heldMailboxes = await figures.readHeldMailboxes(db)
  const syncAge = await figures.readSyncAge(db, now)
  const failures = await rowsOf(figures.failuresByReason(now))
  const deferred = await rowsOf(figures.deferredByReason)
  const webhooks = await figures.readWebhookBacklog(db)
  const givenUp = await rowsOf(jobsByTask('given up'))
  const connections = await rowsOf(figures.connectionsByState)
  const allowed = connections.find(({ label }) => label === 'allowed')!.n
  const used = sum(connections) - allowed
  return [
    line('Workers', String(workers), workers === 0),
    line('Sending', hold ? `held (${hold.kind})` : 'not held', hold !== null),
    line('Oldest due contact', inWords(dueSeconds), !hold && dueSeconds > STALLED),
    line('Open emails', listed(emails.map(({ state, n }) => ({ label: state, n }))), hasUncertain(emails)),
    line('Failed in the last day', listed(failures), sum(failures) > 0),
    line('Deferred', listed(deferred), sum(deferred) > 0),
    line(
      'Mailboxes',
      listed(mailboxes),
      mailboxes.some(({ label, n }) => label !== 'connected' && n > 0),
    ),
    line('Mailboxes cut off', listed(outages), sum(outages) > 0),
    line('Mailboxes held by their servers', String(heldMailboxes), heldMailboxes > 0),
    line('Longest time without reading a mailbox', inWords(syncAge), syncAge > HOUR),
    line(
      'Webhook events that wait',
      webhooks.waiting === 0 ? '0' : `${webhooks.waiting}, the oldest for ${inWords(webhooks.seconds)}`,
      webhooks.seconds > HOUR,
    ),
    line('Jobs that failed in every attempt', listed(givenUp), sum(givenUp) > 0),
    line('Connections to PostgreSQL', `${used} of ${allowed}`, used > 0.85 * allowed),
    line('Size of the database', inMegabytes(await figures.readDatabaseBytes(db)), false),
  ]
}

/** Whether this is the first account of the installation: that of the person who set it up. */
export async function isFirstAccount(db: Db, userId: string): Promise<boolean> {
  const [first] = await db
    .select({ id: users.id })
    .from(users)
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(1)
  return first?.id === userId
}

const line = (name: string, value: string, isProblem: boolean): Operation => ({ name, value, isProblem })

const sum = (rows: { n: number }[]): number => rows.reduce((total, { n }) => total + n, 0)

const hasUncertain = (emails: { state: string; n: number }[]) =>
  emails.some(({ state, n }) => state === 'uncertain' && n > 0)

const listed = (rows: { label: string; n: number }[]): string =>
  rows
    .filter(({ n }) => n > 0)
    .map(({ label, n }) => `${n.toLocaleString('en-US')} ${label.replaceAll('_', ' ')}`)
    .join(', ') || '0'

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2).toLocaleString('en-US')} MiB`

function inWords(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 2 * HOUR) return `${Math.round(seconds / 60)} min`
  return seconds < 48 * HOUR ? `${Math.round(seconds / HOUR)} h` : `${Math.round(seconds / (24 * HOUR))} days`
}
