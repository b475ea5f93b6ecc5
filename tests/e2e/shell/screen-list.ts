import type { Client } from '../../support/client'
import { fillWebhook } from '../../support/fill'
import type { TestServer } from '../../support/launch'

/** Data for every screen, so that none is judged by its empty state alone. */
export async function fillScreens(client: Client, server: TestServer) {
  const mailbox = await client.connectMailbox('a.rather.long.sender.address@subdomain.coldframe.example')
  const smtp = await client.ok('POST', '/api/mail-accounts', {
    email: 'another.rather.long.sender.address@subdomain.coldframe.example',
    smtpHost: '127.0.0.1',
    smtpPort: server.port + 25,
    smtpSecure: false,
    password: 'sandbox',
  })
  await server.database.sql`
    update mail_accounts set status = 'error', status_detail = 'Paused: 4 of the last 9 emails bounced.'
    where id = ${smtp.id}`
  const list = await client.ok('POST', '/api/personas', {
    name: 'Heads of engineering at companies with a very long name that has to wrap somewhere',
    industry: 'Software',
    jobTitle: 'Head of Engineering',
    location: 'Berlin',
    description: 'A description.',
  })
  const field = await client.ok('POST', '/api/contact-fields', {
    name: 'Vertragsverlängerung bis zum Ende des Geschäftsjahres der Muttergesellschaft',
    type: 'choice',
    options: ['No', 'Yes, with the discount that was agreed upon'],
  })
  const contact = await client.ok('POST', '/api/contacts', {
    email: 'ann@people.example',
    firstName: 'Ann',
    personaId: list.id,
    custom: { [field.key]: 'No' },
  })
  const blocked = await client.ok('POST', '/api/contacts', {
    email: 'somebody.with.a.long.address@subdomain.people.example',
    personaId: list.id,
    suppressed: true,
  })
  const template = await client.ok('POST', '/api/templates', {
    name: 'Introduction',
    subject: 'Hello {{first_name}}',
    htmlBody: '<p>Hello {{first_name}}</p>',
  })
  const sequence = await client.ok('POST', '/api/sequences', {
    name: 'First contact',
    description: 'To people we never met.',
    timezone: 'Europe/Berlin',
  })
  const step = await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
    templateId: template.id,
    delayDays: 1,
    skipWeekends: false,
  })
  await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId: list.id })
  await client.ok('POST', `/api/sequences/${sequence.id}/activate`)
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 4320 })
  // In progress, so that deleting what it needs is a question.
  await client.ok('POST', '/api/contacts', {
    email: 'bob@people.example',
    firstName: 'Bob',
    personaId: list.id,
  })
  const [sent] = await client.ok('GET', '/sandbox/messages?to=ann@people.example')
  await client.ok('POST', `/sandbox/messages/${sent.id}/reply`, {
    text: 'Not now. https://people.example/a-rather-long-address-that-has-to-wrap-somewhere-in-a-narrow-window',
  })
  const second = await client.ok('POST', '/api/templates', {
    name: 'A question first, with a name that has to wrap somewhere in a narrow window',
    subject: 'A question',
    htmlBody: '<p>Hello</p>',
  })
  await client.ok('PATCH', `/api/steps/${step.id}`, {
    variants: [
      { templateId: template.id, weight: 2 },
      { templateId: second.id, active: false },
    ],
  })
  const { conversations } = await client.ok('GET', '/api/conversations')
  const conversation = conversations[0].id as string
  await client.ok('PATCH', `/api/conversations/${conversation}`, { label: 'Not now' })
  await client.ok('POST', `/api/conversations/${conversation}/reply`, {
    text: 'Dear Ann',
    sendAt: '2040-01-01T09:00:00Z',
  })
  await server.database.sql`
    update inbound_messages set body = text || 'more', html = '<p>Not now.</p>', files =
      '[{"part": "2", "name": "a-rather-long-name-of-an-attached-file-of-spring.pdf", "type": "application/pdf", "size": 123456}]'
    where conversation_id = ${conversation}`
  await server.database.sql`
    insert into email_sends (user_id, sender_account_id, sequence_id, sequence_name, step_name, subject, recipient_email,
      sender_email, state, tracking_token, unsubscribe_token, planned_at, scheduled_for, started_at, error)
    select user_id, id, ${sequence.id}, 'First contact', 'Email 1', 'Hello Ann', 'somebody.with.a.long.address@people.example',
      email, 'uncertain', 'tracking', 'unsubscribe', now(), now(), now(), 'The connection was lost before the server answered.'
    from mail_accounts where id = ${smtp.id}`
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: 'sandbox-screens' })
  await client.connectWorkspace('a.rather.long.workspace.address@subdomain.coldframe.example')
  const { id: me } = await client.ok('GET', '/api/auth/me')
  const [leadImport] = await server.database.sql`
    insert into queue_jobs (user_id, type, status) values (${me}, 'lead_import', 'completed') returning id`
  const [fileImport] = await server.database.sql`
    insert into queue_jobs (user_id, type, status) values (${me}, 'contact_import', 'completed') returning id`
  const [note] = await server.database.sql`
    insert into contact_notes (user_id, contact_id, text) values (${me}, ${contact.id}, 'Met at a fair') returning id`
  const task = await client.ok('POST', '/api/tasks', {
    ...{
      contactId: contact.id,
      title: 'Ask about the renewal of the contract before the end of the quarter',
      dueOn: '2026-03-01',
    },
  })
  const view = await client.ok('POST', '/api/contact-views', {
    name: 'People in Berlin whose contract ends before the end of the quarter',
    filter: { all: [{ field: 'firstName', op: 'is', value: 'Ann' }] },
    columns: ['email', 'city', `custom.${field.key}`, 'tags', 'emailsSent', 'lastEmailedAt', 'sequenceId'],
    sortBy: 'name',
    sortOrder: 'asc',
  })
  const change = await client.ok('POST', '/api/contacts/bulk', {
    ...{ contactIds: [contact.id], action: 'tag', tags: ['customer'] },
  })
  const [batch] = await server.database.sql`
    insert into import_batches (user_id, persona_id, queue_job_id, file_name, rows_done)
    values (${me}, ${list.id}, ${fileImport!.id}, 'a-rather-long-name-of-a-file-with-people-of-spring.csv', 1) returning id`
  const [file] = await server.database.sql`
    insert into job_files (user_id, purpose, name, content_type) values (${me}, 'contact_import', 'people.csv', 'text/csv') returning id`
  await server.database.sql`
    insert into job_file_chunks (file_id, index, data)
    values (${file!.id}, 0, ${Buffer.from('Email,First Name,Plan,A column with quite a long name\na@x.example,Ann,Basic,Text\n')})`
  const [stop] = await server.database.sql`
    insert into suppressions (user_id, domain, reason)
    values (${me}, 'a-rather-long-domain-of-a-competitor.example', 'domain') returning id`
  await server.database.sql`
    insert into conversation_labels (user_id, name, positive)
    values (${me}, 'A rather long label of forty characters.', true), (${me}, 'Student', false)`
  const [savedReply] = await server.database.sql`
    insert into saved_replies (user_id, name, text)
    values (${me}, 'A rather long name of a saved reply about prices and terms', ${'Hello {{first_name}}, '.repeat(9)}) returning id`
  const workflow = await client.ok('POST', '/api/workflows', {
    name: 'People who lead engineering teams at companies with a very long name',
    description: 'A description.',
    criteria: { jobTitles: ['Head of Engineering'], locations: ['Berlin'], employeeCounts: ['11-20'] },
    frequencyType: 'weeks',
    frequencyInterval: 2,
    leadLimit: 5,
    endAt: '2040-01-01T09:00:00Z',
  })
  await client.ok('POST', `/api/workflows/${workflow.id}/steps`, { emailListIds: [list.id] })
  const [run] = await server.database.sql`
    insert into workflow_runs (workflow_id, status, scheduled_for, started_at, completed_at, leads_found, leads_processed, error,
      metadata)
    values (${workflow.id}, 'failed', now(), now(), now(), 2310, 120, 'Insufficient credits.', '{"added": 90, "credits": 96}')
    returning id`
  await server.database.sql`
    insert into import_batches (user_id, workflow_run_id, file_name) values (${me}, ${run!.id}, 'CTOs in Berlin')`
  const [person] = await server.database.sql<{ id: string }[]>`
    select id from sequence_contacts where sequence_id = ${sequence.id} and contact_id = ${contact.id}`
  const [log] = await client.ok('GET', '/api/email-sends')
  const made = await client.ok('POST', '/api/email-sends/export', {})
  const [mailboxFile] = await server.database.sql`
    insert into queue_jobs (user_id, type, status, progress) values (${me}, 'mailbox_import', 'completed',
      '{"current":2,"total":2,"added":1,"skipped":0,"failed":1,"revealed":0}') returning id`
  await server.database.sql`
    insert into mailbox_import_rows (job_id, line, email, outcome, message) values
      (${mailboxFile!.id}, 2, 'another.rather.long.sender.address@subdomain.coldframe.example', 'added', null),
      (${mailboxFile!.id}, 3, 'ann@sender.example', 'failed', 'The SMTP server refused the login: 535 wrong password')`
  const key = await client.ok('POST', '/api/keys', { name: 'CRM', scope: 'read' })
  const hook = await fillWebhook(server, client, me)
  await server.database.sql`
    update webhook_endpoints set off_reason = 'failing', failing_since = now(),
      url = 'https://hooks.a-rather-long-name-of-a-customer.example/coldframe/events/01a213b6bf5478628b4e86dc286ce8e5'
    where id = ${hook.webhook}`
  return {
    ...hook,
    run: run!.id as string,
    key: key.id,
    field: field.id,
    conversation,
    mailbox,
    savedReply: savedReply!.id,
    log: log.id,
    export: made.jobId,
    smtp: smtp.id,
    mailboxFile: mailboxFile!.id,
    list: list.id,
    contact: contact.id,
    blocked: blocked.id,
    template: template.id,
    sequence: sequence.id,
    workflow: workflow.id,
    step: step.id,
    person: person!.id,
    batch: batch!.id,
    fileImport: fileImport!.id,
    note: note!.id,
    task: task.id,
    view: view.id,
    change: change.jobId,
    file: file!.id,
    stop: stop!.id,
    leadImport: leadImport!.id,
  }
}

