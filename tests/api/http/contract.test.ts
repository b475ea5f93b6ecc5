import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isReference } from '../../support/api-rows'
import { readPaths } from '../../support/description'
import { fillAccount } from '../../support/fill'
import { routeTable } from '../../support/route-table'
import { type Client, startServer, type TestServer } from '../../support/server'

/** Responses match `/api/openapi.json` exactly. */

interface Described {
  summary: string
  security: unknown[]
  requestBody?: { content: Record<string, { schema: Input }> }
  parameters: { in: string; name: string; schema: Input }[]
  responses: Record<string, { content: Record<string, { schema: Record<string, unknown> }> }>
}

let server: TestServer
let client: Client
let ids: Record<string, string>
let paths: Record<string, Record<string, Described>>
/** The operations whose responses were compared. */
const compared = new Set<string>()

beforeAll(async () => {
  server = await startServer()
  client = server.client()
  await client.signUp()
  ids = await fillAccount(server, client)
  paths = await readPaths<Described>(server.client())
})
afterAll(() => server?.close())

/** Calls, and compares the response with its description. @param path may have a query @returns the body */
async function call(
  method: string,
  path: string,
  body?: unknown,
  given: Record<string, string> = {},
  caller = client,
) {
  const [template = '', query] = path.split('?')
  const operation = paths[template]?.[method.toLowerCase()]
  expect(operation, `${method} ${template} is described`).toBeDefined()
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? 'missing')
  const at = query ? `${filled}?${query}` : filled
  const response = await caller.json(method, at, body)
  const [[status, described]] = Object.entries(operation!.responses) as [
    [string, Described['responses'][string]],
  ]
  expect([method, at, response.status, response.body]).toEqual([
    method,
    at,
    Number(status),
    expect.anything(),
  ])
  const schema = z.fromJSONSchema(
    described!.content['application/json']!.schema as z.core.JSONSchema.JSONSchema,
  )
  const parsed = schema.safeParse(response.body)
  expect(parsed.success ? [] : [method, template, parsed.error.issues]).toEqual([])
  compared.add(`${method} ${template}`)
  return response.body
}

interface Input {
  type?: string
  format?: string
  maxLength?: number
  maxItems?: number
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Input>
  items?: Input
  anyOf?: Input[]
  oneOf?: Input[]
  allOf?: Input[]
}

/** Inputs of a call that accept a text or list of any length. */
function unlimited(input: Input, at: string): string[] {
  const { type, format = '', items, properties = {}, anyOf = [], oneOf = [], allOf = [] } = input
  const isChosen = input.enum !== undefined || input.const !== undefined
  const isOpen =
    (type === 'string' && input.maxLength === undefined && !isChosen && !/^(uuid|date-time)$/.test(format)) ||
    (type === 'array' && input.maxItems === undefined)
  return [
    ...(isOpen ? [at] : []),
    ...Object.entries(properties).flatMap(([name, one]) => unlimited(one, `${at}.${name}`)),
    ...(items ? unlimited(items, `${at}[]`) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => unlimited(one, at)),
  ]
}

test('every text and list of a call has a maximum', () => {
  const open = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, parameters }]) => [
      ...unlimited(requestBody?.content['application/json']?.schema ?? {}, `${method} ${path}`),
      ...parameters
        .filter((one) => one.in === 'query')
        .flatMap((one) => unlimited(one.schema, `${method} ${path}?${one.name}`)),
    ]),
  )
  expect(open).toEqual([])
})

test('every call is described, and every refusal has a message', async () => {
  const table = routeTable()
    .map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
    .filter(
      (path) =>
        path.startsWith('/api/') &&
        !isReference(path) &&
        !['/api/*', '/api/gmail/callback', '/api/microsoft/callback', '/api/auth/google/callback'].includes(
          path,
        ),
    )
  expect(Object.keys(paths).sort()).toEqual(table.sort())
  const open = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ security }) => (security.length === 0 ? [path] : [])),
  )
  expect(open.sort()).toEqual([
    '/api/auth/forgot-password',
    '/api/auth/login',
    '/api/auth/register',
    '/api/auth/reset-password',
    '/api/openapi.json',
  ])
  const refused = await client.json('POST', '/api/sequences', {})
  expect(refused.body).toEqual({
    message: 'Sequence name is required',
    code: 'INVALID',
    issues: [{ path: 'name', message: 'Sequence name is required' }],
    requestId: refused.headers.get('request-id'),
    docs: `${server.url}/api/docs/errors#INVALID`,
  })
})

