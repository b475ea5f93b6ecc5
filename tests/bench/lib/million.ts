import type { TestDatabase } from '../../support/clone'

/** What a user with many rows has. */
export interface Seeded {
  /** A list with every contact. */
  personaId: string
  /** The first of five sequences, with a fifth of the emails. */
  sequenceId: string
}

const TABLES = ['contacts', 'persona_contacts', 'email_sends', 'email_logs']

/**
 * Adds contacts in one list and as many emails with their log rows. Indexes are built afterwards and counters are
 * filled directly; otherwise a million rows would take many minutes.
 */
export async function seedMillion({ sql }: TestDatabase, userId: string, rows: number): Promise<Seeded> {
  const [list] = await sql`
    insert into personas (user_id, name, industry, job_title, location)
    select ${userId}, 'List ' || i, 'Software', 'CTO', 'Berlin' from generate_series(1, 20) i returning id`
  const sequences = await sql`
    insert into sequences (user_id, name, timezone, status, activated_at)
    select ${userId}, 'Sequence ' || i, 'UTC', 'running', now() from generate_series(1, 5) i returning id`
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
        lateral (select (array['Ann', 'Bo', 'Chloe', 'Dmitri', 'Elena'])[1 + i % 5] as f,
          (array['Lee', 'Okafor', 'Schmidt', 'Novak', 'Garcia', 'Tanaka', 'Byrne'])[1 + i % 7] as l) n`
    await tx`
      insert into persona_contacts (persona_id, contact_id, added_at) select ${list!.id}, id, created_at from contacts`
    await tx`
      insert into email_sends (user_id, contact_id, sequence_id, recipient_email, recipient_name, sender_email, subject, html_body,
        state, sent_at, started_at, tracking_token, unsubscribe_token, planned_at, scheduled_for, created_at)
      select user_id, id, (${ids}::uuid[])[1 + extract(epoch from created_at)::bigint % 5], email, name, 'me@bench.example', 'Hello',
        '<p>Hello</p>', 'sent', created_at, created_at, 't' || id, 'u' || id, created_at, created_at, created_at from contacts`
    await tx`
      insert into email_logs (user_id, email_send_id, contact_id, sequence_id, recipient_email, recipient_name, sender_email,
        sequence_name, subject, status, email_provider, sent_at, created_at)
      select user_id, id, contact_id, sequence_id, recipient_email, recipient_name, sender_email, 'Sequence', subject,
        (array['not_open', 'not_open', 'not_open', 'open', 'reply'])[1 + extract(epoch from created_at)::bigint / 5 % 5], 'smtp',
        sent_at, created_at from email_sends`
    await tx`
      insert into contact_stats (user_id, total, active, unsubscribed, suppressed)
      select user_id, count(*), count(*) filter (where not suppressed and not unsubscribed and not hard_bounced),
        count(*) filter (where unsubscribed and not suppressed), count(*) filter (where suppressed) from contacts group by 1`
    await tx`
      insert into contact_industries (user_id, industry, total, active, unsubscribed, suppressed)
      select user_id, industry, count(*), count(*) filter (where not suppressed and not unsubscribed and not hard_bounced),
        count(*) filter (where unsubscribed and not suppressed), count(*) filter (where suppressed) from contacts group by 1, 2`
    await tx`update personas set contact_count = ${rows} where id = ${list!.id}`
    for (const { made } of indexes) await tx.unsafe(made)
  })
  await sql`vacuum analyze`
  return { personaId: list!.id, sequenceId: ids[0]! }
}
