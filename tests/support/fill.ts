import { createHash } from 'node:crypto'
import { UNREADABLE } from '../../app/providers/mail/inbound/inbound'
import type { Client } from './client'
import type { TestServer } from './launch'

/** One of everything that an id can name. @returns the ids by what they name */
export async function fillAccount(server: TestServer, client: Client): Promise<Record<string, string>> {
  const mailbox = await client.connectMailbox(`${crypto.randomUUID()}@coldframe.example`)
  const persona = await client.ok('POST', '/api/personas', {
    name: 'P',
    industry: 'I',
    jobTitle: 'J',
    location: 'L',
  })
  const contact = await client.ok('POST', '/api/contacts', {
    email: `${crypto.randomUUID()}@people.example`,
    personaId: persona.id,
  })
  const template = await client.ok('POST', '/api/templates', {
    name: 'T',
    subject: 'S',
    htmlBody: '<p>B</p>',
  })
  const sequence = await client.ok('POST', '/api/sequences', { name: 'S' })
  const step = await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
    templateId: template.id,
    delayDays: 1,
  })
  await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId: persona.id })
  const workflow = await client.ok('POST', '/api/workflows', { name: 'W', criteria: {} })
  const workflowStep = await client.ok('POST', `/api/workflows/${workflow.id}/steps`, {
    emailListIds: [persona.id],
  })
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: `sandbox-${crypto.randomUUID()}` })
  const me = await client.ok('GET', '/api/auth/me')
  const [notification] = await server.database.sql`
    insert into notifications (user_id, type, title, message) values (${me.id}, 'system', 'T', 'M') returning id`
  const [enrollment] = await server.database.sql`
    insert into sequence_contacts (user_id, sequence_id, contact_id, address_hash, status, next_action, next_action_at, enrolled_at)
    values (${me.id}, ${sequence.id}, ${contact.id}, ${crypto.randomUUID()}, 'active', 'send', now() + interval '1 year', now())
    returning id`
  const [job] = await server.database
    .sql`insert into queue_jobs (user_id, type, status) values (${me.id}, 'enrollment', 'completed') returning id`
  const [uncertain] = await server.database.sql`
    insert into email_sends (user_id, sender_account_id, recipient_email, sender_email, state, tracking_token,
      unsubscribe_token, planned_at, scheduled_for, started_at)
    values (${me.id}, ${mailbox}, 'somebody@people.example', 'sender@coldframe.example', 'uncertain',
      ${crypto.randomUUID()}, ${crypto.randomUUID()}, now(), now(), now()) returning id`
  const [batch] = await server.database.sql`
    insert into import_batches (user_id, persona_id, queue_job_id, file_name, rows_done)
    values (${me.id}, ${persona.id}, ${job!.id}, 'people.csv', 1) returning id`
  const [file] = await server.database.sql`
    insert into job_files (user_id, purpose, name, content_type, size)
    values (${me.id}, 'contact_import', 'people.csv', 'text/csv', 24) returning id`
  await server.database.sql`
    insert into job_file_chunks (file_id, index, data) values (${file!.id}, 0, ${Buffer.from('Email,Plan\na@x.example,B\n')})`
  const [stop] = await server.database.sql`
    insert into suppressions (user_id, domain, reason) values (${me.id}, ${`${crypto.randomUUID()}.example`}, 'domain') returning id`
  const [log] = await server.database.sql`
    insert into email_logs (user_id, sequence_id, contact_id, recipient_email, sender_email, subject, sent_at)
    values (${me.id}, ${sequence.id}, ${contact.id}, 'somebody@people.example', 'sender@coldframe.example', 'S', now())
    returning id`
  const settings = {
    ...{ name: 'S', description: null, timezone: 'UTC', useContactTimezone: false, skipWeekends: true },
    ...{ sendDays: null, latestSendTime: null, holidays: null, holidayDates: [], startDate: null },
    ...{ contactLimit: null, maxEmailsPerContactPerWeek: null, senderAccountId: null, mailboxIds: [] },
    ...{ sendAsEmail: null, preferSameProvider: false, trackingEnabled: true },
  }
  await server.database.sql`
    insert into sequence_versions (sequence_id, number, user_id, content)
    values (${sequence.id}, 1, ${me.id}, ${JSON.stringify({ settings, steps: [] })}::text::jsonb)`
  const key = await client.ok('POST', '/api/keys', { name: 'K', scope: 'read' })
  const field = await client.ok('POST', '/api/contact-fields', {
    name: `Field ${crypto.randomUUID()}`,
    type: 'number',
  })
  const domain = `${crypto.randomUUID()}.example`
  await client.ok('POST', '/api/contacts', { email: `ann@${domain}` })
  const task = await client.ok('POST', '/api/tasks', {
    ...{ contactId: contact.id, title: 'T', dueOn: '2026-12-18' },
  })
  const change = await client.ok('POST', '/api/contacts/bulk', {
    ...{ contactIds: [contact.id], action: 'tag', tags: ['filled'] },
  })
  const view = await client.ok('POST', '/api/contact-views', { name: crypto.randomUUID() })
  const [run] = await server.database.sql`
    insert into workflow_runs (workflow_id, status, scheduled_for, started_at, completed_at)
    values (${workflow.id}, 'completed', now(), now(), now()) returning id`
  await server.database.sql`
    insert into import_batches (user_id, workflow_run_id, file_name) values (${me.id}, ${run!.id}, 'W')`
  return {
    run: run!.id,
    ...(await fillWebhook(server, client, me.id)),
    key: key.id,
    field: field.id,
    view: view.id,
    task: task.id,
    change: change.jobId,
    domain,
    ...(await fillConversation(server, { userId: me.id, contactId: contact.id, mailboxId: mailbox })),
    log: log!.id,
    batch: batch!.id,
    file: file!.id,
    stop: stop!.id,
    uncertain: uncertain!.id,
    mailbox,
    persona: persona.id,
    contact: contact.id,
    template: template.id,
    sequence: sequence.id,
    step: step.id,
    version: '1',
    workflow: workflow.id,
    workflowStep: workflowStep.id,
    enrollment: enrollment!.id,
    notification: notification!.id,
    job: job!.id,
  }
}

