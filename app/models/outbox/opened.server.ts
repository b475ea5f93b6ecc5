import { min, sql } from 'drizzle-orm'
import { trackingEvents } from '#drizzle/schema'
import { type Db, executePrepared } from '~/db.server'
import { countsAsOpen } from '~/engine/opens'
import { isAmong } from '~/models/shared/row-arrays.server'

/**
 * Marks sends as opened and resets the not-opened streaks of their contacts. Keeps earlier opens. The log rows are locked in
 * ascending order, because two processes may store hits on the same sends.
 */
export async function markEmailsOpened(tx: Db, sendIds: string[], at: Date): Promise<void> {
  if (sendIds.length === 0) return
  const opened = await executePrepared<{ contactId: string | null }>(
    tx,
    sql`
    with unread as (
      select id from email_logs where email_send_id = any(${sql.param(sendIds)}::uuid[]) and opened_at is null
      order by id for update
    )
    update email_logs l set opened_at = ${at.toISOString()}::timestamptz,
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

/** Maps each opened send to the time of its first counted open. */
export async function firstOpens(tx: Db, sendIds: string[]): Promise<Map<string, Date>> {
  if (sendIds.length === 0) return new Map()
  const { emailSendId, hitClass } = trackingEvents
  const rows = await tx
    .select({ id: emailSendId, class: hitClass, at: min(trackingEvents.createdAt) })
    .from(trackingEvents)
    .where(isAmong(emailSendId, sendIds))
    .groupBy(emailSendId, hitClass)
  const opens = new Map<string, Date>()
  for (const { id, class: judged, at } of rows) {
    if (!judged || !at || !countsAsOpen({ class: judged })) continue
    const known = opens.get(id)
    opens.set(id, known && known < at ? known : at)
  }
  return opens
}
