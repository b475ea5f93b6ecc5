import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { App } from '~/app'
import { type Clock, fixedClock } from '~/clock.server'
import type { Db } from '~/db.server'
import { runRemoveMailbox } from '~/jobs/mailboxes/remove-mailbox.server'
import type { JobContext } from '~/jobs/queue/context'
import { disconnectMailbox } from '~/models/mailboxes/disconnect.server'
import { activateSequence, linkPersona, pauseSequence } from '~/models/sequences/run.server'
import { updateSequence } from '~/models/sequences/sequence.server'
import { ACCEPTED, addSmtp, loseTrack, recordResult, startDue } from './mailing'
import { NOW, openOutreach, secrets } from './outreach'
import { claimAll, scanDue } from './sending'

/** The first emails are due on Tuesday at 9:00 in Paris. */
export const DUE = new Date('2026-03-03T08:00:00Z')

export type Stage = Awaited<ReturnType<typeof openStage>>

/**
 * A mailbox that is to be disconnected, in the middle of its work: it shares a sequence with another one, sends alone for two (for
 * one as the user's default) and for one that is paused. Two stages are alike but for their ids.
 */
export async function openStage() {
  const outreach = await openOutreach()
  const { db, userId } = outreach
  const gone = await addSmtp(db, userId, NOW, {
    email: 'gone@sender.example',
    imapHost: 'imap.sender.example',
  })
  const other = await addSmtp(db, userId, NOW, { email: 'other@sender.example' })
  const open = async (name: string, people: number, fields: Record<string, unknown>) => {
    const { id } = await outreach.makeSequence({ name })
    await outreach.makeStep(id)
    await outreach.makeStep(id)
    await updateSequence(db, userId, id, fields, NOW)
    const list = await outreach.makeList(name)
    await outreach.makeMembers(list.id, people)
    await linkPersona(db, userId, id, list.id, NOW, secrets)
    await activateSequence(db, userId, id, NOW, secrets)
    return { id, listId: list.id }
  }
  const shared = await open('shared', 14, { mailboxIds: [gone, other] })
  const alone = await open('alone', 7, { mailboxIds: [gone] })
  const byDefault = await open('by default', 7, {})
  const paused = await open('paused', 3, { senderAccountId: gone })
  /** In turns, because an enrollment's mailbox depends on its id. */
  const spread = () =>
    db.execute(sql`update sequence_contacts sc set mailbox_id = case when n % 2 = 0 then ${gone}::uuid else ${other}::uuid end
      from (select id, row_number() over (order by place) as n from sequence_contacts where sequence_id = ${shared.id}) t
      where t.id = sc.id`)
  await spread()
  await pauseSequence(db, userId, paused.id)
  await sendFirst(db)
  // Late enrollments, whose sends are planned, one of them claimed.
  for (const { listId } of [shared, alone, byDefault]) await outreach.makeMembers(listId, 4)
  await spread()
  await scanDue(db, DUE, new Date(DUE.getTime() + 60_000), secrets)
  await claimAll(db, 'a worker', DUE, 1)
  return { ...outreach, gone, other, shared: shared.id, alone: alone.id, byDefault: byDefault.id }
}

/** The result of a contact's first email, in turns. */
async function sendFirst(db: Db): Promise<void> {
  const started = await startDue(db, DUE)
  const rows = await db.execute<{ id: string; n: number }>(sql`
    select s.id, (row_number() over (partition by s.sequence_id, s.sender_account_id order by c.place))::int as n
    from email_sends s join sequence_contacts c on c.id = s.sequence_contact_id
    where s.id = any(${sql.param(started)}::uuid[])`)
  const nth = (...ns: number[]) => rows.filter(({ n }) => ns.includes(n)).map(({ id }) => id)
  await recordResult(db, nth(1, 2, 3), ACCEPTED, DUE)
  await recordResult(db, nth(4), { ok: false, why: 'refused', hard: true, detail: 'no such user' }, DUE)
  await loseTrack(db, nth(5), DUE)
  // The others are being handed over.
  await db.execute(sql`update sequence_contacts set hold_reason = 'paused_by_user', next_action_at = null
    where id in (select sequence_contact_id from email_sends where id = any(${sql.param(nth(2))}::uuid[]))`)
  await db.execute(sql`insert into inbound_messages (user_id, mail_account_id, provider_id, kind, received_at, email_send_id)
    select user_id, sender_account_id, id::text, 'reply', ${DUE.toISOString()}::timestamptz, id
    from email_sends where id = any(${sql.param(nth(3))}::uuid[])`)
  await db.execute(sql`insert into conversations (user_id, contact_id, mail_account_id, sequence_contact_id, last_message_at)
    select s.user_id, c.contact_id, s.sender_account_id, c.id, ${DUE.toISOString()}::timestamptz
    from email_sends s join sequence_contacts c on c.id = s.sequence_contact_id
    where s.id = any(${sql.param(nth(3))}::uuid[])`)
}

