import { type SQL, sql } from 'drizzle-orm'
import { contacts } from '#drizzle/schema'
import { type Db, isCancelled } from '~/db.server'
import { invalid } from '~/errors'
import { containsPattern } from '~/models/shared/patterns'
import { isDate } from '../own-fields/value'
import { STATUS_CONDITIONS } from '../search.server'
import { type Condition, CUSTOM, type Filter, isColumn, isGroup, type Outcome } from './filter'

/** When a filter is asked: what "the last 7 days" and a day mean. */
export interface FilterTime {
  /** Mail time. */
  now: Date
  /** IANA; the user's. */
  timezone: string
}

/** The longest that a query with a filter may take, in milliseconds: no index helps it, and others wait for the processor. */
const LIMIT_MS = 10_000

/** Runs queries with a filter. @throws AppError INVALID if one of them takes too long */
export async function withinLimit<T>(db: Db, work: (tx: Db) => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = ${sql.raw(String(limitMs))}`)
      return work(tx)
    })
  } catch (error) {
    if (isCancelled(error))
      invalid('This filter takes too long for so many contacts: use fewer conditions', 'filter')
    throw error
  }
}

/** The condition of a filter, for a query of `contacts`. Each part is true or false, never null. */
export function filterCondition({ match, parts }: Filter, time: FilterTime): SQL {
  if (parts.length === 0) return match === 'all' ? sql`true` : sql`false`
  const conditions = parts.map((part) =>
    isGroup(part) ? filterCondition(part, time) : conditionOf(part, time),
  )
  return sql`(${sql.join(conditions, match === 'all' ? sql` and ` : sql` or `)})`
}

/**
 * When time alone may change whether a contact passes a condition: the next such moment after now, of each contact; null if time does not matter.
 */
export function nextChange(condition: Condition, { now, timezone }: FilterTime): SQL | null {
  if (condition.op !== 'inLastDays' && condition.op !== 'notInLastDays') return null
  const at = sql`${now.toISOString()}::timestamptz`
  // The day of the user ends.
  if (condition.kind === 'date')
    return sql`(((${at} at time zone ${timezone}::text)::date + 1)::timestamp at time zone ${timezone}::text)`
  const moment = momentOf(condition.field)
  const end = sql`${moment} + make_interval(hours => 24 * ${Number(condition.value)}::int)`
  return sql`case when ${moment} > ${at} then ${moment} when ${end} > ${at} then ${end} end`
}

function conditionOf(condition: Condition, time: FilterTime): SQL {
  switch (condition.kind) {
    case 'text':
      return ofText(condition, textOf(condition.field))
    case 'number':
      return ofNumber(condition, numberOf(condition.field))
    case 'date':
      return ofDate(condition, customText(condition.field), time)
    case 'boolean':
      return ofBoolean(condition, customText(condition.field))
    case 'moment':
      return ofMoment(condition, momentOf(condition.field), time)
    case 'tags':
      return ofTags(condition)
    case 'list':
      return ofExisting(
        condition,
        sql`persona_contacts pc where pc.contact_id = contacts.id`,
        sql`pc.persona_id`,
      )
    case 'sequence':
      return ofExisting(
        condition,
        sql`sequence_contacts e where e.contact_id = contacts.id ${hasOutcome(condition.outcome)}`,
        sql`e.sequence_id`,
      )
    case 'status': {
      const is = STATUS_CONDITIONS[condition.value as keyof typeof STATUS_CONDITIONS]!
      return condition.op === 'is' ? sql`(${is})` : sql`not (${is})`
    }
  }
}

/** The text of one of the user's own fields; null without a value. */
export const customText = (field: string): SQL => sql`contacts.custom ->> ${field.slice(CUSTOM.length)}::text`

/** A text field; null without a value. */
export function textOf(field: string): SQL {
  if (field.startsWith(CUSTOM)) return sql`nullif(btrim(${customText(field)}), '')`
  if (field === 'emailDomain') return sql`split_part(lower(${contacts.email}), '@', -1)`
  return sql`nullif(btrim(${isColumn(field) ? contacts[field] : contacts.industry}), '')`
}

/** The emails that were sent to the contact. */
const SENT = sql`email_logs l where l.contact_id = contacts.id and l.sent_at is not null`

/** A number; null without one. What is no number in a field that was once of another type counts as none. */
export const numberOf = (field: string): SQL =>
  field === 'emailsSent'
    ? sql`(select count(*) from ${SENT})`
    : sql`(case jsonb_typeof(contacts.custom -> ${field.slice(CUSTOM.length)}::text)
        when 'number' then (${customText(field)})::numeric end)`

/** A moment; null if there was none. */
export function momentOf(field: string): SQL {
  if (field === 'createdAt') return sql`${contacts.createdAt}`
  return field === 'lastEmailedAt'
    ? sql`(select max(l.sent_at) from ${SENT})`
    : sql`(select max(l.replied_at) from email_logs l where l.contact_id = contacts.id)`
}

const isEmpty = (value: SQL, op: Condition['op']): SQL =>
  op === 'isEmpty' ? sql`${value} is null` : sql`${value} is not null`

/** Whether a comparison that is null without a value holds. */
const holds = (comparison: SQL, without = false): SQL =>
  sql`coalesce(${comparison}, ${sql.raw(String(without))})`

function ofText({ op, value }: Condition, text: SQL): SQL {
  const given = String(value)
  if (op === 'is') return holds(sql`lower(${text}) = lower(${given}::text)`)
  if (op === 'isNot') return holds(sql`lower(${text}) <> lower(${given}::text)`, true)
  if (op === 'contains') return holds(sql`${text} ilike ${containsPattern(given)}`)
  if (op === 'startsWith') return holds(sql`starts_with(lower(${text}), lower(${given}::text))`)
  return isEmpty(text, op)
}

function ofNumber({ op, value }: Condition, number: SQL): SQL {
  const given = sql`${String(value)}::numeric`
  if (op === 'is') return holds(sql`${number} = ${given}`)
  if (op === 'isNot') return holds(sql`${number} <> ${given}`, true)
  if (op === 'greaterThan') return holds(sql`${number} > ${given}`)
  if (op === 'lessThan') return holds(sql`${number} < ${given}`)
  return isEmpty(number, op)
}

/** Days as `YYYY-MM-DD` sort as texts. */
function ofDate({ op, value }: Condition, day: SQL, { now, timezone }: FilterTime): SQL {
  const ordered = sql`(${day}) collate "C"`
  const given = String(value)
  if (op === 'is') return holds(sql`${ordered} = ${given}::text`)
  if (op === 'isNot') return holds(sql`${ordered} <> ${given}::text`, true)
  if (op === 'before') return holds(sql`${ordered} < ${given}::text`)
  if (op === 'after') return holds(sql`${ordered} > ${given}::text`)
  if (op === 'isEmpty' || op === 'isNotEmpty') return isEmpty(sql`(${day})`, op)
  const today = sql`(${now.toISOString()}::timestamptz at time zone ${timezone}::text)::date`
  const within = sql`${ordered} > (${today} - ${Number(value)}::int)::text and ${ordered} <= (${today})::text`
  return op === 'inLastDays' ? holds(sql`(${within})`) : holds(sql`not (${within})`, true)
}

function ofBoolean({ op, value }: Condition, text: SQL): SQL {
  if (op === 'is') return holds(sql`${text} = ${String(value)}`)
  if (op === 'isNot') return holds(sql`${text} <> ${String(value)}`, true)
  return isEmpty(sql`(${text})`, op)
}

function ofMoment({ op, value }: Condition, moment: SQL, { now, timezone }: FilterTime): SQL {
  if (op === 'isEmpty' || op === 'isNotEmpty') return isEmpty(moment, op)
  const at = now.toISOString()
  if (op === 'inLastDays' || op === 'notInLastDays') {
    const within = sql`${moment} > ${at}::timestamptz - make_interval(hours => 24 * ${Number(value)}::int)
      and ${moment} <= ${at}::timestamptz`
    return op === 'inLastDays' ? holds(sql`(${within})`) : holds(sql`not (${within})`, true)
  }
  const given = String(value)
  const dayStart = (days: number) =>
    sql`((${given}::date + ${days}::int)::timestamp at time zone ${timezone}::text)`
  if (op === 'before')
    return holds(sql`${moment} < ${isDate(given) ? dayStart(0) : sql`${given}::timestamptz`}`)
  return holds(isDate(given) ? sql`${moment} >= ${dayStart(1)}` : sql`${moment} > ${given}::timestamptz`)
}

function ofTags({ op, value }: Condition): SQL {
  if (op === 'isEmpty') return sql`cardinality(${contacts.tags}) = 0`
  if (op === 'isNotEmpty') return sql`cardinality(${contacts.tags}) > 0`
  const given = String(value)
  if (op === 'contains')
    return sql`exists (select from unnest(${contacts.tags}) tag where tag ilike ${containsPattern(given)})`
  const has = sql`${given}::text = any(${contacts.tags})`
  return op === 'is' ? sql`(${has})` : sql`not (${has})`
}

/** Whether rows exist: any of them, or one of the object that the condition names. */
function ofExisting({ op, value }: Condition, rows: SQL, id: SQL): SQL {
  const found =
    value === undefined
      ? sql`exists (select from ${rows})`
      : sql`exists (select from ${rows} and ${id} = ${value}::uuid)`
  return op === 'is' || op === 'isNotEmpty' ? found : sql`not ${found}`
}

const hasOutcome = (outcome: Outcome | undefined): SQL => {
  if (!outcome) return sql``
  if (outcome === 'replied') return sql`and e.replied_at is not null`
  if (outcome === 'bounced')
    return sql`and exists (select from email_logs b where b.sequence_contact_id = e.id and b.bounced_at is not null)`
  return sql`and e.status = ${outcome}`
}
