import { sql } from 'drizzle-orm'
import type { App } from '~/app'
import { fixedClock } from '~/clock.server'
import type { Db } from '~/db.server'
import { runRemoveOld } from '~/jobs/upkeep/remove-old.server'
import type { KeepDays } from '~/models/retention/kinds'
import { addSmtp, sendOne } from '../../support/mailing'
import { type Outreach, secrets } from '../../support/outreach'
import { DUE } from '../../support/removal'

const DAY_MS = 86_400_000
const KEEP: KeepDays = { sent: 400, history: 180, received: 730 }

/** The time so many days after the first email. */
export const day = (days: number) => new Date(DUE.getTime() + days * DAY_MS)

/** Runs the job of a night, a few rows at a time. */
export const night = (
  db: Db,
  now: Date,
  keepDays: Partial<KeepDays> = {},
  signal = new AbortController().signal,
) =>
  runRemoveOld(
    {
      app: {
        db,
        secrets,
        clock: fixedClock(now),
        env: { keepDays: { ...KEEP, ...keepDays } },
        log: { info() {} },
      } as unknown as App,
      worker: '',
      signal,
    },
    2,
  )

/** A mailbox, and contacts who got one email each and have left their sequence. */
export async function openPast(outreach: Outreach, n = 1) {
  const mailboxId = await addSmtp(outreach.db, outreach.userId, DUE, { imapHost: 'imap.sender.example' })
  const sent = []
  for (let i = 0; i < n; i++) sent.push(await sendOne(outreach, mailboxId, DUE))
  await leaveSequences(outreach.db)
  return { mailboxId, sent }
}

/** Ends the enrollments, a day after the first email. */
export const leaveSequences = (db: Db) =>
  db.execute(sql`
    update sequence_contacts set status = 'completed', end_reason = 'finished', completed_at = ${day(1).toISOString()}::timestamptz,
      hold_reason = null, next_action = null, next_action_at = null`)

/** What is left of texts and history. */
export async function leftOf(db: Db) {
  const [row] = await db.execute<Record<string, number>>(sql`select
    (select count(*)::int from email_sends where html_body <> '') as texts,
    (select count(*)::int from decisions where sequence_contact_id is not null) as decisions,
    (select count(*)::int from tracking_events where type = 'open') as opens,
    (select count(*)::int from inbound_messages where text <> '') as received`)
  return row!
}
