import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '~/db.server'
import { userWord, wordsOf } from '~/models/inbox/words'
import { isAmong } from '~/models/shared/row-arrays.server'
import type { RetentionKindName } from './kinds'

/** Something that can be removed. */
interface Found extends Record<string, unknown> {
  id: string
  /** What removing it frees, about. */
  bytes: number
}

/** A part of a table, in the order of age: as much as one transaction handles. */
interface Slice {
  found: Found[]
  /** Where the next one begins; null if this was the last one. */
  next: string | null
}

/**
 * How one kind of rows is removed. Both functions ask the same condition: what was found may have become needed again. Rows that are locked
 * are left for the next run: a removal neither waits for others nor makes them wait.
 */
export interface RemovalStep {
  kind: RetentionKindName
  /** What it removes, as the command says it. */
  what: string
  /** Looks at the next slice. Changes nothing. */
  look(db: Db, before: Date, from: string | null, size: number): Promise<Slice>
  /** Removes these, as far as they may still be removed. @returns the ids of those that it removed */
  remove(tx: Db, ids: string[], before: Date, now: Date): Promise<string[]>
}

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

/** Whether an email of an enrollment (`e`), or of a conversation, may still be sent, or has an outcome that the user has to find out. */
const hasOpenEmail = (column: SQL) =>
  sql`exists (select from email_sends o where ${column} and o.stage in ('open', 'uncertain'))`

/** Whether a conversation (`c`) is over: done, its last message is old, and nothing in it waits for the user or for its time. */
const isConversationOver = (before: Date) => sql`(
  c.state = 'done' and c.last_message_at < ${at(before)}
  and not exists (select from inbound_messages a where a.conversation_id = c.id and (a.opt_out = 'asked' or a.kind = 'unproven'
    and exists (select from contact_holds h where h.message_id = a.id)))
  and not ${hasOpenEmail(sql`o.conversation_id = c.id`)}
  and not exists (select from sequence_contacts e where e.id = c.sequence_contact_id and e.status = 'active'))`

/** Whether the text of a sent email (`s`) is needed no more: by its enrollment, or by an answer in its conversation. */
const isTextOld = (before: Date) => sql`(
  s.state = 'sent' and s.sent_at < ${at(before)} and s.text_removed_at is null
  and not exists (select from sequence_contacts e where e.id = s.sequence_contact_id and e.status = 'active')
  and not exists (select from conversations c where c.id = s.conversation_id and not ${isConversationOver(before)})
  and not exists (select from conversations c where c.sequence_contact_id = s.sequence_contact_id and not ${isConversationOver(before)}))`

/** Whether no email has a shared text (`t`). To be asked while its row is locked: an email that starts locks it too. */
const isSharedByNone = sql`not exists (select from email_texts b where b.shared_text_id = t.id)`

/** Whether an enrollment (`e`) ended so long ago that nothing decides about it any more. */
const isEnrollmentOver = (before: Date) => sql`(
  e.status <> 'active' and coalesce(e.completed_at, e.enrolled_at) < ${at(before)}
  and not ${hasOpenEmail(sql`o.sequence_contact_id = e.id`)})`

/** The texts and files of sent emails. The row stays: it proves that the email was sent, and replies are matched with it. */
const sentTexts: RemovalStep = {
  kind: 'sent',
  what: 'texts of sent emails',
  async look(db, before, from, size) {
    const rows = await db.execute<Found & { position: string; old: boolean }>(sql`
      select s.id, s.sent_at::text || ' ' || s.id as position, ${isTextOld(before)} as old,
        pg_column_size(s.html_body) + pg_column_size(s.plain_text_body) + coalesce(pg_column_size(s.answer), 0)
          + (select coalesce(sum(pg_column_size(b.*)), 0)::int from email_texts b where b.email_send_id = s.id)
          + (select coalesce(sum(a.size), 0)::int from attachments a where a.email_send_id = s.id) as bytes
      from (select id, sent_at from email_sends where sent_at < ${at(before)} and text_removed_at is null
        ${from === null ? sql`` : sql`and (sent_at, id) > ${after(from)}`}
        order by sent_at, id limit ${size}::int) p join email_sends s on s.id = p.id
      order by p.sent_at, p.id`)
    return sliceOf(rows, size)
  },
  async remove(tx, ids, before, now) {
    const rows = await tx.execute<{ id: string }>(sql`
      update email_sends u set html_body = '', plain_text_body = '', text_removed_at = ${at(now)},
        answer = u.answer || '{"text": null, "html": null}'
      where u.id in (select s.id from email_sends s where ${isAmong(sql`s.id`, ids)} and ${isTextOld(before)}
        order by s.id for update skip locked)
      returning u.id`)
    const removed = rows.map(({ id }) => id)
    await tx.execute(sql`delete from email_texts b where ${isAmong(sql`b.email_send_id`, removed)}`)
    await tx.execute(sql`delete from attachments a where ${isAmong(sql`a.email_send_id`, removed)}`)
    return removed
  },
}

