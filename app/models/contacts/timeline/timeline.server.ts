import { inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { steps } from '#drizzle/schema'
import type { Db } from '~/db.server'
import { invalid } from '~/errors'
import { IS_BRIEF_WAIT, isAboutContact } from '~/models/enrollments/decisions.server'
import { isoMoment } from '~/models/shared/fields'
import { formatMoment } from '~/models/shared/format-time'
import { getContact } from '../contact.server'
import type { TimelineEntry } from './timeline'
import { describeEvent, type Event } from './timeline-words'

export type { TimelineEntry }

/** The position of an event. The key orders events of the same time. */
interface EventPlace {
  at: string
  key: string
}

const encodePlace = ({ at, key }: EventPlace) => btoa(`${at} ${key}`)

const Decoded = z.tuple([isoMoment, z.string().regex(/^\d[a-z_]+:[0-9a-f-]+$/)])

/** @throws AppError INVALID if the cursor is malformed */
function decodePlace(cursor: string): EventPlace {
  try {
    const [at, key] = Decoded.parse(atob(cursor).split(' '))
    return { at: at.toISOString(), key }
  } catch {
    return invalid('Invalid cursor')
  }
}

/**
 * One page of the events of a contact, newest first, and the cursor of the next page. @throws AppError NOT_FOUND
 * @param timezone the time zone of the dates
 */
export async function readTimeline(
  db: Db,
  userId: string,
  contactId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  timezone: string,
): Promise<{ rows: TimelineEntry[]; cursor: string | null }> {
  await getContact(db, userId, contactId)
  const after = cursor ? decodePlace(cursor) : null
  const found = await db.execute<{ at: string; key: string; data: Event['data'] }>(sql`
    select to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.key, e.data
    from (${eventsOf(userId, contactId)}) as e(at, key, data)
    ${after ? sql`where (e.at, e.key collate "C") < (${after.at}::timestamptz, ${after.key} collate "C")` : sql``}
    order by e.at desc, e.key collate "C" desc limit ${limit}`)
  const events: Event[] = found.map(({ at, key, data }) => ({
    kind: key.slice(1).split(':')[0] as Event['kind'],
    data,
    at,
    key,
  }))
  const names = await stepNamesOf(db, events)
  const words = {
    date: (at: Date) => formatMoment(at, timezone),
    step: (id: string) => names.get(id) ?? 'a deleted step',
  }
  const last = events.at(-1)
  return {
    rows: events.map((event) => describeEvent(event, words)),
    cursor: last && events.length === limit ? encodePlace(last) : null,
  }
}

/** The names of the steps in all sequences that the events mention. */
async function stepNamesOf(db: Db, events: Event[]): Promise<Map<string, string>> {
  const ids = [
    ...new Set(events.flatMap(({ kind, data }) => (kind === 'decision' ? (data.sequenceId ?? []) : []))),
  ]
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: steps.id, name: steps.name })
    .from(steps)
    .where(inArray(steps.sequenceId, ids))
  return new Map(rows.map((row) => [row.id, row.name]))
}

/**
 * All events as rows (at, key, data). Each part of the union uses an index on the contact. The leading digit of a key orders events
 * of the same time.
 */
const eventsOf = (userId: string, contactId: string): SQL => {
  const id = sql`${contactId}::uuid`
  const user = sql`${userId}::uuid`
  return sql`
    select c.created_at, '0created:' || c.id, jsonb_build_object('source', c.metadata->>'source', 'fileName', b.file_name)
      from contacts c left join import_batches b on b.id = c.import_batch_id and b.workflow_run_id is null where c.id = ${id} and c.user_id = ${user}
    union all
    select pc.added_at, '1listed:' || p.id, jsonb_build_object('personaId', p.id, 'name', p.name)
      from persona_contacts pc join personas p on p.id = pc.persona_id where pc.contact_id = ${id} and p.user_id = ${user}
      -- A list step is shown by its decision.
      and not exists (select from decisions d where ${isAboutContact(contactId)} and d.user_id = ${user}
        and d.rule = 'list_step' and d.inputs ->> 'personaId' = p.id::text and d.at = pc.added_at)
    union all
    select sc.enrolled_at, '2enrolled:' || sc.id,
        jsonb_build_object('sequenceId', s.id, 'enrollmentId', sc.id, 'name', s.name)
      from sequence_contacts sc left join sequences s on s.id = sc.sequence_id
      where sc.contact_id = ${id} and sc.user_id = ${user}
    union all
    select l.sent_at, '3sent:' || l.id, jsonb_build_object('subject', l.subject, 'sequence', l.sequence_name,
        'step', l.step_name, 'sender', l.sender_email)
      from email_logs l where l.contact_id = ${id} and l.user_id = ${user} and l.sent_at is not null
    union all
    select l.opened_at, '4opened:' || l.id, jsonb_build_object('subject', l.subject)
      from email_logs l where l.contact_id = ${id} and l.user_id = ${user} and l.opened_at is not null
    union all
    select l.failed_at, '3failed:' || l.id, jsonb_build_object('subject', l.subject, 'detail', l.detail)
      from email_logs l where l.contact_id = ${id} and l.user_id = ${user} and l.failed_at is not null
    union all
    select l.bounced_at, '5bounced:' || l.id, jsonb_build_object('subject', l.subject, 'detail', l.detail)
      from email_logs l where l.contact_id = ${id} and l.user_id = ${user} and l.bounced_at is not null
        and not exists (select from inbound_messages i where i.email_send_id = l.email_send_id and i.kind = 'bounce')
    union all
    select i.received_at, '5inbound:' || i.id, jsonb_build_object('inbound', i.kind, 'subject', i.subject, 'text', i.text,
        'receivedAt', i.received_at, 'removedAt', i.text_removed_at, 'hard', i.hard, 'detail', concat_ws(' ', nullif(i.status, ''), nullif(i.reason, '')))
      from inbound_messages i where i.contact_id = ${id} and i.user_id = ${user} and i.kind <> 'other'
    union all
    select t.created_at, '6unsubscribed:' || lpad(t.id::text, 15, '0'), '{}'::jsonb
      from email_sends m join tracking_events t on t.email_send_id = m.id
      where m.contact_id = ${id} and m.user_id = ${user} and t.type = 'unsubscribe'
    union all
    select d.at, '7decision:' || lpad(d.id::text, 15, '0'), jsonb_build_object('type', d.type, 'rule', d.rule, 'inputs', d.inputs,
        'sequenceId', sc.sequence_id, 'enrollmentId', sc.id, 'name', s.name, 'list', p.name)
      from decisions d left join sequence_contacts sc on sc.id = d.sequence_contact_id
        left join sequences s on s.id = sc.sequence_id
        left join personas p on d.rule = 'list_step' and p.id::text = d.inputs ->> 'personaId' and p.user_id = ${user}
      where ${isAboutContact(contactId)} and d.user_id = ${user} and d.type <> 'send' and not ${IS_BRIEF_WAIT}
    union all
    select sc.history_removed_at, '8removed:' || sc.id, jsonb_build_object('sequenceId', s.id, 'enrollmentId', sc.id, 'name', s.name,
        'completedAt', sc.completed_at, 'enrolledAt', sc.enrolled_at, 'historyRemovedAt', sc.history_removed_at)
      from sequence_contacts sc left join sequences s on s.id = sc.sequence_id
      where sc.contact_id = ${id} and sc.user_id = ${user} and sc.history_removed_at is not null`
}
