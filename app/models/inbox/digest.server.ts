import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { contacts, conversations, inboundMessages, inboxSettings, users } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { addLocalDays, dayEnd, everyDay, localDay, nextValidTime, startOfDay } from '~/engine/calendar'
import { toSnippet } from './snippet'

/** The digest is due at this local time. */
const EIGHT = { sendHour: 8, sendMinute: 0, skipWeekends: false }
/** The maximum number of replies of one digest. */
const MAX_LISTED = 20
/** The maximum number of digests started at a time. */
const MAX_DUE = 1_000

/** When the digest of a local day is due. */
const dueOn = (day: string, zone: string) => nextValidTime(EIGHT, startOfDay(day, zone), everyDay(zone))
/** When the digest of the day after is due. */
const dueAfter = (day: string, zone: string) =>
  nextValidTime(EIGHT, dayEnd(startOfDay(day, zone), zone), everyDay(zone))

/** The settings and the time zone of a user, locked. */
async function lockSettings(tx: Db, userId: string) {
  const [row] = await tx
    .select({
      digestAt: inboxSettings.digestAt,
      digestDay: inboxSettings.digestDay,
      zone: users.timezone,
    })
    .from(inboxSettings)
    .innerJoin(users, eq(users.id, inboxSettings.userId))
    .where(eq(inboxSettings.userId, userId))
    .for('update', { of: inboxSettings })
  return row
}

/** Switches the digest on or off. The first one is due at the next 8:00 of the user's time zone on a day that had none. */
export async function switchDigest(tx: Db, userId: string, on: boolean, now: Date): Promise<void> {
  const row = await lockSettings(tx, userId)
  if (!row || (row.digestAt !== null) === on) return
  const today = localDay(now, row.zone)
  const isToday = now < dueOn(today, row.zone) && (row.digestDay ?? '') < today
  const digestAt = on ? (isToday ? dueOn(today, row.zone) : dueAfter(today, row.zone)) : null
  await tx.update(inboxSettings).set({ digestAt }).where(eq(inboxSettings.userId, userId))
}

/** The users whose digest is due. */
export async function listDueDigests(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .select({ userId: inboxSettings.userId })
    .from(inboxSettings)
    .where(lte(inboxSettings.digestAt, now))
    .orderBy(asc(inboxSettings.digestAt))
    .limit(MAX_DUE)
  return rows.map(({ userId }) => userId)
}

/**
 * Records that the digest of the user's local day is being sent, before it is: the row has the day of the last one, so that only one of
 * several workers gets it. A worker that dies after this leaves the day without a digest. That is the lesser evil: the replies are in the inbox
 * and in the bell, while a repeated email at each restart teaches the user to ignore it.
 * @returns from when on replies belong to it, and its local day (`YYYY-MM-DD`); null if none is due
 */
export async function claimDigest(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ since: Date; day: string } | null> {
  return db.transaction(async (tx) => {
    const row = await lockSettings(tx, userId)
    if (!row?.digestAt || row.digestAt > now) return null
    const { zone } = row
    const today = localDay(now, zone)
    const due = dueOn(today, zone)
    // The user's time zone changed, or no worker ran: today's is still to come, or was sent.
    const isEarly = now < due
    const isDone = (row.digestDay ?? '') >= today
    const set =
      isEarly && !isDone
        ? { digestAt: due }
        : { digestAt: dueAfter(today, zone), ...(isDone ? {} : { digestDay: today }) }
    await tx.update(inboxSettings).set(set).where(eq(inboxSettings.userId, userId))
    return isEarly || isDone ? null : { since: addLocalDays(due, -1, zone), day: today }
  })
}

/** A reply as the digest lists it. */
export interface DigestReply {
  conversationId: string
  name: string
  subject: string
  snippet: string
}

/** The unread conversations with a person's reply since then, newest first, and whether there are more than a digest lists. */
export async function listUnreadReplies(
  db: Db,
  userId: string,
  since: Date,
): Promise<{ replies: DigestReply[]; more: boolean }> {
  const newest = db
    .select({
      fromName: inboundMessages.fromName,
      fromEmail: inboundMessages.fromEmail,
      subject: inboundMessages.subject,
      text: sql<string>`left(${inboundMessages.text}, 1000)`.as('text'),
      receivedAt: inboundMessages.receivedAt,
    })
    .from(inboundMessages)
    .where(
      and(
        eq(inboundMessages.conversationId, conversations.id),
        eq(inboundMessages.kind, 'reply'),
        gt(inboundMessages.receivedAt, since),
      ),
    )
    .orderBy(desc(inboundMessages.receivedAt))
    .limit(1)
    .as('newest')
  const rows = await db
    .select({
      conversationId: conversations.id,
      contact: contacts.name,
      fromName: newest.fromName,
      fromEmail: newest.fromEmail,
      subject: newest.subject,
      text: newest.text,
    })
    .from(conversations)
    .innerJoin(contacts, eq(contacts.id, conversations.contactId))
    .innerJoinLateral(newest, sql`true`)
    .where(
      and(
        eq(conversations.userId, userId),
        eq(conversations.unread, true),
        gt(conversations.lastMessageAt, since),
      ),
    )
    .orderBy(desc(newest.receivedAt), desc(conversations.id))
    .limit(MAX_LISTED + 1)
  return {
    replies: rows
      .slice(0, MAX_LISTED)
      .map(({ conversationId, contact, fromName, fromEmail, subject, text }) => ({
        conversationId,
        name: fromName || contact || fromEmail,
        subject,
        snippet: toSnippet(text),
      })),
    more: rows.length > MAX_LISTED,
  }
}

/** The name and address of the digest's recipient; null if the user is gone. */
export async function findDigestReader(
  db: Db,
  userId: string,
): Promise<{ fullName: string; email: string } | null> {
  const [row] = await db
    .select({ fullName: users.fullName, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}
