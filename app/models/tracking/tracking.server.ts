import { and, eq, type SQL, sql } from 'drizzle-orm'
import { contacts, emailSends, trackingEvents } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { countsAsOpen, judgeOpen, MIN_SECONDS_TO_OPEN, type OpenVerdict } from '~/engine/opens'
import { contactsWith, stopEmails } from '~/models/contacts/stops.server'
import { releaseReachable } from '~/models/enrollments/reach.server'
import { proveArrived } from '~/models/outbox/arrival.server'
import { markEmailsOpened } from '~/models/outbox/opened.server'
import { lockEnrollments, lockEnrollmentsOf } from '~/models/shared/locks.server'
import { rowArrays } from '~/models/shared/row-arrays.server'
import { rememberSuppression } from '~/models/suppressions/suppression.server'
import type { Secrets } from '~/secrets.server'
import { createHitBatch, type Hit, type HitBatch, type PixelClient } from './hit-batch'

/** Stores one hit. @returns whether its token is known */
export async function recordHit(db: Db, hit: Hit, now: Date): Promise<boolean> {
  const batch = createHitBatch()
  batch.add(hit)
  return (await recordHits(db, batch, now)).size === 0
}

/**
 * Classifies and stores pixel hits. The first counted hit marks its send as opened and resets the contact's streak. An open of an
 * uncertain send proves that the email arrived. Hits on unknown tokens are not stored.
 * @returns the number of unknown tokens by address
 */
export async function recordHits(db: Db, batch: HitBatch, now: Date): Promise<Map<string, number>> {
  const sends = await executePrepared<HitSend>(
    db,
    sql`
    select s.id, s.state, s.tracking_token as token, s.contact_id as "contactId", s.started_at is not null as started,
      l.opened_at is not null as opened,
      extract(epoch from ${now.toISOString()}::timestamptz - coalesce(s.sent_at, s.started_at))::float8 as age
    from email_sends s left join email_logs l on l.email_send_id = s.id
    where s.tracking_token = any(${sql.param(batch.tokens)}::text[])`,
  )
  const { hits, judged, opened, unknown } = judgeHits(batch, sends)
  // Earlier opens are kept.
  const unread = opened.filter((send) => !send.opened)
  // A send in `sending` is excluded: recording its outcome will find the hits. A send without a start was never attempted.
  const unsettled = unread.filter((send) => send.state !== 'sent' && send.state !== 'sending' && send.started)
  if (unread.length === 0) await storeEvents(db, { sends, hits, judged }, now)
  else
    await db.transaction(async (tx) => {
      for (const send of unsettled) await settleOpened(tx, send.id, now)
      // Lock order: enrollments before the log.
      await releaseReachable(tx, [...new Set(unread.flatMap(({ contactId }) => contactId ?? []))], now)
      await awaitOutcomes(tx, unread)
      await storeEvents(tx, { sends, hits, judged }, now)
      await markEmailsOpened(tx, unread.map((send) => send.id).sort(), now)
    })
  return unknown
}

interface HitSend extends Record<string, unknown> {
  id: string
  state: string
  token: string
  contactId: string | null
  started: boolean
  opened: boolean
  /** Seconds since delivery. */
  age: number | null
}

interface ClassifiedClient extends PixelClient {
  verdict: OpenVerdict
}

/** Hits on known tokens: for each, the indexes of its send and of its classified client. */
interface StoredHits {
  send: number[]
  judged: number[]
}

/** Classifies each client at most twice instead of once per hit: the send only adds whether it was delivered just before. */
function judgeHits({ tokens, callers, tokenOf, callerOf }: HitBatch, sends: HitSend[]) {
  const places = new Map(sends.map((send, place) => [send.token, place]))
  const sendOf = tokens.map((token) => places.get(token))
  const hits: StoredHits = { send: [], judged: [] }
  const judged: ClassifiedClient[] = []
  const judgedOf: (number | undefined)[] = []
  const opened = new Set<HitSend>()
  const unknown = new Map<string, number>()
  for (let hit = 0; hit < tokenOf.length; hit++) {
    const caller = callerOf[hit]!
    const place = sendOf[tokenOf[hit]!]
    if (place === undefined) {
      const { address } = callers[caller]!
      unknown.set(address, (unknown.get(address) ?? 0) + 1)
      continue
    }
    const send = sends[place]!
    const age = send.age ?? 0
    const key = 2 * caller + (age < MIN_SECONDS_TO_OPEN ? 1 : 0)
    let judgement = judgedOf[key]
    if (judgement === undefined) {
      const verdict = judgeOpen({ ...callers[caller]!, secondsSinceDelivery: age })
      judgement = judged.push({ ...callers[caller]!, verdict }) - 1
      judgedOf[key] = judgement
    }
    hits.send.push(place)
    hits.judged.push(judgement)
    if (countsAsOpen(judged[judgement]!.verdict)) opened.add(send)
  }
  return { hits, judged, opened: [...opened], unknown }
}

