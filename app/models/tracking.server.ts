import { and, eq, sql } from 'drizzle-orm'
import { contacts, emailSends, trackingEvents } from '#drizzle/schema'
import { type Db, executePrepared } from '../db.server'
import { countsAsOpen, judgeOpen, type OpenVerdict } from '../engine/opens'
import type { Secrets } from '../secrets.server'
import { proveArrived } from './arrival.server'
import { stopMail } from './contact-stops.server'
import { lockEnrollmentsOf } from './enrollment-events.server'
import { lockEnrollments } from './outbox-start.server'
import { rowArrays } from './row-arrays.server'
import { rememberSuppression } from './suppression.server'

export interface Hit {
  token: string
  method: string
  userAgent: string
  address: string
  /** Shown to the sender in the product itself. */
  ownPreview: boolean
}

/** Stores one hit. @returns whether the token is one of ours */
export const recordHit = async (db: Db, hit: Hit, now: Date): Promise<boolean> =>
  (await recordHits(db, [hit], now)).length === 0

/**
 * Stores hits on the pixel with our judgement of each; the first one of a mail that counts marks it as opened and sets the
 * contact's streak to 0. An open of an uncertain mail proves that it arrived. Unknown tokens store nothing.
 * @returns the hits whose token is none of ours
 */
export async function recordHits(db: Db, hits: Hit[], now: Date): Promise<Hit[]> {
  if (hits.length === 0) return []
  return db.transaction(async (tx) => {
    const tokens = [...new Set(hits.map((hit) => hit.token))]
    const sends = await executePrepared<HitSend>(
      tx,
      sql`
      select id, state, tracking_token as token, contact_id as "contactId", started_at is not null as started,
        extract(epoch from ${now.toISOString()}::timestamptz - coalesce(sent_at, started_at))::float8 as age
      from email_sends where tracking_token = any(${sql.param(tokens)}::text[])`,
    )
    const sendOf = new Map(sends.map((send) => [send.token, send]))
    const judged = hits.flatMap((hit) => {
      const send = sendOf.get(hit.token)
      if (!send) return []
      const { userAgent, method, ownPreview } = hit
      return [
        {
          hit,
          send,
          verdict: judgeOpen({ userAgent, method, secondsSinceDelivery: send.age ?? 0, ownPreview }),
        },
      ]
    })
    const opened = [...new Set(judged.filter(({ verdict }) => countsAsOpen(verdict)).map(({ send }) => send))]
    // While it is `sending` its own outcome comes; a row without a start was never handed over.
    const unsettled = opened.filter(
      (send) => send.state !== 'sent' && send.state !== 'sending' && send.started,
    )
    for (const send of unsettled) await prove(tx, send.id, now)
    await storeEvents(tx, judged, now)
    await markOpened(tx, opened.map((send) => send.id).sort(), now)
    return hits.filter((hit) => !sendOf.has(hit.token))
  })
}

interface HitSend extends Record<string, unknown> {
  id: string
  state: string
  token: string
  contactId: string | null
  started: boolean
  /** Seconds since its delivery. */
  age: number | null
}

async function storeEvents(
  tx: Db,
  judged: { hit: Hit; send: HitSend; verdict: OpenVerdict }[],
  now: Date,
): Promise<void> {
  if (judged.length === 0) return
  const sends = createNumbering<{ send_id: string; contact_id: string | null; token: string }>()
  const callers = createNumbering<{ class: string; reason: string; agent: string; address: string }>()
  const sendNumbers: number[] = []
  const callerNumbers: number[] = []
  for (const { hit, send, verdict } of judged) {
    sendNumbers.push(
      sends.of(send.id, () => ({ send_id: send.id, contact_id: send.contactId, token: hit.token })),
    )
    callerNumbers.push(
      callers.of(`${verdict.reason} ${hit.address} ${hit.userAgent}`, () => ({
        ...verdict,
        agent: hit.userAgent.replaceAll('\0', '').slice(0, 1000),
        address: hit.address.slice(0, 100),
      })),
    )
  }
  await executePrepared(
    tx,
    sql`
    insert into tracking_events
      (email_send_id, contact_id, type, tracking_token, hit_class, hit_reason, user_agent, ip_address, created_at)
    select s.send_id, s.contact_id, 'open', s.token, c.class, c.reason, c.agent, c.address, ${now.toISOString()}::timestamptz
    from unnest(${sql.param(sendNumbers)}::int[], ${sql.param(callerNumbers)}::int[]) as h (send, caller)
    join ${rowArrays('s', SEND_TYPES, sends.rows())} on s.n = h.send
    join ${rowArrays('c', CALLER_TYPES, callers.rows())} on c.n = h.caller`,
  )
}

