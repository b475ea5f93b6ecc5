import { namePool } from '../../load/makers'
import type { TestDatabase } from '../../support/clone'

/** What a user with many rows has. */
export interface Seeded {
  /** A list with every contact. */
  personaId: string
  /** The first of five sequences, with a fifth of the emails. */
  sequenceId: string
}

/** How the rows look. */
export interface Shape {
  emailsPerContact: number
  daysBetween: number
  names: { first: string[]; last: string[] }
  lists: string[]
  sequences: string[]
  subjects: string[]
}

const numbered = (name: string, n: number) => Array.from({ length: n }, (_, i) => `${name} ${i + 1}`)

/** What the benches measure. */
export const MEASURED: Shape = {
  emailsPerContact: 1,
  daysBetween: 3,
  names: namePool(5, 7),
  lists: numbered('List', 20),
  sequences: numbered('Sequence', 5),
  subjects: ['Hello'],
}

/** A part of the first name of a fifth of the contacts, and of nothing else. */
export const COMMON_NAME = 'mei'

/** The contacts that `seedMillion` adds. */
export const SEEDED = 'person%@company%.example'

const TABLES = ['contacts', 'persona_contacts', 'email_sends', 'email_logs']

/**
 * Adds contacts in one list and as many emails with their log rows, or several to each. Indexes are built afterwards and counters are
 * filled directly; otherwise a million rows would take many minutes.
 */
export async function seedMillion(
  { sql }: Pick<TestDatabase, 'sql'>,
  userId: string,
  rows: number,
  shape: Shape = MEASURED,
): Promise<Seeded> {
  const { names, subjects } = shape
  const [list] = await sql`
    insert into personas (user_id, name, industry, job_title, location)
    select ${userId}, name, 'Software', 'CTO', 'Berlin' from unnest(${shape.lists}::text[]) name returning id`
  const sequences = await sql`
    insert into sequences (user_id, name, timezone, status, activated_at)
    select ${userId}, name, 'UTC', 'running', now() from unnest(${shape.sequences}::text[]) name returning id`
  const ids = sequences.map((row) => row.id as string)
  const indexes = await sql`
    select indexname as name, indexdef as made from pg_indexes
    where tablename in ${sql(TABLES)} and indexname not in (select conname from pg_constraint)`
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`set local maintenance_work_mem = '512MB'`
    for (const { name } of indexes) await tx`drop index ${tx(name)}`
    await tx`
      insert into contacts (user_id, email, first_name, last_name, name, title, organization_name, industry, unsubscribed,
        suppressed, created_at)
      select ${userId}, 'person' || i || '@company' || i % 5000 || '.example', f, l, f || ' ' || l, 'CTO', 'Company ' || i % 5000,
        'Industry ' || i % 40, i % 50 = 0, i % 77 = 0, now() - i * interval '1 second'
      from generate_series(1, ${rows}) i,
        lateral (select (${names.first}::text[])[1 + i % ${names.first.length}::int] as f,
          (${names.last}::text[])[1 + i % ${names.last.length}::int] as l) n`
    const seeded = tx`contacts where user_id = ${userId} and email like ${SEEDED}`
    await tx`
      insert into persona_contacts (persona_id, contact_id, added_at) select ${list!.id}, id, created_at from ${seeded}`
    await tx`
      insert into email_sends (user_id, contact_id, sequence_id, recipient_email, recipient_name, sender_email, subject, html_body,
        state, sent_at, started_at, tracking_token, unsubscribe_token, planned_at, scheduled_for, created_at)
      select user_id, id, (${ids}::uuid[])[1 + extract(epoch from created_at)::bigint % ${ids.length}::int], email, name,
        'me@bench.example', (${subjects}::text[])[1 + n % ${subjects.length}::int], '<p>Hello</p>', 'sent', at, at, 't' || id || n,
        'u' || id || n, at, at, at
      from (select * from ${seeded}) c, generate_series(0, ${shape.emailsPerContact - 1}::int) n,
        lateral (select created_at - n * make_interval(days => ${shape.daysBetween}::int) as at) t`
    await tx`
      insert into email_logs (user_id, email_send_id, contact_id, sequence_id, recipient_email, recipient_name, sender_email,
        sequence_name, subject, status, email_provider, sent_at, created_at)
      select s.user_id, s.id, contact_id, sequence_id, recipient_email, recipient_name, sender_email, q.name, subject,
        (array['not_open', 'not_open', 'not_open', 'open', 'reply'])[1 + extract(epoch from s.created_at)::bigint / 5 % 5], 'smtp',
        sent_at, s.created_at
      from email_sends s join sequences q on q.id = s.sequence_id where s.sequence_id = any(${ids}::uuid[])`
    await tx`delete from contact_stats where user_id = ${userId}`
    await tx`
      insert into contact_stats (user_id, total, active, unsubscribed, suppressed)
      select user_id, count(*), count(*) filter (where not suppressed and not unsubscribed and not hard_bounced),
        count(*) filter (where unsubscribed and not suppressed), count(*) filter (where suppressed) from contacts
      where user_id = ${userId} group by 1`
    await tx`delete from contact_industries where user_id = ${userId}`
    await tx`
      insert into contact_industries (user_id, industry, total, active, unsubscribed, suppressed)
      select user_id, industry, count(*), count(*) filter (where not suppressed and not unsubscribed and not hard_bounced),
        count(*) filter (where unsubscribed and not suppressed), count(*) filter (where suppressed) from contacts
      where user_id = ${userId} and industry is not null group by 1, 2`
    await tx`update personas set contact_count = ${rows} where id = ${list!.id}`
    for (const { made } of indexes) await tx.unsafe(made)
  })
  await sql`vacuum analyze`
  return { personaId: list!.id, sequenceId: ids[0]! }
}
