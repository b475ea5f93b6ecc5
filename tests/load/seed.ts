import { loadAddressKey } from '~/models/suppressions/address-key.server'
import { createSealer } from '~/secrets.server'
import type { TestDatabase } from '../support/clone'
import { HTML, SUBJECT, TEXT } from './mail'
import { BENCH_ENV } from './programs'

export interface Campaign {
  userId: string
  sequenceId: string
  mailboxIds: string[]
}

/** A running sequence of one email with mailboxes that send to `port`, without spacing and contacts. */
export async function seedCampaign(
  { db, sql }: TestDatabase,
  { port, mailboxes, dailyLimit = 1_000_000 }: { port: number; mailboxes: number; dailyLimit?: number },
): Promise<Campaign> {
  const sealer = createSealer(BENCH_ENV.APP_SECRET)
  await loadAddressKey(db, sealer)
  const [user] =
    await sql`insert into users (email, password, full_name) values ('bench@example.com', '-', 'Bench') returning id`
  const userId = user!.id as string
  const boxes = Array.from({ length: mailboxes }, (_, i) => {
    const id = crypto.randomUUID()
    return { id, email: `box${i}@bench.example`, password: sealer.seal('password', id) }
  })
  await sql`
    insert into mail_accounts (id, user_id, provider, email, account_key, smtp_host, smtp_port, smtp_secure, username,
      password, daily_limit, send_interval_seconds, created_at)
    select id, ${userId}, 'smtp', email, 'smtp:' || email, '127.0.0.1', ${port}, false, email, password,
      ${dailyLimit}, 0, now() - interval '1 year'
    from jsonb_to_recordset(${JSON.stringify(boxes)}::text::jsonb) as v(id uuid, email text, password text)`
  const mailboxIds = boxes.map((box) => box.id)
  const [template] = await sql`
    insert into templates (user_id, name, subject, template_type, html_body, plain_text_body)
    values (${userId}, 'T', ${SUBJECT}, 'html', ${HTML}, ${TEXT}) returning id`
  const [sequence] = await sql`
    insert into sequences (user_id, name, timezone, status, activated_at, mailbox_ids)
    values (${userId}, 'S', 'UTC', 'running', now() - interval '10 days', ${mailboxIds}) returning id`
  await sql`
    insert into steps (sequence_id, step_type, name, "order", template_id, delay_days, reaction_window_hours)
    values (${sequence!.id}, 'send_email', 'First', 0, ${template!.id}, 0, 72)`
  return { userId, sequenceId: sequence!.id, mailboxIds }
}

/** Enrolls `n` new contacts whose emails are due after `dueIn` (a PostgreSQL interval), spread over the mailboxes. */
export async function seedPeople(
  { sql }: TestDatabase,
  { userId, sequenceId, mailboxIds }: Campaign,
  n: number,
  dueIn = '-1 minute',
  prefix = 'p',
): Promise<void> {
  const [step] = await sql`select id from steps where sequence_id = ${sequenceId}`
  await sql`
    insert into contacts (user_id, email, first_name, name)
    select ${userId}, ${prefix} || i || '@people.example', 'Ann', 'Ann Lee' from generate_series(1, ${n}) i`
  await sql`
    insert into sequence_contacts (user_id, sequence_id, contact_id, address_hash, mailbox_id, status, current_step_id,
      next_action, next_action_at, slot_at, moment_at, planned_at, visits, enrolled_at)
    select ${userId}, ${sequenceId}, c.id, c.email, (${mailboxIds}::uuid[])[1 + (row_number() over ())::int % ${mailboxIds.length}],
      'active', ${step!.id}, 'send', now() + ${dueIn}::interval, now() + ${dueIn}::interval,
      now() - interval '1 day', now() + ${dueIn}::interval, jsonb_build_object(${step!.id}::text, 1), now() - interval '1 day'
    from contacts c where c.user_id = ${userId} and c.email like ${`${prefix}%`}`
  await sql`vacuum analyze`
}

/** An email to every enrolled contact, sent an hour ago and not opened yet. */
export async function seedSent({ sql }: TestDatabase): Promise<void> {
  await sql`
    with sent as (
      insert into email_sends (user_id, sequence_contact_id, sequence_id, contact_id, recipient_email, sender_email, state, sent_at,
        started_at, tracking_token, unsubscribe_token, planned_at, scheduled_for)
      select user_id, id, sequence_id, contact_id, 'p@people.example', 'b@bench.example', 'sent', now() - interval '1 hour',
        now() - interval '1 hour', substr(md5(id::text) || md5(id::text || 'x'), 1, 43), id::text, now(), now()
      from sequence_contacts returning *
    )
    insert into email_logs (user_id, email_send_id, sequence_id, contact_id, recipient_email, sender_email, subject, sent_at)
    select user_id, id, sequence_id, contact_id, recipient_email, sender_email, 'S', sent_at from sent`
}
