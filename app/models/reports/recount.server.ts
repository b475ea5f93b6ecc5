import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '~/db.server'

/** How many values of a counter differ from the rows that they count. */
export interface CounterCheck {
  counter: string
  wrong: number
}

const WHOLE = sql`'00000000-0000-0000-0000-000000000000'::uuid`
const OUTCOMES = ['sent', 'opened', 'replied', 'bounced'] as const
const CONTACTS = ['total', 'active', 'unsubscribed', 'suppressed'] as const

interface Counter {
  table: string
  /** The columns that name what is counted. */
  keys: readonly string[]
  columns: readonly string[]
  /** Query of the true values, with the columns `keys` and `columns`. */
  counted: SQL
  /** Condition of the stored rows that can be counted again. */
  stored?: SQL
  /** Its rows are split into slots, whose sum counts. */
  slots?: true
  /** The counters are columns of the counted thing itself, so no row can be missing. */
  ofRow?: true
}

const contactColumns = sql.raw(`count(*) as total,
  count(*) filter (where not suppressed and not unsubscribed and not hard_bounced) as active,
  count(*) filter (where unsubscribed and not suppressed) as unsubscribed, count(*) filter (where suppressed) as suppressed`)
const outcomeColumns = sql.raw(OUTCOMES.map((name) => `count(${name}_at) as ${name}`).join(', '))

/** The counters that triggers maintain (decision 1), with the queries that count the same again. */
const COUNTERS: Counter[] = [
  {
    table: 'contact_stats',
    keys: ['user_id'],
    columns: CONTACTS,
    counted: sql`select user_id, ${contactColumns} from contacts group by 1`,
  },
  {
    table: 'contact_industries',
    keys: ['user_id', 'industry'],
    columns: CONTACTS,
    counted: sql`select user_id, industry, ${contactColumns} from contacts where industry is not null group by 1, 2`,
  },
  {
    table: 'personas',
    keys: ['id'],
    columns: ['contact_count'],
    counted: sql`select persona_id as id, count(*) as contact_count from persona_contacts group by 1`,
    ofRow: true,
  },
  {
    table: 'sequences',
    keys: ['id'],
    columns: ['total_contacts'],
    counted: sql`select sequence_id as id, count(*) as total_contacts from sequence_contacts
      where hold_reason is distinct from 'sequence_full' group by 1`,
    ofRow: true,
  },
  {
    table: 'sequence_stats',
    keys: ['sequence_id', 'step_id'],
    columns: [...OUTCOMES, 'failed', 'pending', 'active'],
    counted: sql`
      select sequence_id, step_id, ${sql.raw([...OUTCOMES, 'failed', 'pending', 'active'].map((name) => `sum(${name}) as ${name}`).join(', '))}
      from (
        select l.sequence_id, k.step as step_id, ${outcomeColumns}, count(failed_at) as failed, 0 as pending, 0 as active
        from email_logs l cross join lateral (values (${WHOLE}), (l.step_id)) k(step)
        where l.sequence_id is not null and not l.is_test_email and k.step is not null group by 1, 2
        union all
        select sequence_id, ${WHOLE}, 0, 0, 0, 0, 0, count(*) filter (where next_action = 'send'), count(*)
        from sequence_contacts where status = 'active' group by 1
      ) parts group by 1, 2`,
    // The log forgets a step that is deleted; its counters stay.
    stored: sql`step_id = ${WHOLE} or step_id in (select id from steps)`,
    slots: true,
  },
  {
    table: 'variant_stats',
    keys: ['sequence_id', 'step_id', 'template_id'],
    columns: OUTCOMES,
    counted: sql`select sequence_id, step_id, template_id, ${outcomeColumns} from email_logs
      where sequence_id is not null and step_id is not null and template_id is not null and not is_test_email group by 1, 2, 3`,
    stored: sql`step_id in (select id from steps) and template_id in (select id from templates)`,
    slots: true,
  },
]

/** Contacts with another industry than that of their organization or their first list (decision 92). */
const WRONG_INDUSTRY = sql`industry is distinct from contact_industry(id, organization)`

/**
 * Counts every counter again, of all users, and compares the industries of their contacts: for the operator. A wrong counter is corrected by its
 * difference, which stays right while others write: rows and counters change in one transaction, so one statement sees both at the same moment.
 * It reads all rows and blocks nothing.
 * @param fix false to compare only
 */
export async function recountCounters(db: Db, { fix }: { fix: boolean }): Promise<CounterCheck[]> {
  // Before the counters, because contacts are counted by their industry.
  const [industries] = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from contacts where ${WRONG_INDUSTRY}`,
  )
  const checks: CounterCheck[] = [{ counter: 'contacts.industry', wrong: industries!.n }]
  if (fix && industries!.n > 0)
    await db.execute(
      sql`update contacts set industry = contact_industry(id, organization) where ${WRONG_INDUSTRY}`,
    )
  for (const counter of COUNTERS) {
    const [row] = await db.execute<{ n: number }>(fix ? repair(counter) : compare(counter))
    checks.push({ counter: counter.table, wrong: row!.n })
  }
  return checks
}

/** CTE `wrong`: the keys whose stored values differ from the counted ones, and by how much. */
function wrongRows({ table, keys, columns, counted, stored, slots }: Counter): SQL {
  const list = (names: readonly string[], text: (name: string) => string, between = ', ') =>
    sql.raw(names.map(text).join(between))
  const key = list(keys, (name) => name)
  const values = slots ? list(columns, (name) => `sum(${name}) as ${name}`) : list(columns, (name) => name)
  return sql`counted as materialized (${counted}), stored as materialized (
      select ${key}, ${values} from ${sql.raw(table)} where ${stored ?? sql`true`} ${slots ? sql`group by ${key}` : sql``}
    ), wrong as materialized (
      select ${key}, ${list(columns, (name) => `(coalesce(c.${name}, 0) - coalesce(s.${name}, 0))::int as ${name}`)}
      from counted c full join stored s using (${key})
      where ${list(columns, (name) => `coalesce(c.${name}, 0) <> coalesce(s.${name}, 0)`, ' or ')}
    )`
}

const compare = (counter: Counter): SQL =>
  sql`with ${wrongRows(counter)} select count(*)::int as n from wrong`

function repair(counter: Counter): SQL {
  const { table, keys, columns, slots, ofRow } = counter
  const changed = ofRow
    ? sql.raw(`update ${table} t set ${columns.map((name) => `${name} = t.${name} + w.${name}`).join(', ')}
        from wrong w where ${keys.map((name) => `t.${name} = w.${name}`).join(' and ')}`)
    : sql.raw(`insert into ${table} as t (${[...keys, ...columns].join(', ')}${slots ? ', slot' : ''})
        select ${[...keys, ...columns].join(', ')}${slots ? ', 0' : ''} from wrong order by ${keys.join(', ')}
        on conflict (${keys.join(', ')}${slots ? ', slot' : ''}) do update
        set ${columns.map((name) => `${name} = t.${name} + excluded.${name}`).join(', ')}`)
  return sql`with ${wrongRows(counter)}, changed as (${changed} returning 1) select count(*)::int as n from changed`
}