async function storeEvents(
  db: Db,
  { sends, hits, judged }: { sends: HitSend[]; hits: StoredHits; judged: ClassifiedClient[] },
  now: Date,
): Promise<void> {
  if (hits.send.length === 0) return
  const mails = sends.map((send, n) => ({
    n,
    send_id: send.id,
    contact_id: send.contactId,
    token: send.token,
  }))
  const callers = judged.map(({ verdict, userAgent, address }, n) => ({
    n,
    ...verdict,
    agent: userAgent.replaceAll('\0', '').slice(0, 1000),
    address: address.slice(0, 100),
  }))
  await executePrepared(
    db,
    sql`
    insert into tracking_events
      (email_send_id, contact_id, type, tracking_token, hit_class, hit_reason, user_agent, ip_address, created_at)
    select s.send_id, s.contact_id, 'open', s.token, c.class, c.reason, c.agent, c.address, ${now.toISOString()}::timestamptz
    from unnest(${intArray(hits.send)}, ${intArray(hits.judged)}) as h (send, caller)
    join ${rowArrays('s', SEND_TYPES, mails)} on s.n = h.send
    join ${rowArrays('c', CALLER_TYPES, callers)} on c.n = h.caller`,
  )
}

const SEND_TYPES = { n: 'int', send_id: 'uuid', contact_id: 'uuid', token: 'text' } as const
const CALLER_TYPES = { n: 'int', class: 'text', reason: 'text', agent: 'text', address: 'text' } as const

/** Integers as one array literal. Faster than the driver, which inspects every value. */
const intArray = (numbers: number[]): SQL => sql`${`{${numbers.join(',')}}`}::int[]`

/** Serializes with transactions that record the outcomes of these sends, so that one of both sees the rows of the other. */
async function awaitOutcomes(tx: Db, sends: HitSend[]): Promise<void> {
  const ids = sends.flatMap((send) => (send.state === 'sending' ? [send.id] : []))
  if (ids.length === 0) return
  await executePrepared(
    tx,
    sql`select id from email_sends where id = any(${sql.param(ids)}::uuid[]) order by id for share`,
  )
}

/** Settles a send as arrived, after locking in the usual order and reading it again. */
async function settleOpened(tx: Db, id: string, now: Date): Promise<void> {
  const [head] = await tx
    .select({ enrollment: emailSends.sequenceContactId })
    .from(emailSends)
    .where(eq(emailSends.id, id))
  await lockEnrollments(tx, head?.enrollment ? [head.enrollment] : [])
  const [send] = await tx.select().from(emailSends).where(eq(emailSends.id, id)).for('update')
  if (send && send.state !== 'sent' && send.state !== 'failed') await proveArrived(tx, send, now)
}

/** The recipient's address of an unsubscribe link; null for an unknown token. */
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
 * Unsubscribes the recipient of this token: the contact, if it still exists, and the address in any case. Idempotent.
 * @returns false for an unknown token
 */
export async function unsubscribe(db: Db, token: string, now: Date, secrets: Secrets): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [send] = await tx.select().from(emailSends).where(eq(emailSends.unsubscribeToken, token))
    if (!send) return false
    // The contact may have been re-created, or its address changed: unsubscribe both.
    const same = await contactsWith(tx, send.userId, [send.recipientEmail.toLowerCase()])
    const ids = [...new Set([...same.map(({ id }) => id), ...(send.contactId ? [send.contactId] : [])])]
    await lockEnrollmentsOf(tx, ids)
    for (const id of ids.sort()) await stopEmails(tx, send.userId, id, 'unsubscribed', now, secrets)
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