/** All that a disconnection may change, without ids: of two stages with the same past it is the same. */
export async function stateOf(db: Db) {
  const people = await db.execute(sql`
    select c.email, q.name, sc.status, sc.end_reason, sc.hold_reason, sc.held_until, sc.next_action, sc.next_action_at, sc.slot_at,
      sc.planned_at, a.email as mailbox, (select array_agg(d.type || ' ' || d.rule || ' ' || coalesce(d.inputs ->> 'reason', '') order by d.id)
        from decisions d where d.sequence_contact_id = sc.id) as reasons
    from sequence_contacts sc join contacts c on c.id = sc.contact_id join sequences q on q.id = sc.sequence_id
    left join mail_accounts a on a.id = sc.mailbox_id order by 1, 2`)
  const mails = await db.execute(sql`
    select s.recipient_email, s.sequence_name, s.visit, s.state, s.stage, s.quota_day, s.scheduled_for, s.claimed_by, s.sender_email,
      a.email as mailbox
    from email_sends s left join mail_accounts a on a.id = s.sender_account_id order by 1, 2, 3`)
  const others = await db.execute(sql`
    select (select jsonb_agg(jsonb_build_object('key', account_key, 'day', day, 'used', used) order by account_key, day) from mailbox_days) as days,
      (select jsonb_agg(jsonb_build_object('name', name, 'boxes', cardinality(mailbox_ids), 'sender', sender_account_id is null) order by name)
        from sequences) as sequences,
      (select array_agg(email order by email) from mail_accounts) as mailboxes,
      (select count(*)::int from inbound_messages where mail_account_id is null) as messages,
      (select count(*)::int from conversations where mail_account_id is null) as conversations,
      (select default_sender_account_id is null from users where email = 'owner@example.com') as default`)
  return { people: [...people], mails: [...mails], others: [...others] }
}

/** What must hold at any moment, of whomever. */
export async function checkAlways(db: Db): Promise<void> {
  const [wrong] = await db.execute(sql`select
    (select count(*)::int from sequence_contacts where status = 'active' and next_action_at is null and hold_reason is null) as stuck,
    (select count(*)::int from email_sends s join mail_accounts a on a.id = s.sender_account_id
      where a.user_id is null and s.attempts > 1) as again,
    (select count(*)::int from mail_accounts where user_id is null
      and coalesce(access_token, refresh_token, password) is not null) as secrets`)
  expect(wrong).toEqual({ stuck: 0, again: 0, secrets: 0 })
}

/** A job's context. */
export const contextOf = (
  db: Db,
  {
    clock = fixedClock(DUE),
    signal = new AbortController().signal,
  }: { clock?: Clock; signal?: AbortSignal } = {},
): JobContext => ({ app: { db, secrets, clock } as unknown as App, worker: '', signal })

/** Disconnects as if the mailbox had too many enrollments for one transaction. */
export const disconnectByJob = ({ db, userId, gone }: Pick<Stage, 'db' | 'userId' | 'gone'>) =>
  disconnectMailbox(db, userId, gone, DUE, secrets, 0)

/** Does the job, a few rows at a time. */
export const remove = (
  { db, gone }: Pick<Stage, 'db' | 'gone'>,
  options: Parameters<typeof contextOf>[1] = {},
) => runRemoveMailbox({ mailboxId: gone }, contextOf(db, options), 3)

/** A clock that is read before each batch, and then runs a hook. @param before gets the number of earlier reads */
export function clockThat(before: (batches: number) => Promise<unknown> | unknown, now = DUE): Clock {
  let batches = 0
  return {
    now: async () => {
      await before(batches++)
      return now
    },
  }
}

/** A database in which the program is killed at the n-th transaction: before its commit, or after it. */
export function killedAt(db: Db, nth: number, when: 'before' | 'after'): Db {
  let begun = 0
  const transaction = async (work: (tx: Db) => Promise<unknown>) => {
    if (++begun !== nth) return db.transaction(work)
    await db.transaction(async (tx) => {
      await work(tx)
      if (when === 'before') throw new Error('killed')
    })
    throw new Error('killed')
  }
  return new Proxy(db, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
  })
}

/** Pending jobs of a task that were not given up, by payload. */
export async function queued(db: Db, task: string): Promise<unknown[]> {
  const rows = await db.execute<{ payload: unknown }>(sql`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${task} and j.attempts < j.max_attempts`)
  return rows.map((row) => row.payload)
}
