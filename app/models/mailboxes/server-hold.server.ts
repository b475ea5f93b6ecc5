import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { emailSends, mailAccounts } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { dayEnd } from '~/engine/calendar'
import { notifyIncident } from '~/models/notifications/notification.server'
import { formatMoment } from '~/models/shared/format-time'
import { isOwned } from '~/models/shared/mailboxes/owner.server'
import { isAmong } from '~/models/shared/row-arrays.server'
import { withoutLinks } from '~/models/shared/without-links.server'
import type { ProviderFailure } from '~/providers/net/failure'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A shorter pause, as for too many connections, is not worth a message. */
const WORTH_TELLING_MS = 10 * MINUTE_MS

/** A mailbox whose server refuses to take more of its emails. */
export interface ServerHold {
  mailboxId: string
  email: string
  /** Mail time of the next try. */
  until: Date
  /** What the server said. */
  detail: string
  /** Whether the user is told now: once, not at each try. */
  isNew: boolean
}

/** What a server said when it refused an email because of its sender. */
export interface SenderRefusal extends Pick<ProviderFailure, 'detail' | 'retryAt' | 'period'> {
  /** The refused email. */
  contactEmail: string
  sequenceName: string | null
}

/**
 * Holds a mailbox because its server refused an email for a reason of the sender (a limit, a policy, a suspension). Its emails wait until the
 * next try: when the server said; at the end of the day for a daily limit; or else after an hour. After each further refusal it is two, four
 * hours and so on, at most a day. The next try is one email (`claimSends`); when the server takes it, the hold is over (`endServerHolds`).
 * @returns the hold; null for a mailbox that was disconnected meanwhile
 */
export async function holdForServer(
  tx: Db,
  mailboxId: string,
  refusal: SenderRefusal,
  now: Date,
): Promise<ServerHold | null> {
  const [box] = await tx
    .select()
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, mailboxId), isOwned))
    .for('no key update')
  if (!box?.userId) return null
  const { email } = box
  const detail = withoutLinks(refusal.detail.slice(0, 500))
  // Emails that were in flight together fail together: that is one refusal.
  if (box.heldUntil && box.heldUntil > now)
    return { mailboxId, email, detail, until: box.heldUntil, isNew: false }
  const until = nextTry(box, refusal, now)
  const since = box.heldSince ?? now
  await tx
    .update(mailAccounts)
    .set({ heldUntil: until, heldSince: since, holds: box.holds + 1, heldDetail: detail })
    .where(eq(mailAccounts.id, mailboxId))
  const hold = { mailboxId, email, until, detail }
  if (until.getTime() - now.getTime() < WORTH_TELLING_MS) return { ...hold, isNew: false }
  const { contactEmail, sequenceName } = refusal
  const isDaily = refusal.period === 'day'
  const isNew = await notifyIncident(tx, box.userId, keyOf(mailboxId, since), {
    ...(isDaily
      ? { type: 'quota_exceeded', title: 'Quota exceeded' }
      : { title: 'Mailbox waits for its server' }),
    message: `The mail server of ${email} takes no more emails for now. It said: “${detail}”. Its emails wait; the next try is on ${formatMoment(until, box.timezone)}.`,
    metadata: {
      ...{ accountEmail: email, mailboxId, heldUntil: until.toISOString() },
      ...(isDaily && { contactEmail, sequenceName: sequenceName ?? '' }),
    },
  })
  return { ...hold, isNew }
}

/** The time of the next try. */
function nextTry(
  { holds, timezone }: typeof mailAccounts.$inferSelect,
  { retryAt, period }: SenderRefusal,
  now: Date,
): Date {
  const after = (ms: number) => new Date(now.getTime() + Math.min(Math.max(ms, MINUTE_MS), DAY_MS))
  if (retryAt && retryAt > now) return after(retryAt.getTime() - now.getTime())
  // The server may count from another midnight: further tries follow soon after this one.
  if (period === 'day' && holds === 0) return after(dayEnd(now, timezone).getTime() - now.getTime())
  return after(HOUR_MS * 2 ** Math.min(period === 'day' ? holds - 1 : holds, 10))
}

const keyOf = (mailboxId: string, since: Date) => `server-hold:${mailboxId}:${since.toISOString()}`

/** A mailbox whose server takes emails again. */
export interface EndedHold {
  mailboxId: string
  email: string
}

/** Ends the holds of mailboxes whose servers took an email that started after the hold. @param sendIds emails that were sent */
export async function endServerHolds(tx: Db, sendIds: string[], now: Date): Promise<EndedHold[]> {
  const taken = tx
    .select({ id: emailSends.senderAccountId })
    .from(emailSends)
    .where(and(isAmong(emailSends.id, sendIds), sql`${emailSends.startedAt} >= ${mailAccounts.heldUntil}`))
  const held = await tx
    .select()
    .from(mailAccounts)
    .where(and(gt(mailAccounts.holds, 0), inArray(mailAccounts.id, taken)))
    .for('no key update')
  const ended: EndedHold[] = []
  for (const box of held) if (await endHold(tx, box, now)) ended.push({ mailboxId: box.id, email: box.email })
  return ended
}

/**
 * Ends the hold of a mailbox: its server took an email, or the user has logged in again, perhaps at another server.
 * @returns whether the user had been told of the hold, and now of its end
 */
export async function endHold(
  tx: Db,
  { id: mailboxId, email, userId, holds, heldUntil, heldSince }: typeof mailAccounts.$inferSelect,
  now: Date,
): Promise<boolean> {
  if (holds === 0) return false
  // The end is kept: emails that waited for it are not late.
  const until = heldUntil && heldUntil > now ? now : heldUntil
  await tx
    .update(mailAccounts)
    .set({ heldUntil: until, heldSince: null, holds: 0, heldDetail: null })
    .where(eq(mailAccounts.id, mailboxId))
  const notice = {
    title: 'Mailbox sends again',
    message: `The mail server of ${email} takes emails again.`,
    metadata: { accountEmail: email, mailboxId },
  }
  if (!userId || !heldSince) return false
  return notifyIncident(tx, userId, keyOf(mailboxId, heldSince), notice, 'only if it exists')
}