/** A webhook that is switched off, so that no test waits for its server, with a delivery. */
export async function fillWebhook({ database: { sql } }: TestServer, client: Client, userId: string) {
  const { id } = await client.ok('POST', '/api/webhooks', {
    url: 'http://127.0.0.1:9/hooks',
    events: ['mailbox.expired'],
  })
  await client.ok('PATCH', `/api/webhooks/${id}`, { active: false })
  const [event] = await sql`
    insert into webhook_events (user_id, type, object_id, body) values (${userId}, 'webhook.test', ${id}, '{"type":"webhook.test"}')
    returning id, n`
  const [delivery] = await sql`
    insert into webhook_deliveries (user_id, endpoint_id, event_id, object_id, n, state, attempts, response_status, attempted_at)
    values (${userId}, ${id}, ${event!.id}, ${id}, ${event!.n}, 'delivered', 1, 200, now()) returning id`
  return { webhook: id as string, delivery: delivery!.id as string }
}

/**
 * A conversation with received messages (one may ask for no more email), possibly related ones, an answer that waits, a file of the draft
 * and a saved reply.
 */
async function fillConversation(
  { database: { sql } }: TestServer,
  { userId, contactId, mailboxId }: { userId: string; contactId: string; mailboxId: string },
) {
  const [conversation] = await sql`
    insert into conversations (user_id, contact_id, mail_account_id, subject, last_message_at)
    values (${userId}, ${contactId}, ${mailboxId}, 'S', now()) returning id`
  const [message] = await sql`
    insert into inbound_messages (user_id, mail_account_id, provider_id, kind, contact_id, conversation_id, from_email, text, html,
      files, received_at)
    values (${userId}, ${mailboxId}, 'gone', 'reply', ${contactId}, ${conversation!.id}, 'somebody@people.example', 'Hi', '<p>Hi</p>',
      '[{"part":"2","name":"a.pdf","type":"application/pdf","size":3}]', now()) returning id`
  const [asked] = await sql`
    insert into inbound_messages (user_id, mail_account_id, provider_id, kind, opt_out, contact_id, conversation_id, from_email, text,
      received_at)
    values (${userId}, ${mailboxId}, 'asked', 'reply', 'asked', ${contactId}, ${conversation!.id}, 'somebody@people.example',
      'We may not need emails', now()) returning id`
  const [sent] = await sql`
    insert into email_sends (user_id, sender_account_id, contact_id, conversation_id, is_manual, recipient_email, sender_email,
      plain_text_body, state, tracking_token, unsubscribe_token, planned_at, scheduled_for, started_at, sent_at)
    values (${userId}, ${mailboxId}, ${contactId}, ${conversation!.id}, true, 'somebody@people.example', 'sender@coldframe.example',
      'Hi', 'sent', ${crypto.randomUUID()}, ${crypto.randomUUID()}, now(), now(), now(), now()) returning id`
  const relate = async (providerId: string) => {
    const inbound = { ...UNREADABLE, kind: 'reply', from: 'colleague@people.example', text: 'Hi' }
    const received = { mailboxId, providerId, receivedAt: new Date(), inbound, sendId: sent!.id }
    const [row] = await sql`
      insert into related_messages (user_id, conversation_id, mail_account_id, provider_id, received, received_at)
      values (${userId}, ${conversation!.id}, ${mailboxId}, ${providerId}, ${JSON.stringify(received)}::text::jsonb, now()) returning id`
    return row!.id as string
  }
  const [answer] = await sql`
    insert into email_sends (user_id, sender_account_id, contact_id, conversation_id, is_manual, recipient_email, sender_email,
      plain_text_body, tracking_token, unsubscribe_token, planned_at, scheduled_for)
    values (${userId}, ${mailboxId}, ${contactId}, ${conversation!.id}, true, 'somebody@people.example', 'sender@coldframe.example',
      'Hi', ${crypto.randomUUID()}, ${crypto.randomUUID()}, now() + interval '9 years', now() + interval '9 years') returning id`
  const [attachment] = await sql`
    insert into attachments (user_id, conversation_id, name, content_type, size, content)
    values (${userId}, ${conversation!.id}, 'a.txt', 'text/plain', 2, 'Hi') returning id`
  const [savedReply] = await sql`
    insert into saved_replies (user_id, name, text) values (${userId}, ${crypto.randomUUID()}, 'Hi') returning id`
  await sql`
    insert into contact_holds (user_id, contact_id, reason, until, message_id)
    select ${userId}, ${contactId}, reason, now() + interval '14 days', ${message!.id}
    from unnest(array['report_unproven', 'sender_unproven']) reason`
  const [note] = await sql`
    insert into contact_notes (user_id, contact_id, text) values (${userId}, ${contactId}, 'Met at a fair') returning id`
  return {
    note: note!.id as string,
    hold: 'report_unproven',
    conversation: conversation!.id as string,
    message: message!.id as string,
    asked: asked!.id as string,
    related: await relate('related'),
    otherRelated: await relate('other'),
    part: '2',
    answer: answer!.id as string,
    attachment: attachment!.id as string,
    savedReply: savedReply!.id as string,
  }
}

/** A hash over every row that belongs to a user: equal before and after means that nothing changed. @param without tables left out */
export async function stateOf(
  server: TestServer,
  userId: string,
  without: readonly string[] = [],
): Promise<string> {
  const tables = await server.database.sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' and table_name not in ('sessions') order by 1`
  const hash = createHash('sha256')
  for (const { name } of tables.filter((table) => !without.includes(table.name))) {
    const rows = await server.database.sql`
      select to_jsonb(t) as row from ${server.database.sql(name)} t where user_id = ${userId} order by to_jsonb(t)::text`
    hash.update(name).update(JSON.stringify(rows))
  }
  return hash.digest('hex')
}