/** Every screen and dialog that exists. */
export const screens = (ids: Record<string, string>): string[] => [
  '/personas',
  '/personas/new',
  `/personas/${ids.list}`,
  `/personas/${ids.list}/edit`,
  `/personas/${ids.list}/delete`,
  `/personas/${ids.list}/contacts/new`,
  `/personas/${ids.list}/contacts/${ids.contact}/edit`,
  `/personas/${ids.list}/contacts/${ids.contact}/delete`,
  `/personas/${ids.list}/mail-servers`,
  `/personas/${ids.list}/import`,
  `/personas/${ids.list}/import/columns/${ids.file}`,
  `/personas/${ids.list}/import/columns/${ids.file}?check=yes`,
  `/personas/${ids.list}/import/${ids.fileImport}`,
  `/personas/${ids.list}/imports`,
  `/personas/${ids.list}/imports/${ids.batch}/undo`,
  `/personas/${ids.list}/contacts/add?q=people`,
  `/personas/${ids.list}/contacts/move?contactId=${ids.contact}`,
  `/personas/${ids.list}/sequences/add`,
  '/inbox',
  '/inbox?tab=all&label=Not+now',
  '/inbox?q=nothing',
  '/inbox/new',
  `/inbox/new?contactId=${ids.contact}`,
  `/inbox/${ids.conversation}`,
  `/inbox/${ids.conversation}/contacts/${ids.contact}/edit`,
  `/inbox/${ids.conversation}/add-to-sequence?contactId=${ids.contact}`,
  `/inbox/${ids.conversation}/add-to-list`,
  `/inbox/${ids.conversation}/do-not-contact`,
  '/sequences',
  '/sequences/new',
  `/sequences/${ids.sequence}`,
  `/sequences/${ids.sequence}?view=canvas`,
  `/sequences/${ids.sequence}/steps/new?after=${ids.step}&on=notOpened,openedNoReply&view=canvas`,
  `/sequences/${ids.sequence}/steps/${ids.step}/edit?view=canvas`,
  `/sequences/${ids.sequence}/delete`,
  `/sequences/${ids.sequence}/steps/new`,
  `/sequences/${ids.sequence}/steps/new?type=send_email`,
  `/sequences/${ids.sequence}/steps/new?type=wait`,
  `/sequences/${ids.sequence}/steps/new?outer=stepType%3Dwait%26nextActionStepId%3Dnew`,
  `/sequences/${ids.sequence}/steps/new/template?stepType=send_email`,
  `/sequences/${ids.sequence}/steps/new/email?stepType=send_email`,
  `/sequences/${ids.sequence}/steps/new/list?stepType=add_to_persona`,
  `/sequences/${ids.sequence}/steps/${ids.step}/edit`,
  `/sequences/${ids.sequence}/steps/${ids.step}/edit/template?stepType=send_email`,
  `/sequences/${ids.sequence}/steps/${ids.step}/edit/email?stepType=send_email&templateId=${ids.template}&into=templateId`,
  `/sequences/${ids.sequence}/steps/${ids.step}/edit/list?stepType=add_to_persona`,
  `/sequences/${ids.sequence}/steps/${ids.step}/delete`,
  `/sequences/${ids.sequence}/lists/add`,
  `/sequences/${ids.sequence}/lists/add/list`,
  `/sequences/${ids.sequence}/lists/${ids.list}/remove`,
  `/sequences/${ids.sequence}/checks`,
  `/sequences/${ids.sequence}/people`,
  `/sequences/${ids.sequence}/people/${ids.person}`,
  `/sequences/${ids.sequence}/settings`,
  `/sequences/${ids.sequence}/forecast`,
  `/sequences/${ids.sequence}/report`,
  `/sequences/${ids.sequence}/versions`,
  `/sequences/${ids.sequence}/versions/1/restore`,
  '/campaign-builder/email-sending',
  `/campaign-builder/email-sending/emails/${ids.log}`,
  `/campaign-builder/email-sending/exports/${ids.export}`,
  '/campaign-builder/email-sending/uncertain',
  '/campaign-builder/email-sending/templates',
  '/campaign-builder/email-sending/templates/new',
  `/campaign-builder/email-sending/templates/${ids.template}/delete`,
  `/templates/${ids.template}/preview`,
  `/templates/${ids.template}/preview/edit`,
  `/templates/${ids.template}/preview/send-test`,
  '/connection/gmail',
  '/connection/gmail/smtp/new?preset=sandbox',
  '/connection/gmail/smtp/import',
  `/connection/gmail/smtp/import/${ids.mailboxFile}`,
  `/connection/gmail/${ids.mailbox}/edit`,
  `/connection/gmail/${ids.smtp}/edit`,
  `/connection/gmail/${ids.mailbox}/health`,
  `/connection/gmail/${ids.mailbox}/disconnect`,
  '/workflows',
  `/workflows/${ids.workflow}/activate`,
  `/workflows/${ids.workflow}/delete`,
  '/workflows/create',
  `/workflows/create?startStrategy=scheduled&name=W&frequencyType=days&hasEnd=on&jobTitles=CTO`,
  `/workflows/create?startStrategy=immediately&name=W&step=lists&emailListIds=${ids.list}`,
  '/workflows/create/list?startStrategy=immediately&name=W&step=lists',
  `/workflows/${ids.workflow}`,
  `/workflows/${ids.workflow}/list`,
  `/workflows/${ids.workflow}/runs/${ids.run}/undo`,
  '/notifications',
  '/search',
  '/search?q=ann',
  '/settings',
  '/account/password',
  '/settings/api-keys',
  '/settings/api-keys/new',
  `/settings/api-keys/${ids.key}/revoke`,
  '/settings/webhooks',
  '/settings/webhooks/new',
  `/settings/webhooks/${ids.webhook}`,
  `/settings/webhooks/${ids.webhook}/edit`,
  `/settings/webhooks/${ids.webhook}/rotate`,
  `/settings/webhooks/${ids.webhook}/delete`,
  `/settings/webhooks/${ids.webhook}/deliveries/${ids.delivery}`,
  '/settings/inbox',
  '/settings/inbox/labels/new',
  '/settings/inbox/labels/remove?name=Student',
  '/settings/inbox/replies/new',
  `/settings/inbox/replies/${ids.savedReply}/edit`,
  `/settings/inbox/replies/${ids.savedReply}/delete`,
  '/settings/fields',
  '/settings/fields/new',
  `/settings/fields/${ids.field}/edit`,
  `/settings/fields/${ids.field}/delete`,
  '/settings/do-not-contact',
  `/settings/do-not-contact/${ids.stop}/remove`,
  '/contacts',
  '/contacts?q=ann',
  `/contacts?view=${ids.view}`,
  `/contacts/filter?view=${ids.view}`,
  '/contacts/filter?match=all&0.match=any&0.0.field=sequenceId&0.0.op=is&0.1.field=createdAt&0.1.op=inLastDays&0.1.value=x&press=apply',
  `/contacts/columns?view=${ids.view}`,
  `/contacts/views/new?view=${ids.view}`,
  `/contacts/views/${ids.view}/delete`,
  `/contacts/lists/new?view=${ids.view}`,
  `/contacts/lists/change?view=${ids.view}`,
  `/contacts/change?contactId=${ids.contact}`,
  '/contacts/change?all=yes&action=setField',
  '/contacts/changes',
  `/contacts/changes/${ids.change}`,
  `/contacts/add-to-sequence?contactId=${ids.contact}`,
  `/contacts/edit/${ids.contact}`,
  `/contacts/delete/${ids.contact}`,
  `/contacts/${ids.contact}`,
  `/contacts/${ids.contact}/edit`,
  `/contacts/${ids.contact}/delete`,
  `/contacts/${ids.contact}/notes/${ids.note}/delete`,
  `/contacts/${ids.contact}/notes/new`,
  `/contacts/${ids.contact}?in=sort%3Demail%26order%3Dasc`,
  `/contacts/${ids.contact}/tags`,
  `/contacts/${ids.contact}/add-to-list`,
  `/contacts/${ids.contact}/add-to-sequence?contactId=${ids.contact}`,
  `/contacts/${ids.contact}/do-not-contact`,
  `/contacts/${ids.contact}/tasks/new`,
  `/contacts/${ids.contact}/tasks/${ids.task}/edit`,
  `/contacts/${ids.contact}/tasks/${ids.task}/delete`,
  '/contacts-hub/tasks',
  '/contacts-hub/tasks?show=done',
  `/contacts-hub/tasks/${ids.task}/edit`,
  `/contacts-hub/tasks/${ids.task}/delete`,
  '/contacts-hub/companies',
  '/contacts-hub/companies?q=nothing',
  '/contacts-hub/companies/columns',
  '/connection/gmail/administrator',
  '/contacts-hub/companies/people.example',
  '/contacts-hub/companies/people.example/stop',
  `/inbox/${ids.conversation}/note`,
  `/contacts/${ids.blocked}/lift/suppression`,
  `/contacts/${ids.contact}/erase`,
  '/contacts-hub/leads-finder',
  '/contacts-hub/leads-finder?search=true&jobTitles=owner&locations=Austin%2C+Texas%2C+United+States&locationType=account&industries=5567ce1f7369643b78570000&industryNames=a+rather+long+keyword+of+somebody',
  '/contacts-hub/leads-finder?search=true&employeeCounts=1-10',
  `/contacts-hub/leads-finder/add?leadId=${'a'.repeat(24)}`,
  `/contacts-hub/leads-finder/add/list?leadId=${'a'.repeat(24)}`,
  `/contacts-hub/leads-finder/imports/${ids.leadImport}`,
  '/integrations',
  '/integrations/apollo',
  '/integrations/gsuite',
  '/integrations/gsuite/disconnect',
  '/campaigns',
  '/nowhere',
  '/sandbox',
  '/sandbox?message=1',
]

/** Those that need no session. */
export const SIGNED_OUT = [
  '/login',
  '/signup',
  '/login/forgot-password',
  '/login/resume',
  '/reset-password',
  '/reset-password?token=abc',
  '/confirm-address?token=abc',
  '/u/unknown',
  '/api/docs',
  '/api/docs/steps?lang=python',
  '/api/docs/errors',
  '/api/docs/guides/n8n',
]
