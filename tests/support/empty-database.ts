import type postgres from 'postgres'
import type { TestDatabase } from './clone'

/** What the template holds: its tables, and the rows that migrations wrote. */
interface Template {
  tables: string[]
  rows: { name: string; rows: postgres.JSONValue }[]
  schema: string
}

/** The same for every database of a run. */
let template: Promise<Template> | undefined

/** Reads what the template holds from a database that no test has used yet. */
export async function learnTemplate({ sql }: TestDatabase): Promise<void> {
  template ??= readTemplate(sql)
  await template
}

async function readTemplate(sql: postgres.Sql): Promise<Template> {
  const tables = (
    await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'sandbox', 'graphile_worker') and tablename <> 'migrations' order by 1`
  ).map(({ name }) => name)
  const read = tables.map((name) => `select '${name}' as name, (select jsonb_agg(t) from ${name} t) as rows`)
  const rows = await sql.unsafe<Template['rows']>(
    `select * from (${read.join(' union all ')}) all_rows where rows is not null`,
  )
  return { tables, rows: [...rows], schema: await schemaOf(sql) }
}

/** Changes with every object, setting or disabled trigger that a test adds or removes. */
async function schemaOf(sql: postgres.Sql): Promise<string> {
  const [row] = await sql<{ schema: string }[]>`
    select concat_ws(' ',
      (select md5(string_agg(oid::text || relname, ',' order by oid)) from pg_class where relpersistence <> 't' and relname !~ '^pg_'),
      (select md5(string_agg(oid::text || tgenabled::text, ',' order by oid)) from pg_trigger),
      (select md5(string_agg(oid::text || md5(prosrc), ',' order by oid)) from pg_proc where pronamespace <> 'pg_catalog'::regnamespace),
      (select md5(string_agg(oid::text || attnum || attname, ',' order by oid, attnum)) from pg_attribute a
        join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace),
      (select count(*) from pg_constraint),
      (select count(*) from pg_db_role_setting)) as schema`
  return row!.schema
}

/** Whether a database is as the template, but for its rows, and nothing works in it any more. */
export async function canBeEmptied({ sql }: TestDatabase): Promise<boolean> {
  const [others] = await sql<{ busy: number }[]>`
    select count(*)::int as busy from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`
  return others!.busy === 0 && (await schemaOf(sql)) === (await template!).schema
}

/** Gives every table the rows of the template. Triggers and foreign keys do not act. */
export async function emptyDatabase({ sql }: TestDatabase): Promise<void> {
  const { tables, rows } = await template!
  await sql.begin(async (tx) => {
    await tx.unsafe(
      ['set local session_replication_role = replica', ...tables.map((name) => `delete from ${name}`)].join(
        ';',
      ),
    )
    for (const { name, rows: kept } of rows)
      await tx.unsafe(
        `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1::text::jsonb)`,
        [JSON.stringify(kept)],
      )
  })
}
