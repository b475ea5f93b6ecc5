import pino from 'pino'
import type { App } from '~/app'
import { createApp } from '~/app.server'
import { parseEnv } from '~/env.server'
import { runSyncMailbox } from '~/jobs/mailboxes/sync-mailbox.server'
import type { JobContext } from '~/jobs/queue/context'
import { runDueScan } from '~/jobs/sending/due-scan.server'
import { runSendStep } from '~/jobs/sending/send-step.server'
import { runRecover } from '~/jobs/tasks/recover.server'
import { runSettleSends } from '~/jobs/tasks/settle-sends.server'
import { workOnce } from '~/jobs/worker.server'
import { listMailboxesToSearch } from '~/models/outbox/recovery.server'
import type { Providers } from '~/providers/factory.server'
import type { InboundRaw, MailProvider } from '~/providers/mail/types'
import { BENCH_ENV } from '../../load/programs'
import type { TestDatabase } from '../../support/clone'
import { dueMailboxes } from '../../support/sending'
import { startFailingLine, type Verdict } from './failing-line'

/** The receiving server, which outlives every worker. */
export interface Post {
  /** The count of each Message-ID. */
  ids: Record<string, number>
  /** How often each address got one, where a test wants to know. */
  people?: Record<string, number>
  /** What lies in the readable mailbox, oldest first. */
  inbox?: InboundRaw[]
}

/** A point where a worker awaits another program, and the fault there. */
export interface FailPoint {
  /** Which one, from 1. */
  at: number
  /** Counts only hand-overs; otherwise every await. */
  of?: 'mails'
  /** Before the other program gets the question, or after it has done its work and before the reply arrives. */
  when: Exclude<Verdict, 'pass'>
  /** The process ends, or only its connections to PostgreSQL do. */
  fault: 'process' | 'connections'
}

export interface Doomed {
  app: App
  /** Points reached so far. */
  passed(): number
  /** Whether the fault has happened. */
  hit(): boolean
  /** The ports from which PostgreSQL was called by the connections that the fault ended. */
  ended(): number[]
  /** Resolves when the process has died: its pending work never ends. */
  died: Promise<void>
  /** Not for a dead process, which would hold its connections forever. */
  close(): Promise<void>
}

const PROVIDER_TURNS = 3
/** Messages per page of a sync. */
const PAGE = 3

/** A call of a server outside: it has a fail point before and after its work, and never ends in a dead process. */
export type DoomedCall = (work: () => unknown, isMail?: boolean) => Promise<void>

/**
 * The program in this process, whose path to PostgreSQL and the mail servers has a fail point or none.
 * @param providersOf its providers; default: mail servers that accept everything
 */
export async function openDoomed(
  database: TestDatabase,
  post: Post,
  point?: FailPoint,
  providersOf: (call: DoomedCall, real: Providers) => Providers = (call, real) => ({
    ...real,
    smtp: ({ imap }) => fakeServer(post, imap !== null, call),
  }),
): Promise<Doomed> {
  let passed = 0
  let hit = false
  let isDead = false
  let counting = false
  const judge = (isMail = false): Verdict => {
    if (!counting || hit || (point?.of === 'mails' && !isMail)) return 'pass'
    passed += 1
    if (passed !== point?.at) return 'pass'
    hit = true
    return point.when
  }
  let tellDied: () => void
  const died = new Promise<void>((resolve) => {
    tellDied = resolve
  })
  const fail = () => {
    if (point?.fault === 'connections') return line.cut()
    isDead = true
    line.freeze()
    tellDied()
  }
  const line = await startFailingLine(database.url, () => judge(), fail)
  /** A call of a mail server; others continue meanwhile. */
  const call: DoomedCall = async (work, isMail = false) => {
    for (let turn = 0; turn < PROVIDER_TURNS; turn++) await new Promise(setImmediate)
    const verdict = judge(isMail)
    if (verdict === 'before') fail()
    if (!isDead) await work()
    if (verdict === 'after') fail()
    if (isDead) await new Promise(() => {})
  }
  const made = await createApp({
    env: parseEnv(BENCH_ENV),
    databaseUrl: line.url,
    appSecret: BENCH_ENV.APP_SECRET,
    workOnce,
    log: pino({ level: 'silent' }),
  })
  counting = true
  const app: App = {
    ...made,
    providers: providersOf(call, made.providers),
  }
  return {
    app,
    passed: () => passed,
    hit: () => hit,
    ended: line.ended,
    died,
    async close() {
      await app.close()
      await line.close()
    },
  }
}

/** A mail server that accepts everything; a readable one keeps copies of sent messages. */
function fakeServer(post: Post, canRead: boolean, call: DoomedCall): MailProvider {
  return {
    canRead,
    atOnce: 5,
    async send({ messageId, to }) {
      await call(() => {
        post.ids[messageId] = (post.ids[messageId] ?? 0) + 1
        if (post.people) post.people[to] = (post.people[to] ?? 0) + 1
      }, true)
      return { ok: true, providerId: messageId, messageId }
    },
    async sync(cursor) {
      await call(() => {})
      const inbox = canRead ? (post.inbox ?? []) : []
      const start = Number(cursor ?? inbox.length)
      const messages = inbox.slice(start, start + PAGE)
      const end = start + messages.length
      return { ok: true, messages, cursor: String(end), more: end < inbox.length }
    },
    async findSent(sendId) {
      await call(() => {})
      const messageId = Object.keys(post.ids).find((id) => id.slice(1, 37) === sendId)
      return messageId ? { ok: true, providerId: messageId, messageId } : { ok: true, providerId: null }
    },
    attachment: async () => ({ ok: true, content: null }),
    aliases: async () => ({ ok: true, aliases: [] }),
    close: async () => {},
  }
}

const contextOf = (app: App, worker: string): JobContext => ({
  app,
  worker,
  signal: new AbortController().signal,
})

/** The way of an email: decided, claimed, started, handed over, recorded. */
export async function sendDue(app: App, worker: string): Promise<void> {
  const context = contextOf(app, worker)
  await runDueScan(context)
  for (const mailboxId of await dueMailboxes(app.db, await app.clock.now()))
    await runSendStep({ mailboxId }, context)
}

/** The way of a reply: read, recognized, stored with its effects. */
export const syncInbox = (app: App, worker: string, mailboxId: string) =>
  runSyncMailbox({ mailboxId }, contextOf(app, worker))

export async function recover(app: App, worker: string): Promise<void> {
  const context = contextOf(app, worker)
  await runRecover(context)
  for (const mailboxId of await listMailboxesToSearch(app.db, await app.clock.now()))
    await runSettleSends({ mailboxId }, context)
}

/** Another worker takes over, with leases and pauses over, until nothing is left to do. */
export async function finish({ sql }: TestDatabase, app: App, worker: string): Promise<void> {
  for (;;) {
    await sql`update email_sends set lease_ends_at = now() where state in ('claimed', 'sending')`
    await sql`update email_sends set checked_at = checked_at - interval '11 minutes' where state = 'sending'`
    await recover(app, worker)
    await sendDue(app, worker)
    const [row] = await sql<{ open: boolean }[]>`
      select exists (select 1 from email_sends where state in ('scheduled', 'claimed', 'sending'))
        or exists (select 1 from sequence_contacts
          where status = 'active' and next_action = 'send' and next_action_at <= now()) as open`
    if (!row!.open) return
  }
}