/** What emails of a template had in common, once no email has it any more. */
const sharedTexts: RemovalStep = {
  kind: 'sent',
  what: 'shared texts of sent emails',
  async look(db, before, from, size) {
    const rows = await db.execute<Found & { position: string; old: boolean }>(sql`
      select t.id, t.created_at::text || ' ' || t.id as position, ${isSharedByNone} as old,
        pg_column_size(t.html) + pg_column_size(t.text) as bytes
      from (select * from shared_texts where created_at < ${at(before)}
        ${from === null ? sql`` : sql`and (created_at, id) > ${after(from)}`}
        order by created_at, id limit ${size}::int) t
      order by t.created_at, t.id`)
    return sliceOf(rows, size)
  },
  async remove(tx, ids) {
    const locked = await tx.execute<{ id: string }>(
      sql`select id from shared_texts where ${isAmong(sql`id`, ids)} order by id for update skip locked`,
    )
    const among = isAmong(
      sql`t.id`,
      locked.map(({ id }) => id),
    )
    const rows = await tx.execute<{ id: string }>(
      sql`delete from shared_texts t where ${among} and ${isSharedByNone} returning t.id`,
    )
    return rows.map(({ id }) => id)
  },
}

/** The decisions about ended enrollments. Those about a contact alone stay: they prove what the user decided. */
const decisions: RemovalStep = {
  kind: 'history',
  what: 'decisions',
  async look(db, before, from, size) {
    // Ids ascend with time: the first slice without an old decision is the last one.
    const rows = await db.execute<Found & { position: string; old: boolean; early: boolean }>(sql`
      select d.id::text, d.id::text as position, pg_column_size(d.*) as bytes, d.at < ${at(before)} as early,
        d.at < ${at(before)} and exists (
          select from sequence_contacts e where e.id = d.sequence_contact_id and ${isEnrollmentOver(before)}) as old
      from (select * from decisions where id > ${from ?? '0'}::bigint order by id limit ${size}::int) d order by d.id`)
    const slice = sliceOf(rows, size)
    return rows.some(({ early }) => early) ? slice : { ...slice, next: null }
  },
  async remove(tx, ids, before, now) {
    const named = sql`d.id = any(${sql.param(ids)}::bigint[]) and d.at < ${at(before)}`
    const locked = await tx.execute<{ id: string }>(sql`
      select e.id from sequence_contacts e
      where e.id in (select d.sequence_contact_id from decisions d where ${named}) and ${isEnrollmentOver(before)}
      order by e.id for update skip locked`)
    const enrollmentIds = locked.map(({ id }) => id)
    const rows = await tx.execute<{ id: string }>(sql`
      delete from decisions d where ${named} and ${isAmong(sql`d.sequence_contact_id`, enrollmentIds)} returning d.id::text`)
    await tx.execute(sql`
      update sequence_contacts e set history_removed_at = ${at(now)}
      where ${isAmong(sql`e.id`, enrollmentIds)} and e.history_removed_at is null`)
    return rows.map(({ id }) => id)
  },
}

/** Opens, replies and bounces are in the log too. That somebody unsubscribed or complained is a proof, which stays. */
const isEventOld = (before: Date) => sql`(
  t.created_at < ${at(before)} and t.type in ('open', 'reply', 'bounce') and not exists (
    select from email_sends s join sequence_contacts e on e.id = s.sequence_contact_id
    where s.id = t.email_send_id and not ${isEnrollmentOver(before)}))`

