import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { attachments, conversations, emailLogs, emailSends, mailAccounts, mailboxDays } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { localDay } from '~/engine/calendar'
import { retryAt } from '~/engine/retry'
import { enqueue } from '~/jobs/queue/enqueue.server'
import { releaseSends } from '~/models/enrollments/store.server'
import { notifySystem } from '~/models/notifications/notification.server'
import { isAmong, ofEach } from '~/models/shared/row-arrays.server'
import { withoutLinks } from '~/models/shared/without-links.server'
import type { OutgoingFile } from '~/providers/mail/message/attach'
import type { ProviderFailure } from '~/providers/net/failure'
import { logOf } from './stage.server'

/*
 * Emails that the user writes in a conversation. They go through the outbox like the emails of sequences, with three differences: no
 * enrollment decides about them, so a failed attempt is tried again in place; they count toward the mailbox's day but never wait
 * for its limit or spacing; and their content is complete when they are written.
 */

type Send = typeof emailSends.$inferSelect

/** While its mailbox must be reconnected, an email is tried again this much later; reconnecting tries it at once. */
const RECONNECT_MS = 3_600_000
/** Marks emails that wait for their mailbox. */
const WAITS_FOR_MAILBOX = 'mailbox_not_connected'

/** What the composer needs of a manual email beside its row. */
export interface ManualContent extends Record<string, unknown> {
  subject: string
  html: string
  text: string
  /** Message-IDs of the conversation, oldest first. */
  references: string[]
  /** The provider's thread, if the mailbox has one. */
  threadId: string | null
  hasFiles: boolean
  /** Its recipients, if it has several or other ones than the address of its row. */
  recipients: { to: string[]; cc: string[]; bcc: string[] } | null
}

/** Reads the content of manual emails, by send. */
export async function readManual(db: Db, sendIds: string[]): Promise<Map<string, ManualContent>> {
  if (sendIds.length === 0) return new Map()
  const rows = await executePrepared<ManualContent & { id: string }>(
    db,
    sql`
    select s.id, s.subject, s.html_body as html, s.plain_text_body as text, s.answer as recipients,
      exists (select from attachments a where a.email_send_id = s.id) as "hasFiles",
      coalesce(t.ids, '{}') as "references", t.thread as "threadId"
    from ${ofEach('e', sendIds)} join email_sends s on s.id = e.id left join lateral (
      select array_agg(m.message_id order by m.at) filter (where m.message_id is not null) as ids,
        (array_agg(m.thread order by m.at desc) filter (where m.thread is not null and m.mailbox = s.sender_account_id))[1] as thread
      from (
        select o.message_id, o.sent_at as at, o.provider_thread_id as thread, o.sender_account_id as mailbox
        from email_sends o left join conversations c on c.id = s.conversation_id
        where o.state = 'sent' and (o.conversation_id = s.conversation_id or o.sequence_contact_id = c.sequence_contact_id)
        union all
        select i.message_id, i.received_at, i.provider_thread_id, i.mail_account_id
        from inbound_messages i where i.conversation_id = s.conversation_id and i.kind in ('reply', 'own')
      ) m
    ) t on true`,
  )
  return new Map(rows.map(({ id, ...content }) => [id, content]))
}

/** Reads the files of a manual email. */
export async function readFiles(db: Db, sendId: string): Promise<OutgoingFile[]> {
  return db
    .select({
      name: attachments.name,
      type: attachments.contentType,
      content: attachments.content,
      contentId: attachments.contentId,
    })
    .from(attachments)
    .where(eq(attachments.emailSendId, sendId))
    .orderBy(attachments.id)
}

/** Counts manual emails that start toward the days of their mailboxes. Their limits do not hold them back. */
export async function countManual(tx: Db, sendIds: string[], now: Date): Promise<void> {
  if (sendIds.length === 0) return
  const rows = await tx
    .select({ id: emailSends.id, accountKey: mailAccounts.accountKey, timezone: mailAccounts.timezone })
    .from(emailSends)
    .innerJoin(mailAccounts, eq(mailAccounts.id, emailSends.senderAccountId))
    .where(isAmong(emailSends.id, sendIds))
    .orderBy(mailAccounts.accountKey, emailSends.id)
  for (const { id, accountKey, timezone } of rows) {
    const day = localDay(now, timezone)
    await tx
      .insert(mailboxDays)
      .values({ accountKey, day, used: 1 })
      .onConflictDoUpdate({
        target: [mailboxDays.accountKey, mailboxDays.day],
        set: { used: sql`${mailboxDays.used} + 1` },
      })
    await tx.update(emailSends).set({ quotaDay: day }).where(eq(emailSends.id, id))
  }
}

