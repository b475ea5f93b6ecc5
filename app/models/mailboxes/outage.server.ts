import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { mailAccounts, mailboxOutages } from '#drizzle/schema'
import type { OUTAGE_DIRECTIONS, OUTAGE_KINDS } from '#drizzle/schema/enums'
import { type Db, executePrepared } from '~/db.server'
import { notifyIncident } from '~/models/notifications/notification.server'
import { isOwned } from '~/models/shared/mailboxes/owner.server'

type Direction = (typeof OUTAGE_DIRECTIONS)[number]
type Kind = (typeof OUTAGE_KINDS)[number]

/** A server that cannot be reached is worth a message after this long, and after more than one attempt. */
const PATIENCE_MS = 3_600_000
const MIN_FAILURES = 2

/** Records that the server of a mailbox did not let Coldframe in. @returns when the outage began */
export async function noteOutage(
  tx: Db,
  mailboxId: string,
  outage: { direction: Direction; kind: Kind; detail: string },
  now: Date,
): Promise<Date> {
  const { direction, kind, detail } = outage
  const [row] = await tx
    .insert(mailboxOutages)
    .values({ mailboxId, direction, kind, detail: detail.slice(0, 500), since: now })
    .onConflictDoUpdate({
      target: [mailboxOutages.mailboxId, mailboxOutages.direction],
      set: {
        // A refused login stays one until the user reconnects the mailbox, and is told even if the server was out of reach before.
        kind: sql`case when ${mailboxOutages.kind} = 'login' then 'login' else ${kind}::text end`,
        told: sql`${mailboxOutages.told} and (${mailboxOutages.kind} = 'login' or ${kind}::text <> 'login')`,
        detail: detail.slice(0, 500),
        failures: sql`${mailboxOutages.failures} + 1`,
        endedAt: null,
      },
    })
    .returning({ since: mailboxOutages.since })
  return row!.since
}

/** Ends the outages of mailboxes that got through. A refused login ends only when the user reconnects the mailbox. */
export async function endOutages(
  tx: Db,
  mailboxIds: string[],
  direction: Direction,
  now: Date,
): Promise<void> {
  if (mailboxIds.length === 0) return
  const over = sql`mailbox_id = any(${sql.param(mailboxIds)}::uuid[]) and direction = ${direction} and kind <> 'login'`
  await executePrepared(
    tx,
    sql`with untold as (delete from mailbox_outages where ${over} and not told)
      update mailbox_outages set ended_at = ${now.toISOString()}::timestamptz where ${over} and told and ended_at is null`,
  )
}

/** Ends every outage of a mailbox that the user has reconnected, after a login that worked. */
export async function endAllOutages(tx: Db, mailboxId: string, now: Date): Promise<void> {
  await tx.update(mailboxOutages).set({ endedAt: now }).where(eq(mailboxOutages.mailboxId, mailboxId))
}

/** An outage that has become known, or is over. */
export interface OutageNews {
  mailboxId: string
  email: string
  direction: Direction
  kind: Kind
  detail: string
  since: Date
  isOver: boolean
}

/** The key of an outage's notification. */
export const outageKey = (mailboxId: string, direction: Direction, since: Date): string =>
  `outage:${mailboxId}:${direction}:${since.toISOString()}`

/**
 * Tells users about outages: refused logins and TLS at once, unreachable servers after an hour, each once, and once more when it is over.
 * @param now mail time
 * @returns what was told, for the log
 */
export async function reportOutages(db: Db, now: Date): Promise<OutageNews[]> {
  const late = new Date(now.getTime() - PATIENCE_MS).toISOString()
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ outage: mailboxOutages, email: mailAccounts.email, userId: mailAccounts.userId })
      .from(mailboxOutages)
      .innerJoin(mailAccounts, and(eq(mailAccounts.id, mailboxOutages.mailboxId), isOwned))
      .where(
        sql`${isNotNull(mailboxOutages.endedAt)} or (not ${mailboxOutages.told} and (${mailboxOutages.kind} <> 'unreachable'
          or (${mailboxOutages.since} <= ${late}::timestamptz and ${mailboxOutages.failures} >= ${MIN_FAILURES})))`,
      )
      .orderBy(mailboxOutages.mailboxId, mailboxOutages.direction)
      .for('update', { of: mailboxOutages, skipLocked: true })
    const news: OutageNews[] = []
    for (const { outage, email, userId } of rows) {
      const { mailboxId, direction, kind, detail, since, told } = outage
      const isOver = outage.endedAt !== null
      const own = and(eq(mailboxOutages.mailboxId, mailboxId), eq(mailboxOutages.direction, direction))
      if (isOver) await tx.delete(mailboxOutages).where(own)
      else await tx.update(mailboxOutages).set({ told: true }).where(own)
      // Over before it was told: only a refused login was, when it happened.
      if (isOver && !told && kind !== 'login') continue
      const one = { mailboxId, email, direction, kind, detail, since, isOver }
      news.push(one)
      if (isOver || kind !== 'login')
        await notifyIncident(tx, userId!, outageKey(mailboxId, direction, since), {
          ...noticeOf(one),
          metadata: { accountEmail: email, mailboxId },
        })
    }
    return news
  })
}

const noticeOf = ({ email, direction, kind, detail, isOver }: OutageNews) => {
  const does = direction === 'send' ? 'send' : 'be read'
  if (isOver)
    return {
      title: kind === 'login' ? 'Mailbox is connected again' : `Mailbox can ${does} again`,
      message:
        kind === 'login'
          ? `${email} is connected again. Its emails are sent, and its replies are read.`
          : `Coldframe reaches the mail server of ${email} again.`,
    }
  const why =
    kind === 'tls'
      ? `has no valid encryption, so Coldframe does not log in. It found: “${detail}”.`
      : `has not let Coldframe in for an hour. Last attempt: “${detail}”.`
  const waits =
    direction === 'send'
      ? 'Its emails wait, and are tried again automatically.'
      : 'Replies and bounces are not seen until then, and follow-ups wait.'
  return { title: `Mailbox cannot ${does}`, message: `The mail server of ${email} ${why} ${waits}` }
}