const SEND_TYPES = { n: 'int', send_id: 'uuid', contact_id: 'uuid', token: 'text' } as const
const CALLER_TYPES = { n: 'int', class: 'text', reason: 'text', agent: 'text', address: 'text' } as const

/** Rows that many hits share, each once with its number: the programs and proxies that load pictures are few. */
function createNumbering<T extends object>() {
  const numbers = new Map<string, number>()
  const rows: (T & { n: number })[] = []
  return {
    /** The number of the row with this key, which is made when it is new. */
    of(key: string, make: () => T): number {
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, rows.length)
      rows.push({ ...make(), n: rows.length })
      return rows.length - 1
    },
    rows: () => rows,
  }
}

/** The log rows are locked in one order: two processes may store hits on the same mails. */
async function markOpened(tx: Db, sendIds: string[], now: Date): Promise<void> {
  if (sendIds.length === 0) return
  const opened = await executePrepared<{ contactId: string | null }>(
    tx,
    sql`
    with unread as (
      select id from email_logs where email_send_id = any(${sql.param(sendIds)}::uuid[]) and opened_at is null
      order by id for update
    )
    update email_logs l set opened_at = ${now.toISOString()}::timestamptz,
      status = case when status = 'not_open' then 'open' else status end
    from unread where l.id = unread.id returning l.contact_id as "contactId"`,
  )
  const contactIds = [...new Set(opened.flatMap((row) => row.contactId ?? []))]
  if (contactIds.length === 0) return
  await executePrepared(
    tx,
    sql`
    with streaks as (
      select id from contacts where id = any(${sql.param(contactIds)}::uuid[]) and not_opened_streak <> 0
      order by id for update
    )
    update contacts c set not_opened_streak = 0 from streaks where c.id = streaks.id`,
  )
}

/** Locks in the order that everybody uses, and looks again. */
async function prove(tx: Db, id: string, now: Date): Promise<void> {
  const [head] = await tx
    .select({ enrollment: emailSends.sequenceContactId })
    .from(emailSends)
    .where(eq(emailSends.id, id))
  await lockEnrollments(tx, head?.enrollment ? [head.enrollment] : [])
  const [send] = await tx.select().from(emailSends).where(eq(emailSends.id, id)).for('update')
  if (send && send.state !== 'sent' && send.state !== 'failed') await proveArrived(tx, send, now)
}

/** Whom an unsubscribe link is for: the address that was written to, or null for a token that is not ours. */
export async function findUnsubscribe(
  db: Db,
  token: string,
): Promise<{ email: string; done: boolean } | null> {
  const [send] = await db
    .select({ email: emailSends.recipientEmail, done: contacts.unsubscribed })
    .from(emailSends)
    .leftJoin(contacts, eq(contacts.id, emailSends.contactId))
    .where(eq(emailSends.unsubscribeToken, token))
  return send ? { email: send.email, done: send.done ?? false } : null
}

/**
 * Unsubscribes whoever this token was sent to, once and for good: the contact if it is still there, and the address
 * itself in any case. @returns false for a token that is not ours
 */
export async function unsubscribe(db: Db, token: string, now: Date, secrets: Secrets): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [send] = await tx.select().from(emailSends).where(eq(emailSends.unsubscribeToken, token))
    if (!send) return false
    // The contact may have been deleted and made anew, or its address changed: both get no more mail.
    const same = await tx
      .select({ id: contacts.id })
      .from(contacts)
      .where(
        and(
          eq(contacts.userId, send.userId),
          sql`(lower(${contacts.email}) = ${send.recipientEmail.toLowerCase()} or ${contacts.id} = ${send.contactId}::uuid)`,
        ),
      )
      .orderBy(contacts.id)
    await lockEnrollmentsOf(
      tx,
      same.map(({ id }) => id),
    )
    for (const { id } of same) await stopMail(tx, send.userId, id, 'unsubscribed', now, secrets)
    await rememberSuppression(tx, send.userId, send.recipientEmail, 'unsubscribed', secrets)
    const [known] = await tx
      .select({ id: trackingEvents.id })
      .from(trackingEvents)
      .where(and(eq(trackingEvents.emailSendId, send.id), eq(trackingEvents.type, 'unsubscribe')))
    if (!known) {
      await tx.insert(trackingEvents).values({
        emailSendId: send.id,
        contactId: send.contactId,
        type: 'unsubscribe',
        trackingToken: token,
        createdAt: now,
      })
    }
    return true
  })
}