/** Notes in their conversations that manual emails were sent. */
export async function noteSentManual(tx: Db, sendIds: string[]): Promise<void> {
  if (sendIds.length === 0) return
  await tx.execute(sql`
    update conversations c set last_message_at = greatest(c.last_message_at, s.sent_at),
      snippet = case when s.sent_at >= c.last_message_at
        then left(trim(regexp_replace(left(s.plain_text_body, 800), '\\s+', ' ', 'g')), 200) else c.snippet end
    from (select distinct on (conversation_id) conversation_id, sent_at, plain_text_body from email_sends
      where ${isAmong(sql`id`, sendIds)} and conversation_id is not null order by conversation_id, sent_at desc) s
    where c.id = s.conversation_id`)
}

/** Schedules the next attempt at a manual email after a failure that is not final. */
export async function retryManual(tx: Db, send: Send, failure: ProviderFailure, now: Date): Promise<void> {
  await releaseSends(tx, [send.id])
  const later = new Date(now.getTime() + RECONNECT_MS)
  const again =
    failure.why === 'retry' ? retryAt(send.attempts, now, send.id, failure.retryAt) : failure.retryAt
  await tx
    .update(emailSends)
    .set({
      state: 'scheduled',
      scheduledFor: again ?? later,
      claimedBy: null,
      leaseEndsAt: null,
      error: failure.detail.slice(0, 2000),
      errorCode: failure.why === 'auth' ? WAITS_FOR_MAILBOX : (failure.code?.slice(0, 100) ?? null),
    })
    .where(eq(emailSends.id, send.id))
}

/** Tells the user that a manual email has failed, and opens its conversation. */
export async function reportManualFailure(tx: Db, send: Send, failure: ProviderFailure): Promise<void> {
  await openUnread(tx, send)
  await notifySystem(tx, send.userId, {
    title: 'Your email was not sent',
    message: `Your email to ${recipientsOf(send)} was refused: ${withoutLinks(failure.detail.slice(0, 500))}`,
    metadata: metadataOf(send),
    dedupeKey: `manual:${send.id}:${send.attempts}`,
  })
}

/**
 * Tells the user that a manual email came back, and opens its conversation.
 * @param recipients those that the report names; perhaps none
 */
export async function reportManualBounce(
  tx: Db,
  send: Send,
  reason: string,
  recipients: string[] = [],
): Promise<void> {
  await openUnread(tx, send)
  // A stranger's report names no other addresses than ours.
  const named = everyoneOf(send).filter((address) => recipients.includes(address.toLowerCase()))
  await notifySystem(tx, send.userId, {
    title: 'Your email was not delivered',
    message: `Your email to ${named.length > 0 ? named.join(', ') : recipientsOf(send)} came back: ${withoutLinks(reason.slice(0, 500))}`,
    metadata: metadataOf(send),
    dedupeKey: [`manual-bounce:${send.id}`, ...(named.length > 0 && everyoneOf(send).length > 1 ? named : [])]
      .join(':')
      .slice(0, 500),
  })
}

/** Tells the user that the server took a manual email for some of its recipients only. */
export async function reportPartialRefusal(
  tx: Db,
  send: Send,
  rejected: { address: string; said: string }[],
): Promise<void> {
  await openUnread(tx, send)
  const refusals = rejected.map(({ address, said }) => `${address} (${withoutLinks(said.slice(0, 200))})`)
  await notifySystem(tx, send.userId, {
    title: 'Your email was not sent to everybody',
    message: `The mail server refused ${refusals.join(', ')}. The other recipients got the email.`,
    metadata: metadataOf(send),
    dedupeKey: `manual-partial:${send.id}`,
  })
}

