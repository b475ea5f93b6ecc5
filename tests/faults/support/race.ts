import { eq, inArray, sql } from 'drizzle-orm'
import { contacts, emailSends, mailAccounts, suppressions } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { deleteContact, updateContact } from '~/models/contacts/contact.server'
import { getPlanVersion, replanSequence } from '~/models/enrollments/events.server'
import { processInbound } from '~/models/inbound/inbound.server'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import { expireMailbox } from '~/models/mailboxes/status.server'
import { prepareSends } from '~/models/outbox/mail-content.server'
import type { PreparedSend } from '~/models/outbox/start.server'
import { pauseSequence } from '~/models/sequences/run.server'
import { deleteSequence } from '~/models/sequences/sequence.server'
import { deleteStep, updateStep } from '~/models/sequences/step.server'
import { unsubscribe } from '~/models/tracking/tracking.server'
import { type Inbound, UNREADABLE } from '~/providers/mail/inbound/inbound'
import { secrets } from '../../support/outreach'
import { claimAll } from '../../support/sending'

export const WORKER = 'a worker'

/** The target of an action: one contact's email in one sequence. */
export interface Target {
  userId: string
  sequenceId: string
  stepId: string
  mailboxId: string
  sendId: string
  contactId: string
  now: Date
}

/** An earlier email to the same contact gets a reply or bounce, which names that email. */
const arrives =
  (kind: Inbound['kind'], more: Partial<Inbound> = {}) =>
  async (db: Db, { userId, mailboxId, contactId, now }: Target): Promise<void> => {
    const [earlier] = await db
      .select({ id: emailSends.id })
      .from(emailSends)
      .where(sql`${emailSends.contactId} = ${contactId} and ${emailSends.state} = 'sent'`)
      .limit(1)
    const inbound: Inbound = {
      ...UNREADABLE,
      ...{ kind, hard: null, class: null, recipients: [], status: null, reason: '', originalMessageIds: [] },
      ...{ sendId: earlier!.id, from: 'x@people.example', subject: 'Re: Hi', text: 'Yes', stop: false },
      ...more,
    }
    const providerId = crypto.randomUUID()
    await processInbound(db, userId, { mailboxId, providerId, receivedAt: now, inbound }, now, secrets)
  }

export interface Act {
  run(db: Db, target: Target): Promise<unknown>
  /** No send to this contact may start once it has committed. */
  stops: boolean
  /** It affects every contact of the sequence. */
  wide?: boolean
  /** It moves sends to a later day, and does not end them. */
  later?: boolean
  /** It commits without a lock that a starting send needs: it stops only later sends. */
  lockless?: boolean
}

/** What the job does that an edit adds: from then on the new dates hold. */
async function replanAll(db: Db, { sequenceId, now }: Target): Promise<void> {
  const version = await getPlanVersion(db, sequenceId)
  while ((await replanSequence(db, sequenceId, version!, now)) > 0);
}

/** Every event that may happen to a send that is about to start. */
export const ACTS: Record<string, Act> = {
  unsubscribe: {
    stops: true,
    run: async (db, { sendId, now }) => {
      const [send] = await db.select().from(emailSends).where(eq(emailSends.id, sendId))
      await unsubscribe(db, send!.unsubscribeToken, now, secrets)
    },
  },
  reply: { stops: true, run: arrives('reply') },
  'hard bounce': {
    stops: true,
    run: arrives('bounce', { hard: true, class: 'hard' as Inbound['class'], status: '5.1.1' }),
  },
  complaint: { stops: true, run: arrives('complaint') },
  'deleted contact': {
    stops: true,
    run: (db, { userId, contactId, now }) => deleteContact(db, userId, contactId, now, secrets),
  },
  'suppressed contact': {
    stops: true,
    run: (db, { userId, contactId, now }) =>
      updateContact(db, userId, contactId, { suppressed: true }, now, secrets),
  },
  'suppressed domain': {
    stops: true,
    lockless: true,
    run: async (db, { userId, contactId }) => {
      const [contact] = await db.select().from(contacts).where(eq(contacts.id, contactId))
      const domain = contact!.email.split('@')[1]!
      await db.insert(suppressions).values({ userId, domain, reason: 'domain' })
    },
  },
  pause: {
    stops: true,
    wide: true,
    run: (db, { userId, sequenceId }) => pauseSequence(db, userId, sequenceId),
  },
  'deleted sequence': {
    stops: true,
    wide: true,
    run: (db, { userId, sequenceId }) => deleteSequence(db, userId, sequenceId),
  },
  'expired mailbox': {
    stops: true,
    wide: true,
    lockless: true,
    run: (db, { mailboxId }) => expireMailbox(db, mailboxId, 'no', new Date()),
  },
  'disconnected mailbox': {
    stops: true,
    wide: true,
    run: (db, { userId, mailboxId, now }) => disconnectMailbox(db, userId, mailboxId, now, secrets),
  },
  'disconnected mailbox of many people': {
    stops: true,
    wide: true,
    run: (db, { userId, mailboxId, now }) => disconnectMailbox(db, userId, mailboxId, now, secrets, 0),
  },
  'deleted step': {
    stops: true,
    wide: true,
    run: async (db, target) => {
      await deleteStep(db, target.userId, target.stepId)
      await replanAll(db, target)
    },
  },
  'moved step': {
    stops: true,
    wide: true,
    later: true,
    run: async (db, target) => {
      await updateStep(db, target.userId, target.stepId, { delayDays: 3 }, target.now)
      await replanAll(db, target)
    },
  },
  'renamed contact': {
    stops: false,
    run: (db, { userId, contactId, now }) =>
      updateContact(db, userId, contactId, { firstName: 'Ann' }, now, secrets),
  },
  'used mailbox': {
    stops: false,
    run: (db, { mailboxId, now }) =>
      db.update(mailAccounts).set({ lastUsedAt: now }).where(eq(mailAccounts.id, mailboxId)),
  },
}

export type Ready = Extract<PreparedSend, { mail: unknown }>

/** Claims and prepares what is due, as the send task does. */
export async function claimReady(db: Db, now: Date): Promise<Ready[]> {
  const claims = await claimAll(db, WORKER, now)
  const links = { appUrl: 'https://faults.example', appIsLoopback: false, google: null, microsoft: null }
  const contents = await prepareSends(
    db,
    claims.map((claim) => claim.id),
    links,
  )
  return contents.map(({ prepared }) => {
    if ('hold' in prepared) throw new Error(`not ready: ${prepared.detail}`)
    return prepared
  })
}

/** Whether these sends have not started, and never will once the caller's locks are released. */
export async function statesOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: emailSends.id, state: emailSends.state })
    .from(emailSends)
    .where(inArray(emailSends.id, ids))
  return new Map(rows.map((row) => [row.id, row.state]))
}

/** Resolves when a row lock has a waiter, or when `over` has ended. */
export async function lockAwaited(db: Db, over: Promise<unknown>): Promise<void> {
  let ended = false
  over.then(
    () => {
      ended = true
    },
    () => {
      ended = true
    },
  )
  while (!ended) {
    const [row] = await db.execute<{ waits: boolean }>(
      sql`select exists (select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as waits`,
    )
    if (row!.waits) return
  }
}