/** What was tracked of single emails. */
const events: RemovalStep = {
  kind: 'history',
  what: 'tracking events',
  async look(db, before, from, size) {
    // Ids of sends tell when they were created (decision 31), so the events of younger ones are passed over. Above all of them are the
    // random ids of the first versions and of test emails.
    const [skip] = await db.execute<{ from: string; to: string }>(sql`
      select ${firstIdOf(before)}::uuid::text as "from", greatest(uuid_v7(), ${firstIdOf(before)}::uuid)::text as "to"`)
    const start = from ?? `${NIL} 0`
    const [send] = start.split(' ') as [string]
    const isPassed = send >= skip!.from
    const rows = await db.execute<Found & { position: string; old: boolean }>(sql`
      select t.email_send_id || ' ' || t.id as id, t.email_send_id || ' ' || t.id as position, ${isEventOld(before)} as old,
        pg_column_size(t.*) as bytes
      from (select * from tracking_events where (email_send_id, id) > ${eventAt(start)}
        ${isPassed ? sql`` : sql`and email_send_id < ${skip!.from}::uuid`}
        order by email_send_id, id limit ${size}::int) t order by t.email_send_id, t.id`)
    const slice = sliceOf(rows, size)
    return slice.next === null && !isPassed ? { ...slice, next: `${skip!.to} 0` } : slice
  },
  async remove(tx, ids, before) {
    const positions = ids.map((id) => id.split(' ') as [string, string])
    const rows = await tx.execute<{ id: string }>(sql`
      delete from tracking_events t
      using unnest(${sql.param(positions.map(([send]) => send))}::uuid[], ${sql.param(positions.map(([, id]) => id))}::bigint[]) as v(send, id)
      where t.email_send_id = v.send and t.id = v.id and ${isEventOld(before)}
      returning t.email_send_id || ' ' || t.id as id`)
    return rows.map(({ id }) => id)
  },
}

/** The texts of messages in finished conversations. The rows stay, so that no message is taken for a new one. */
const receivedTexts: RemovalStep = {
  kind: 'received',
  what: 'conversations with received texts',
  async look(db, before, from, size) {
    const rows = await db.execute<Found & { position: string; old: boolean }>(sql`
      select c.id, c.last_message_at::text || ' ' || c.id as position, ${isConversationOver(before)} as old,
        pg_column_size(c.search) + (
          select coalesce(sum(pg_column_size(i.text) + coalesce(pg_column_size(i.body), 0) + coalesce(pg_column_size(i.html), 0)
            + pg_column_size(i.files)), 0)::int from inbound_messages i where i.conversation_id = c.id) + (
          select coalesce(sum(pg_column_size(r.received)), 0)::int from related_messages r where r.conversation_id = c.id) as bytes
      from (select id, last_message_at from conversations
        where state = 'done' and (texts_removed_at is null or texts_removed_at < last_message_at) and last_message_at < ${at(before)}
        ${from === null ? sql`` : sql`and (last_message_at, id) > ${after(from)}`}
        order by last_message_at, id limit ${size}::int) p join conversations c on c.id = p.id
      order by p.last_message_at, p.id`)
    return sliceOf(rows, size)
  },
  async remove(tx, ids, before, now) {
    const locked = await tx.execute<{ id: string; userId: string; words: string }>(sql`
      select c.id, c.user_id as "userId", concat_ws(' ', k.email, k.name, c.subject) as words
      from conversations c join contacts k on k.id = c.contact_id
      where ${isAmong(sql`c.id`, ids)} and ${isConversationOver(before)} order by c.id for update of c skip locked`)
    const removed = locked.map(({ id }) => id)
    await tx.execute(sql`
      update inbound_messages i set text = '', body = null, html = null, files = '[]', text_removed_at = ${at(now)}
      where ${isAmong(sql`i.conversation_id`, removed)} and i.text_removed_at is null`)
    // As a dismissed one, a message beside the conversation stays known without its content.
    await tx.execute(
      sql`update related_messages r set received = null where ${isAmong(sql`r.conversation_id`, removed)}`,
    )
    for (const { id, userId, words } of locked)
      await tx.execute(sql`
        update conversations set texts_removed_at = ${at(now)}, snippet = '',
          search = array_to_tsvector(${sql.param([userWord(userId), ...wordsOf(words)])}::text[])
        where id = ${id}::uuid`)
    return removed
  },
}

/** Everything that is removed, in this order. */
export const REMOVAL_STEPS: RemovalStep[] = [sentTexts, sharedTexts, decisions, events, receivedTexts]

const NIL = '00000000-0000-0000-0000-000000000000'

/** The lowest UUIDv7 of a moment. */
function firstIdOf(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

function after(position: string): SQL {
  const [id, ...time] = position.split(' ').reverse() as [string, ...string[]]
  return sql`(${time.reverse().join(' ')}::timestamptz, ${id}::uuid)`
}

function eventAt(position: string): SQL {
  const [send, id] = position.split(' ') as [string, string]
  return sql`(${send}::uuid, ${id}::bigint)`
}

function sliceOf(rows: (Found & { position: string; old: boolean })[], size: number): Slice {
  return {
    found: rows.flatMap(({ id, bytes, old }) => (old ? [{ id, bytes }] : [])),
    next: rows.length < size ? null : rows.at(-1)!.position,
  }
}