describe('responses match their schemas', () => {
  test('of accounts, notifications and jobs', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const password = 'correct horse battery'
    const visitor = client
    client = server.client()
    await call('POST', '/api/auth/register', { email, password, fullName: 'Ann Lee' })
    await call('POST', '/api/auth/change-password', {
      currentPassword: password,
      newPassword: `${password}!`,
    })
    await call('POST', '/api/auth/logout')
    await call('POST', '/api/auth/login', { email, password: `${password}!` })
    await call('POST', '/api/auth/forgot-password', { email })
    client = visitor
    await call('GET', '/api/auth/me')
    await call('GET', '/api/me')
    await call('GET', '/api/notifications')
    await call('GET', '/api/notifications/count')
    await call('PATCH', '/api/notifications/read')
    await call('PATCH', '/api/notifications/{id}/read', undefined, { id: ids.notification! })
    await call('DELETE', '/api/notifications/{id}', undefined, { id: ids.notification! })
    await call('GET', '/api/jobs/{jobId}', undefined, { jobId: ids.job! })
    await call('GET', '/api/queue/status')
    await call('GET', '/api/openapi.json')
  })

  test('of templates', async () => {
    const made = await call('POST', '/api/templates', { name: 'T', subject: 'S', htmlBody: '<p>B</p>' })
    await call('POST', '/api/templates', {
      name: 'B',
      subject: 'S',
      templateType: 'builder',
      htmlBody: '<p>B</p>',
      builderJson: { pages: [{ id: 'a' }] },
    })
    await call('GET', '/api/templates')
    await call('GET', '/api/templates/{id}', undefined, made)
    await call('PATCH', '/api/templates/{id}', { name: 'New' }, made)
    await call('PATCH', '/api/templates/{id}', {}, made)
    await call('POST', '/api/templates/preview', { subject: 'S', htmlBody: '<a href="x">{{first_name}}</a>' })
    await call('POST', '/api/templates/ai-generate', { subject: 'S', outline: 'Ask for a call' })
    await call('POST', '/api/templates/{id}/send-test', { email: 'ann@people.example' }, made)
    await call('DELETE', '/api/templates/{id}', undefined, made)
  })

  test('of sequences and steps', async () => {
    const own = { id: ids.sequence! }
    await call('GET', '/api/sequences')
    const made = await call('POST', '/api/sequences', { name: 'Another' })
    await call('GET', '/api/sequences/{id}', undefined, own)
    await call('PATCH', '/api/sequences/{id}', { name: 'Renamed' }, own)
    await call('PATCH', '/api/sequences/{id}', {}, own)
    await call('GET', '/api/sequences/{id}/email-lists', undefined, own)
    await call('POST', '/api/sequences/{id}/add-email-list', { personaId: ids.persona }, made)
    const linked = { ...made, personaId: ids.persona! }
    await call('DELETE', '/api/sequences/{id}/email-lists/{personaId}', undefined, linked)
    await call('GET', '/api/sequences/{id}/steps', undefined, own)
    const wait = { stepType: 'wait', waitValue: 2, waitUnit: 'days', nextActionType: 'end' }
    const step = await call('POST', '/api/sequences/{id}/steps', wait, own)
    await call('GET', '/api/steps/{id}', undefined, step)
    await call('PATCH', '/api/steps/{id}', { waitUnit: 'hours' }, step)
    await call('PATCH', '/api/steps/{id}', {}, step)
    await call('DELETE', '/api/steps/{id}', undefined, step)
    const other = await client.ok('POST', '/api/templates', { name: 'B', subject: 'S', htmlBody: 'B' })
    const variants = [
      { templateId: ids.template, weight: 3 },
      { templateId: other.id, active: false },
    ]
    const varied = await call('POST', '/api/sequences/{id}/steps', { variants, delayDays: 1 }, own)
    await call(
      'PATCH',
      '/api/steps/{id}',
      { variants: [{ templateId: other.id, weight: 1, active: true }] },
      varied,
    )
    await call('PATCH', '/api/steps/{id}', { variants }, varied)
    await call('POST', '/api/sequences/{id}/contacts', { contactIds: [ids.contact] }, own)
    await call('POST', '/api/sequences/{id}/contacts/resume', { contactIds: [ids.contact] }, own)
    const member = { ...own, contactId: ids.contact! }
    expect((await call('GET', '/api/sequences/{id}/contacts', undefined, own)).contacts).not.toEqual([])
    await call('GET', '/api/sequences/{id}/contacts/{contactId}', undefined, member)
    await call('PATCH', '/api/sequences/{id}/contacts/{contactId}', { action: 'pause' }, member)
    await call('POST', '/api/sequences/{id}/activate', undefined, own)
    expect((await call('GET', '/api/sequences/{id}/versions', undefined, own)).length).toBeGreaterThan(1)
    await call('GET', '/api/sequences/{id}/forecast', undefined, own)
    expect((await call('GET', '/api/sequences/{id}/analytics/daily', undefined, own)).days).toHaveLength(90)
    await call('POST', '/api/sequences/{id}/pause', undefined, own)
    await call('POST', '/api/sequences/{id}/launch', undefined, own)
    await call('GET', '/api/sequences/{id}/analytics', undefined, own)
    await call('POST', '/api/sequences/{id}/clone', undefined, own)
    await call('DELETE', '/api/sequences/{id}/contacts/{contactId}', undefined, member)
    await call('DELETE', '/api/sequences/{id}', undefined, made)
  })

  test('of contacts and lists', async () => {
    const list = { name: 'P', industry: 'I', jobTitle: 'J', location: 'L' }
    const made = await call('POST', '/api/personas', list)
    await call('GET', '/api/personas')
    await call('GET', '/api/personas/{id}', undefined, made)
    await call('PUT', '/api/personas/{id}', { name: 'Q' }, made)
    await call('PATCH', '/api/personas/{id}', {}, made)
    const contact = await call('POST', '/api/contacts', { email: 'new@people.example', firstName: 'Ann' })
    await call('GET', '/api/contacts')
    await call('GET', '/api/contacts/{id}', undefined, contact)
    await call('PATCH', '/api/contacts/{id}', { tags: ['Fair'] }, contact)
    await call('POST', '/api/personas/{id}/contacts', { contactId: contact.id }, { id: ids.persona! })
    await call('GET', '/api/personas/{id}/contacts', undefined, { id: ids.persona! })
    await call('GET', '/api/personas/{id}/sequences', undefined, { id: ids.persona! })
    const move = { contactIds: [contact.id], sourcePersonaId: ids.persona }
    await call('POST', '/api/personas/{id}/move-contacts', move, made)
    const member = { ...made, contactId: contact.id }
    await call('DELETE', '/api/personas/{id}/contacts/{contactId}', undefined, member)
    await call('DELETE', '/api/contacts/{id}?force=true', undefined, contact)
    await call('DELETE', '/api/personas/{id}', undefined, made)
    const key = await call('POST', '/api/keys', { name: 'CRM', scope: 'read' })
    await call('GET', '/api/keys')
    await call('DELETE', '/api/keys/{id}', undefined, { id: key.id })
    const url = 'http://127.0.0.1:9/hooks'
    const hook = await call('POST', '/api/webhooks', { url, events: ['mailbox.expired'] })
    await call('GET', '/api/webhooks')
    await call('GET', '/api/webhooks/{id}', undefined, hook)
    await call('PATCH', '/api/webhooks/{id}', { rotateSecret: true }, hook)
    const { deliveryId } = await call('POST', '/api/webhooks/{id}/test', undefined, hook)
    const sent = { ...hook, deliveryId }
    const deliveries = () => call('GET', '/api/webhooks/{id}/deliveries', undefined, hook)
    // Nothing listens there.
    await expect.poll(async () => (await deliveries()).deliveries[0].attempts).toBe(1)
    await call('POST', '/api/webhooks/{id}/deliveries/{deliveryId}/resend', undefined, sent)
    await call('PATCH', '/api/webhooks/{id}', { active: false }, hook)
    await call('DELETE', '/api/webhooks/{id}', undefined, hook)
    await call('POST', '/api/contacts/bulk', { filter: { all: [] }, action: 'tag', tags: ['everybody'] })
    await call('POST', '/api/contacts/upsert', {
      mode: 'fill',
      contacts: [{ email: 'upsert@people.example' }, { email: 'no address' }],
    })
    const field = await call('POST', '/api/contact-fields', {
      name: 'Plan',
      type: 'choice',
      options: ['Free', 'Team'],
    })
    expect(await call('GET', '/api/contact-fields')).toContainEqual(field)
    await call('PATCH', '/api/contact-fields/{id}', { options: ['Free', 'Team', 'Company'] }, field)
    await call('DELETE', '/api/contact-fields/{id}', undefined, field)
    const view = await call('POST', '/api/contact-views', {
      ...{ name: 'Berlin', filter: { all: [{ field: 'city', op: 'is', value: 'Berlin' }] } },
      ...{ columns: ['name', 'city'], sortBy: 'name', sortOrder: 'asc' },
    })
    expect(await call('GET', '/api/contact-views')).toContainEqual(view)
    await call('PATCH', '/api/contact-views/{id}', { name: 'In Berlin' }, view)
    await call('DELETE', '/api/contact-views/{id}', undefined, view)
    const [company] = await call('GET', '/api/companies')
    expect(await call('GET', '/api/companies/{domain}', undefined, company)).toEqual(company)
    const task = await call('POST', '/api/tasks', {
      ...{ contactId: ids.contact!, title: 'Call', dueOn: '2026-12-18' },
    })
    expect(await call('GET', '/api/tasks')).toContainEqual(task)
    await call('PATCH', '/api/tasks/{id}', { done: true }, task)
    await call('DELETE', '/api/tasks/{id}', undefined, task)
    const stop = await call('POST', '/api/do-not-contact', { value: 'rival.example', reason: 'Competitor' })
    expect(await call('GET', '/api/do-not-contact')).toContainEqual(stop)
    await call('DELETE', '/api/do-not-contact/{id}', undefined, stop)
    await call('GET', '/api/settings/contacts')
    await call('PUT', '/api/settings/contacts', { maxContinuousNotOpens: 4 })
  })

  test('of workflows', async () => {
    const made = await call('POST', '/api/workflows', {
      name: 'Find people',
      description: 'Weekly',
      startStrategy: 'scheduled',
      startAt: '2030-01-31T09:00:00Z',
      frequencyType: 'months',
      frequencyInterval: 2,
      isEndless: false,
      endAt: '2031-01-31T09:00:00Z',
      criteria: {
        jobTitles: ['CTO'],
        locations: ['Berlin'],
        locationType: 'account',
        employeeCounts: ['1-10'],
      },
      leadLimit: 50,
      status: 'draft',
    })
    await call('GET', '/api/workflows')
    await call('GET', '/api/workflows/{id}', undefined, made)
    await call('PATCH', '/api/workflows/{id}', { leadLimit: 20 }, made)
    await call('PATCH', '/api/workflows/{id}', {}, made)
    const step = await call(
      'POST',
      '/api/workflows/{id}/steps',
      {
        order: 1,
        stepType: 'add_to_email_list',
        name: 'Add to Email List',
        emailListIds: [ids.persona],
      },
      made,
    )
    await call('GET', '/api/workflows/{id}/estimate', undefined, made)
    await call('GET', '/api/workflows/{id}/steps', undefined, made)
    await call('PATCH', '/api/workflows/{id}', { status: 'active' }, made)
    await call('PATCH', '/api/workflows/{id}', { status: 'paused' }, made)
    const named = { ...made, stepId: step.id }
    await call('DELETE', '/api/workflows/{id}/steps/{stepId}', undefined, named)
    await call('DELETE', '/api/workflows/{id}', undefined, made)
  })

  test('of leads and integrations', async () => {
    await call('PUT', '/api/integrations/apollo', { apiKey: `sandbox-${crypto.randomUUID()}` })
    await call('PATCH', '/api/integrations/apollo/toggle', { enabled: true })
    await call('POST', '/api/apollo/search', { query: 'sales', filterType: 'person_title' })
    await call('POST', '/api/apollo/search', { query: 'software', filterType: 'industry' })
    const found = await call('POST', '/api/apollo/leads-search', { personTitles: ['owner'], page: 1 })
    const { id } = found.people.find(({ email }: { email: string | null }) => email !== null)
    await call('POST', '/api/apollo/reveal-email', { personId: id })
    await call('POST', '/api/apollo/reveal-email', { personId: 'f'.repeat(24) })
    await call('POST', '/api/personas/{id}/search-apollo', { page: 1, per_page: 10 }, { id: ids.persona! })
    const lead = { apolloId: id, email: 'email_not_unlocked', organization: { name: 'X', logo_url: null } }
    await call('POST', '/api/apollo/add-to-persona', { personaId: ids.persona, leads: [lead] })
    await call('POST', '/api/apollo/add-all-to-persona', {
      personaId: ids.persona,
      personTitles: ['nobody at all'],
    })
    await client.connectWorkspace('workspace@coldframe.example')
    await call('GET', '/api/auth/google')
    await call('GET', '/api/integrations/google')
    await call('DELETE', '/api/integrations/google')
  })

  test('of mailboxes and emails', async () => {
    const gmail = { id: ids.mailbox! }
    await call('GET', '/api/senders')
    await call('GET', '/api/mail-accounts')
    const made = await call('POST', '/api/mail-accounts', {
      email: 'smtp@coldframe.example',
      smtpHost: '127.0.0.1',
      smtpPort: server.port + 25,
      smtpSecure: false,
      password: 'sandbox',
    })
    await call('PATCH', '/api/mail-accounts/{id}', { signature: 'Ann' }, made)
    await call('DELETE', '/api/mail-accounts/{id}', undefined, made)
    await call('GET', '/api/gmail/accounts')
    await call('GET', '/api/gmail/quota')
    await call('GET', '/api/gmail/connect')
    await call('GET', '/api/microsoft/connect')
    await call('POST', '/api/gmail/set-default', { accountId: gmail.id })
    await call('POST', '/api/gmail/accounts/{id}/refresh-aliases', undefined, gmail)
    await client.ok('POST', '/sandbox/clock', { advanceMinutes: 3 * 24 * 60 })
    const held = { id: ids.contact! }
    expect(await call('GET', '/api/contacts/{id}/holds', undefined, held)).toHaveLength(2)
    const choice = { choice: 'continue' }
    await call('POST', '/api/contacts/{id}/holds/{reason}', choice, { ...held, reason: ids.hold! })
    await call('GET', '/api/labels')
    expect(await call('GET', '/api/saved-replies')).toHaveLength(1)
    const id = { id: ids.conversation! }
    expect((await call('GET', '/api/conversations')).conversations).toHaveLength(1)
    expect((await call('GET', '/api/conversations/{id}', undefined, id)).messages).toHaveLength(4)
    await call('PATCH', '/api/conversations/{id}', { label: 'Interested' }, id)
    await call('PUT', '/api/conversations/{id}/draft', { text: 'Hi' }, id)
    await call('GET', '/api/conversations/{id}/draft', undefined, id)
    await call('POST', '/api/conversations/{id}/reply', { text: 'Hi' }, id)
    await call('POST', '/api/conversations/bulk', { ids: [ids.conversation], state: 'done' })
    const about = `/api/conversations/{id}/messages/{messageId}`
    await call('POST', `${about}/kind`, { kind: 'auto_reply' }, { ...id, messageId: ids.message! })
    await call('POST', `${about}/opt-out`, { decision: 'keep' }, { ...id, messageId: ids.asked! })
    const related = '/api/conversations/{id}/related/{relatedId}'
    await call('POST', `${related}/attach`, undefined, { ...id, relatedId: ids.related! })
    await call('DELETE', related, undefined, { ...id, relatedId: ids.otherRelated! })
    expect(await call('GET', '/api/email-sends')).not.toEqual([])
    await call('GET', '/api/email-sends/{id}', undefined, { id: ids.log! })
    await call('POST', '/api/email-sends/export', {})
    await call('GET', '/api/email-sends/uncertain')
    await call('POST', '/api/email-sends/{id}/count-as-sent', undefined, { id: ids.uncertain! })
    await call('DELETE', '/api/gmail/accounts/{id}?force=true', undefined, gmail)
  })

  test('covers every call except those that need a file, token or uncertain email', () => {
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    // Compared in their own tests: accounts, import, uncertain emails. A stopped job is shown as by GET.
    const elsewhere = [
      'DELETE /api/jobs/{jobId}',
      'POST /api/auth/reset-password',
      'POST /api/contacts/import',
      'POST /api/email-sends/{id}/resend',
    ]
    expect(described.filter((one) => !compared.has(one)).sort()).toEqual(elsewhere)
  })
})
