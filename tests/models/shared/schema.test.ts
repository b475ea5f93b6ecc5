import { afterAll, beforeAll, expect, test } from 'vitest'
import * as enums from '#drizzle/schema/enums'
import { createTestDatabase, type TestDatabase } from '../../support/db'

/** The stored data of specification document 2, sections 3.3 and 4.1: every column, default, unique key and value. */
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Columns as the specification names them; `=` is the default. */
const TABLES: Record<string, string> = {
  sequences:
    'id userId name description timezone=UTC skipWeekends=false personaId senderAccountId sendAsEmail contactLimit startDate totalContacts=0 status=draft createdAt updatedAt',
  steps:
    'id sequenceId stepType name order delayDays=0 sendHour=9 sendMinute=0 reactionWindowHours=48 reactionWindowMinutes=0 templateId skipWeekends notOpenedStepId notOpenedWaitDays=0 openedNoReplyStepId openedNoReplyWaitDays=0 repliedStepId repliedWaitDays=0 waitValue waitUnit nextActionType nextActionStepId personaId createdAt',
  templates:
    'id userId name subject templateType=html htmlBody plainTextBody builderJson createdAt updatedAt',
  contacts:
    'id userId email firstName lastName name apolloId linkedinUrl title organizationName headline state city country organization employmentHistory suppressed=false unsubscribed=false tags={} notOpenedStreak=0 hardBounced=false metadata createdAt',
  sequence_contacts: 'id sequenceId contactId status=active currentStepId enrolledAt completedAt',
  email_sends:
    'id sequenceContactId sequenceId stepId contactId templateId senderAccountId sendAsEmail subject htmlBody plainTextBody trackingToken unsubscribeToken messageId sentAt scheduledFor',
  tracking_events: 'id emailSendId contactId type trackingToken userAgent ipAddress rawPayload createdAt',
  queue_jobs:
    'id type payload status=pending scheduledFor attempts=0 maxAttempts=3 error createdAt processedAt',
  personas: 'id userId name industry jobTitle location description createdAt updatedAt',
  persona_contacts: 'personaId contactId',
  sequence_personas: 'personaId sequenceId',
  workflows:
    'id userId name description status=draft startStrategy=immediately startAt frequencyType=once frequencyInterval=1 endAt isEndless=true criteria leadLimit=500 lastRunAt nextRunAt createdAt updatedAt',
  workflow_steps: 'id workflowId order stepType name createdAt',
  workflow_step_personas: 'stepId personaId',
  workflow_runs:
    'id workflowId status=pending startedAt completedAt leadsFound=0 leadsProcessed=0 error metadata',
  email_logs:
    'sequenceId contactId stepId templateId sequenceContactId subject status emailProvider messageId trackingToken unsubscribeToken sentAt openedAt repliedAt isTestEmail=false bouncedAt',
  integrations:
    'userId type status=disconnected accessToken refreshToken tokenExpiresAt userEmail userData scopes',
  settings: 'userId key value',
  notifications: 'userId type title message metadata read=false dismissedAt',
  users:
    'id email password fullName googleAccessToken defaultSenderAccountId defaultSendAsEmail apolloApiKey apolloApiKeyEnabled=true',
  mail_accounts:
    'userId googleUserId email displayName accessToken refreshToken tokenExpiresAt scopes status=connected lastUsedAt',
  aliases: 'accountId sendAsEmail displayName signature isDefaultAlias isPrimary verificationStatus=pending',
  password_reset_tokens: 'userId tokenHash expiresAt used=false',
  sessions: 'sid sess expire',
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test.each(Object.entries(TABLES))('%s has its columns and their defaults', async (table, columns) => {
  const rows = await database.sql<{ name: string; preset: string | null }[]>`
    select column_name as name, column_default as preset from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`
  const presets = new Map(rows.map(({ name, preset }) => [name, preset?.replace(/::[\w[\]]+$|'/g, '') ?? '']))
  for (const [name, preset] of columns.split(' ').map((column) => column.split('='))) {
    expect([table, name, presets.has(snake(name!))]).toEqual([table, name, true])
    if (preset) expect([name, presets.get(snake(name!))?.replace(/::[\w[\]]+$/, '')]).toEqual([name, preset])
  }
})

test.each([
  ['email_sends', 'tracking_token'],
  ['email_sends', 'unsubscribe_token'],
  ['contacts', 'user_id, apollo_id'],
  ['integrations', 'user_id, type'],
  ['settings', 'user_id, key'],
  ['users', 'lower(email)'],
  ['mail_accounts', 'user_id, google_user_id'],
  ['aliases', 'account_id, lower(send_as_email)'],
  ['password_reset_tokens', 'token_hash'],
  ['sessions', 'sid'],
])('%s is unique by %s', async (table, columns) => {
  const rows = await database.sql<{ definition: string }[]>`
    select indexdef as definition from pg_indexes where schemaname = 'public' and tablename = ${table}`
  const unique = rows.map(({ definition }) => definition).filter((text) => text.includes('UNIQUE'))
  expect(unique.some((text) => text.endsWith(`(${columns})`))).toBe(true)
})

test('requires a list’s four attributes and a streak of at least 0', async () => {
  const { sql } = database
  const required = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_name = 'personas' and is_nullable = 'NO' and column_default is null order by 1`
  expect(required.map(({ name }) => name)).toEqual(['industry', 'job_title', 'location', 'name', 'user_id'])
  const [user] = await sql`
    insert into users (email, password, full_name) values ('a@example.com', 'x', 'A') returning id`
  await expect(
    sql`insert into contacts (user_id, email, not_opened_streak) values (${user!.id}, 'b@people.example', -1)`,
  ).rejects.toThrow('contacts_streak_check')
})

test('has the enumerations of the specification', () => {
  expect({
    ...{ step: enums.STEP_TYPES, reaction: enums.REACTIONS, event: enums.TRACKING_EVENT_TYPES },
    ...{ job: enums.JOB_STATUSES, campaign: enums.CAMPAIGN_STATUSES },
    ...{ integration: enums.INTEGRATION_STATUSES, mailAccount: enums.MAIL_ACCOUNT_STATUSES },
    ...{ template: enums.TEMPLATE_TYPES, workflow: enums.WORKFLOW_STATUSES },
    ...{ start: enums.WORKFLOW_START_STRATEGIES, frequency: enums.WORKFLOW_FREQUENCIES },
    ...{ workflowStep: enums.WORKFLOW_STEP_TYPES, run: enums.WORKFLOW_RUN_STATUSES },
    notification: enums.NOTIFICATION_TYPES,
  }).toEqual({
    step: ['send_email', 'wait', 'add_to_persona'],
    reaction: ['not_opened', 'opened_no_reply', 'replied'],
    event: ['open', 'reply', 'bounce', 'complaint', 'unsubscribe'],
    // The last one is ours: the user has stopped the job.
    job: ['pending', 'processing', 'completed', 'failed', 'cancelled'],
    campaign: ['draft', 'scheduled', 'running', 'published', 'completed', 'paused'],
    integration: ['connected', 'disconnected', 'error'],
    mailAccount: ['connected', 'disconnected', 'error', 'token_expired'],
    template: ['html', 'builder'],
    workflow: ['draft', 'active', 'paused', 'completed'],
    start: ['immediately', 'scheduled'],
    frequency: ['once', 'days', 'weeks', 'months'],
    workflowStep: ['add_to_email_list'],
    run: ['pending', 'running', 'completed', 'failed'],
    notification: ['quota_exceeded', 'system'],
  })
})