const everyoneOf = ({ answer, recipientEmail }: Send): string[] =>
  answer ? [...answer.to, ...answer.cc, ...answer.bcc] : [recipientEmail]

const recipientsOf = (send: Send): string => everyoneOf(send).join(', ')

/**
 * Refuses those of these manual emails of which a recipient was stopped since they were written, and tells the user. Call it under the
 * locks of the sends. @returns their ids
 */
export async function refuseStopped(tx: Db, sendIds: string[], now: Date): Promise<Set<string>> {
  if (sendIds.length === 0) return new Set()
  const found = await tx.execute<{ id: string; address: string }>(sql`
    select distinct on (s.id) s.id, r.address
    from email_sends s left join contacts own on own.id = s.contact_id
    cross join lateral (
      select recipient.address, s.answer -> 'hashes' ->> (recipient.place - 1)::int as hash
      from jsonb_array_elements_text(coalesce((s.answer -> 'to') || (s.answer -> 'cc') || (s.answer -> 'bcc'),
        jsonb_build_array(s.recipient_email))) with ordinality as recipient(address, place)
    ) r
    where ${isAmong(sql`s.id`, sendIds)} and s.is_manual and not s.is_test
      and lower(r.address) <> lower(coalesce(own.email, '')) and (
      exists (select from suppressions x where x.user_id = s.user_id and x.reason <> 'hard_bounce'
        and (x.address_hash = r.hash or x.domain = split_part(lower(r.address), '@', -1)))
      or exists (select from contacts c where c.user_id = s.user_id and lower(c.email) = lower(r.address)
        and (c.unsubscribed or c.suppressed)))
    order by s.id, r.address`)
  for (const { id, address } of found) {
    const detail = `${address} must no longer be contacted. Take the email back to change its recipients.`
    await releaseSends(tx, [id])
    const [send] = await tx
      .update(emailSends)
      .set({ state: 'failed', error: detail, errorCode: null, claimedBy: null, leaseEndsAt: null })
      .where(eq(emailSends.id, id))
      .returning()
    if (!send) continue
    await tx
      .insert(emailLogs)
      .values({ ...logOf(send), failedAt: now, createdAt: now, detail })
      .onConflictDoNothing()
    await reportManualFailure(tx, send, { ok: false, why: 'refused', detail })
  }
  return new Set(found.map(({ id }) => id))
}

/** Names the contact and the address, so that erasing the contact finds them. */
const metadataOf = ({ id, conversationId, contactId, recipientEmail }: Send) => ({
  sendId: id,
  conversationId,
  contactId,
  contactEmail: recipientEmail,
})

async function openUnread(tx: Db, { conversationId }: Send): Promise<void> {
  if (!conversationId) return
  await tx
    .update(conversations)
    .set({ state: 'open', snoozedUntil: null, unread: true })
    .where(eq(conversations.id, conversationId))
}

/** Sends the manual emails that waited for this mailbox: it was reconnected. */
export async function resumeManual(db: Db, mailboxId: string, now: Date): Promise<void> {
  const rows = await db
    .update(emailSends)
    .set({ scheduledFor: now, error: null, errorCode: null })
    .where(
      and(
        eq(emailSends.senderAccountId, mailboxId),
        eq(emailSends.state, 'scheduled'),
        eq(emailSends.isManual, true),
        eq(emailSends.errorCode, WAITS_FOR_MAILBOX),
        isNotNull(emailSends.conversationId),
      ),
    )
    .returning({ id: emailSends.id })
  if (rows.length > 0) await enqueue(db, 'send-step', { mailboxId })
}

/** Sends a manual email of unknown outcome again. Its first attempt still counts toward the mailbox's day. */
export async function resendManual(tx: Db, send: Send, now: Date): Promise<void> {
  await tx
    .update(emailSends)
    .set({
      state: 'scheduled',
      scheduledFor: now,
      quotaDay: null,
      claimedBy: null,
      leaseEndsAt: null,
      checkedAt: now,
    })
    .where(and(eq(emailSends.id, send.id), eq(emailSends.state, 'uncertain')))
  if (send.senderAccountId) await enqueue(tx, 'send-step', { mailboxId: send.senderAccountId })
}
