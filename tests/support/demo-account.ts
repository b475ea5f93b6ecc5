import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { SAMPLE_WORKFLOW } from '~/jobs/sandbox/sample-content'
import { SAMPLE_PARTS } from '~/models/onboarding/sample-data'
import { csvOf, visitorOf } from '../load/makers'
import type { Client } from './client'

/** The owner of an account to look at. */
export const DEMO_PASSWORD = 'correct horse battery'

export async function registerDemo(client: Client, email: string): Promise<string> {
  const person = { email, password: DEMO_PASSWORD, fullName: 'Demo User', timezone: 'Europe/Berlin' }
  return (await client.ok<{ id: string }>('POST', '/api/auth/register', person)).id
}

const form = (fields: Record<string, string>): RequestInit => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** Presses "Load sample data" and waits until the job has played its days. */
export async function loadSampleData(
  client: Client,
  sql: Sql,
  userId: string,
  onPart: (done: number, parts: number) => void = () => {},
): Promise<void> {
  await client.request('POST', '/sample-data', form({ load: 'yes', redirectTo: '/sequences' }))
  for (let last = -1; ; await wait(200)) {
    const [row] = await sql`select value from settings where user_id = ${userId} and key = 'sample_data'`
    const { status, done, error } = row!.value
    if (done !== last) onPart(done, SAMPLE_PARTS)
    last = done
    if (status === 'failed') throw new Error(`loading sample data failed: ${error}`)
    if (status === 'completed') break
  }
  // This request takes the toast of the sample data.
  await client.request('GET', '/sequences')
}

/** Adds what the screens show that the sample data do not fill, to an account that has the sample data. */
export async function fillEveryScreen(client: Client, sql: Sql, userId: string): Promise<void> {
  await connectPrograms(client)
  await receiveWebhooks(client, () => addPeople(client))
  await runWorkflow(client)
  await editSequences(client, sql, userId)
  await writeAnswers(client)
  await client.request(
    'POST',
    '/settings/do-not-contact',
    form({ entries: 'competitor.example\npress@wrenfieldlearning.example' }),
  )
  await client.ok('POST', '/api/email-sends/export', {})
}

const idOf = async (client: Client, path: string, name: string): Promise<string> => {
  const rows: { id: string; name: string }[] = await client.ok('GET', `${path}?limit=100`)
  const found = rows.find((row) => row.name === name)
  if (!found) throw new Error(`${path} has no ${name}: load the sample data first`)
  return found.id
}

/** Keys for the API, a key of the lead database and a Google Workspace. */
async function connectPrograms(client: Client): Promise<void> {
  await client.ok('POST', '/api/keys', { name: 'CRM', scope: 'read' })
  await client.ok('POST', '/api/keys', { name: 'Website form', scope: 'write' })
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: 'sandbox-demo' })
  await client.connectWorkspace('office@northlight.example')
}

/** A webhook that receives what `work` changes, with one refusal; afterwards it is paused, because its receiver is gone. */
async function receiveWebhooks(client: Client, work: () => Promise<void>): Promise<void> {
  let received = 0
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(++received === 2 ? 503 : 204).end())
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
    const { id } = await client.ok('POST', '/api/webhooks', { url, events: ['*'] })
    await work()
    await client.ok('POST', `/api/webhooks/${id}/test`)
    while (received < 3) await wait(50)
    await client.ok('PATCH', `/api/webhooks/${id}`, { active: false })
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
}

/** Imports of contacts: from a file with a few faulty rows, and from the lead database. */
async function addPeople(client: Client): Promise<void> {
  const founders = await idOf(client, '/api/personas', 'Founders')
  const upload = new FormData()
  upload.set('file', csvOf(52, visitorOf), 'trade-fair-visitors.csv')
  upload.set('personaId', founders)
  const response = await client.request('POST', '/api/contacts/import', { body: upload })
  await endOf(client, (await response.json()) as Started)
  const leads = {
    personaId: founders,
    personTitles: ['founder'],
    employeeCounts: ['11-20'],
    locations: ['Berlin'],
  }
  await endOf(client, await client.ok('POST', '/api/apollo/add-all-to-persona', leads))
}

interface Started {
  jobId: string
}

async function endOf(client: Client, { jobId }: Started): Promise<void> {
  for (;;) {
    const { status } = await client.ok('GET', `/api/jobs/${jobId}`)
    if (status === 'failed') throw new Error(`job ${jobId} failed`)
    if (status === 'completed') return
    await wait(50)
  }
}

/** Activates the workflow of the sample data, and plays its first run. */
async function runWorkflow(client: Client): Promise<void> {
  const workflow = await idOf(client, '/api/workflows', SAMPLE_WORKFLOW.name)
  await client.ok('PATCH', `/api/workflows/${workflow}`, { status: 'active' })
  await client.ok('POST', '/sandbox/clock', { advanceMinutes: 5 })
}

/** A second version of a running sequence, one that is about to send, a draft, and an email with an uncertain outcome. */
async function editSequences(client: Client, sql: Sql, userId: string): Promise<void> {
  const planning = await idOf(client, '/api/sequences', 'Planning in one place')
  const [first] = await client.ok('GET', `/api/sequences/${planning}/steps`)
  await client.ok('PATCH', `/api/steps/${first.id}`, { sendHour: 8 })
  const templateId = await idOf(client, '/api/templates', 'Case study')
  for (const name of ['Founders: first contact', 'Autumn webinar']) {
    const { id } = await client.ok('POST', '/api/sequences', {
      name,
      timezone: 'Europe/Berlin',
      skipWeekends: true,
    })
    await client.ok('POST', `/api/sequences/${id}/steps`, { templateId, delayDays: 1, sendHour: 9 })
    await client.ok('POST', `/api/sequences/${id}/steps`, { templateId, delayDays: 3, sendHour: 9 })
    if (name === 'Autumn webinar') continue
    const personaId = await idOf(client, '/api/personas', 'Founders')
    await client.ok('POST', `/api/sequences/${id}/add-email-list`, { personaId })
    await client.ok('POST', `/api/sequences/${id}/activate`)
  }
  await client.ok('POST', `/api/templates/${templateId}/send-test`, { email: 'maya@northlight.example' })
  await sql`
    insert into email_sends (user_id, sender_account_id, sequence_id, sequence_name, step_name, subject, recipient_email,
      sender_email, state, tracking_token, unsubscribe_token, planned_at, scheduled_for, started_at, error)
    select user_id, id, ${planning}, 'Planning in one place', 'Introduction', 'Weekly planning at Granary Ovens',
      'marek.havel@granaryovens.example', email, 'uncertain', 'uncertain-' || id, 'uncertain-' || id, now(), now(), now(),
      'The connection was lost before the server answered.'
    from mail_accounts where user_id = ${userId} order by created_at limit 1`
}

/** A draft, and an answer that waits for its time. */
async function writeAnswers(client: Client): Promise<void> {
  const { conversations } = await client.ok('GET', '/api/conversations?unread=true')
  const [first, second] = conversations
  const { now } = await client.ok('GET', '/sandbox/clock')
  await client.ok('POST', `/api/conversations/${first.id}/reply`, {
    text: 'Hello {{first_name}},\n\nhere is the summary that I promised. May I call you on Thursday?',
    sendAt: new Date(Date.parse(now) + 20 * 3_600_000).toISOString(),
  })
  await client.ok('PUT', `/api/conversations/${second.id}/draft`, {
    text: 'Hello {{first_name}},\n\nthank you, I',
  })
}
