import { Client as Agent } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startServer, type TestServer } from '../../support/server'

/** Agents that use Coldframe over the Model Context Protocol, with the protocol's own client. */

let server: TestServer
let user: Client
beforeAll(async () => {
  server = await startServer()
  user = server.client()
  await user.signUp()
  await user.connectMailbox('sender@coldframe.example')
})
afterAll(() => server?.close())

const newKey = async (more: object = {}, owner = user): Promise<string> =>
  (await owner.ok('POST', '/api/keys', { name: crypto.randomUUID(), scope: 'write', ...more })).key

async function connect(key: string): Promise<Agent> {
  const agent = new Agent({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${key}` }
  await agent.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }),
  )
  return agent
}

/** The result of a tool that it has as text. */
// biome-ignore lint/suspicious/noExplicitAny: responses have every shape
const textOf = (result: any): any => JSON.parse(result.content[0].text)

/** Uses a tool that must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: responses have every shape
async function use(agent: Agent, name: string, given: Record<string, unknown> = {}): Promise<any> {
  const { structuredContent, isError } = await agent.callTool({ name, arguments: given })
  expect([name, isError, structuredContent]).toEqual([name, false, structuredContent])
  return structuredContent
}

const list = { name: 'People', industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }
const letter = { name: 'Hello', subject: 'Hello {{first_name}}', htmlBody: '<p>Dear {{first_name}}</p>' }

test('an agent plays the main job', async () => {
  const agent = await connect(await newKey())
  // From now on its client checks that each tool returns what it declares.
  await agent.listTools()
  const { id: personaId } = await use(agent, 'create_email_list', list)
  await use(agent, 'create_contact', { email: 'ann@people.example', firstName: 'Ann', personaId })
  const found = await use(agent, 'search_contacts', { q: 'ann@people' })
  expect(found).toMatchObject({ total: 1, hasMore: false, contacts: [{ email: 'ann@people.example' }] })
  const { id: templateId } = await use(agent, 'create_template', letter)
  const { id } = await use(agent, 'draft_sequence', { name: 'First', timezone: 'Europe/Paris' })
  await use(agent, 'add_step', { id, templateId, delayDays: 1, sendHour: 9 })
  await use(agent, 'link_email_list', { id, personaId })
  await use(agent, 'start_sequence', { id })

  await user.ok('POST', '/sandbox/clock', { advanceMinutes: 2 * 24 * 60 })
  const [mail] = await user.ok('GET', '/sandbox/messages?to=ann@people.example')
  expect(mail.subject).toBe('Hello Ann')
  await user.ok('POST', `/sandbox/messages/${mail.id}/reply`, { text: 'Tell me more' })

  expect(await use(agent, 'read_report', { id })).toMatchObject({ totalEmailsSent: 1, totalReplied: 1 })
  expect((await use(agent, 'list_sent_emails')).items).toMatchObject([{ status: 'Reply' }])
  const { conversations } = await use(agent, 'list_conversations', { unread: true })
  expect(conversations).toHaveLength(1)
  const conversation = { id: conversations[0].id }
  const { messages } = await use(agent, 'read_conversation', conversation)
  expect(messages.at(-1)).toMatchObject({ direction: 'in', text: expect.stringMatching(/^Tell me more/) })
  await use(agent, 'draft_answer', { ...conversation, text: 'Gladly.' })
  expect(await user.ok('GET', `/api/conversations/${conversation.id}/draft`)).toMatchObject({
    text: 'Gladly.',
    html: null,
  })
  await use(agent, 'send_answer', { ...conversation, text: 'Gladly.' })
  await user.ok('POST', '/sandbox/clock', { advanceMinutes: 2 })
  expect((await user.ok('GET', '/sandbox/messages?to=ann@people.example')).at(-1).text).toContain('Gladly.')
  await agent.close()
})

test('tools say what they do, and take what their call takes', async () => {
  const agent = await connect(await newKey())
  const { tools } = await agent.listTools()
  const named = Object.fromEntries(tools.map((tool) => [tool.name, tool]))
  expect(named.search_contacts).toMatchObject({
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: { properties: { q: { type: 'string' }, limit: {}, cursor: {} }, required: [] },
  })
  expect(named.send_answer).toMatchObject({
    description: expect.stringContaining('Sends email.'),
    // That a tool changes something, and reaches others, is what the protocol assumes.
    annotations: {},
    inputSchema: { required: ['id'], properties: { text: {}, sendAt: {} } },
  })
  expect(named.create_contact!.description).toContain('May start sending emails.')
  expect(named.delete_contact!.annotations).toEqual({ idempotentHint: true, openWorldHint: false })
  expect(named.draft_sequence!.inputSchema.required).toEqual(['name'])
  await agent.close()
})

test('are described, with what they return, in at most 8,000 tokens', async () => {
  const agent = await connect(await newKey())
  const { tools } = await agent.listTools()
  await agent.close()
  const text = JSON.stringify(tools)
  // References would need a schema beside them, and ids need no pattern.
  expect(text).not.toMatch(/\$ref|"pattern"/)
  expect(tools.filter(({ outputSchema }) => outputSchema?.type !== 'object')).toEqual([])
  expect(tools.find(({ name }) => name === 'add_step')!.inputSchema.properties).toMatchObject({
    delayDays: { type: 'integer', description: expect.stringContaining('Days after') },
    repliedStepId: { type: 'string', description: 'The step for contacts that replied.' },
  })
  // 33,000 characters were 7,500 tokens.
  expect(text.length).toBeLessThan(35_200)
})

test('the schema of a list has the limit that its tool takes by default', async () => {
  const agent = await connect(await newKey())
  const { tools } = await agent.listTools()
  await agent.close()
  const limits = tools.flatMap(({ name, inputSchema }) => {
    const limit = inputSchema.properties?.limit as { default?: number } | undefined
    return limit ? [[name, limit.default]] : []
  })
  expect(limits.length).toBeGreaterThan(8)
  expect(limits).toEqual(limits.map(([name]) => [name, 20]))
})

describe('keys', () => {
  const namesFor = async (more: object) => {
    const agent = await connect(await newKey(more))
    const { tools } = await agent.listTools()
    await agent.close()
    return tools.map(({ name }) => name)
  }

  test('are offered only the tools that they may use', async () => {
    const all = await namesFor({})
    const reading = await namesFor({ scope: 'read' })
    expect(reading).toEqual(all.filter((name) => /^(search|get|list|read)_/.test(name)))
    expect(all.filter((name) => !reading.includes(name)).length).toBeGreaterThan(15)
    const quiet = await namesFor({ maySend: false })
    expect(all.filter((name) => !quiet.includes(name))).toEqual([
      ...['send_test_email', 'start_sequence', 'send_answer'],
    ])
    const keeping = await namesFor({ mayDelete: false })
    expect(all.filter((name) => !keeping.includes(name))).toEqual(all.filter((name) => /^delete_/.test(name)))
    const sequence = await user.ok('POST', '/api/sequences', { name: 'Limited' })
    expect((await namesFor({ sequenceIds: [sequence.id] })).sort()).toEqual([
      ...['add_step', 'delete_sequence', 'delete_step', 'enroll_contacts', 'get_sequence'],
      ...['list_steps', 'pause_sequence', 'read_report', 'start_sequence', 'update_sequence', 'update_step'],
    ])
    const persona = await user.ok('POST', '/api/personas', { ...list, name: 'Limited' })
    expect(await namesFor({ sequenceIds: [sequence.id], personaIds: [persona.id] })).toContain(
      'link_email_list',
    )
    expect((await namesFor({ personaIds: [persona.id] })).sort()).toEqual([
      ...['add_contact_to_email_list', 'list_contacts_of_email_list'],
    ])
  })

  test('cannot trigger an email indirectly without permission to send', async () => {
    const agent = await connect(await newKey({ maySend: false }))
    const quiet = await use(agent, 'create_email_list', { ...list, name: 'Quiet' })
    const fed = await use(agent, 'create_email_list', { ...list, name: 'Fed' })
    const { id: templateId } = await use(agent, 'create_template', letter)
    const sequence = await use(agent, 'draft_sequence', { name: 'Running' })
    const step = await use(agent, 'add_step', { id: sequence.id, templateId, delayDays: 1 })
    await use(agent, 'update_step', { id: step.id, delayDays: 2 })
    await use(agent, 'link_email_list', { id: sequence.id, personaId: fed.id })
    const early = await use(agent, 'create_contact', { email: 'early@people.example', personaId: fed.id })

    const refused = async (name: string, given: object) => {
      const result = await agent.callTool({ name, arguments: { ...given } })
      expect([name, result.isError, textOf(result)]).toMatchObject([
        ...[
          name,
          true,
          { code: 'FORBIDDEN', message: 'This API key may not send emails or trigger sending' },
        ],
      ])
    }
    await refused('update_sequence', { id: sequence.id, status: 'running' })
    await user.ok('POST', `/api/sequences/${sequence.id}/activate`)
    await refused('create_contact', { email: 'new@people.example', personaId: fed.id })
    const other = await use(agent, 'create_contact', { email: 'other@people.example', personaId: quiet.id })
    await refused('update_contact', { id: other.id, personaId: fed.id })
    await refused('add_contact_to_email_list', { id: fed.id, contactId: other.id })
    await refused('link_email_list', { id: sequence.id, personaId: quiet.id })
    await refused('enroll_contacts', { id: sequence.id, contactIds: [other.id] })
    await refused('add_step', { id: sequence.id, templateId, delayDays: 1 })
    await refused('update_step', { id: step.id, delayDays: 0 })
    await refused('update_template', { id: templateId, subject: 'Something else' })
    await refused('update_sequence', { id: sequence.id, contactLimit: 1000 })
    await refused('delete_step', { id: step.id })
    const free = await use(agent, 'draft_sequence', { name: 'Free' })
    await use(agent, 'delete_sequence', { id: free.id })
    const shared = await use(agent, 'draft_sequence', { name: 'Shared' })
    await user.ok('POST', `/api/sequences/${shared.id}/contacts`, { contactIds: [early.id] })
    await refused('delete_sequence', { id: shared.id })
    await use(agent, 'update_contact', { id: early.id, title: 'Buyer' })
    await user.ok('POST', `/api/sequences/${sequence.id}/pause`)
    await agent.close()
  })

  test('cannot trigger an email through a mailbox or the lead database either', async () => {
    const owner = server.client()
    const { id: userId } = await owner.signUp()
    const key = await newKey({ maySend: false }, owner)
    const status = async (method: string, at: string, body: object = {}) =>
      (await server.client().json(method, at, body, { origin: 'none', authorization: `Bearer ${key}` }))
        .status
    const calls = async () => [
      await status('PUT', '/api/integrations/apollo', { apiKey: 'sandbox' }),
      await status('PATCH', '/api/integrations/apollo/toggle', { enabled: false }),
      await status('PATCH', '/api/integrations/apollo/toggle', { enabled: true }),
    ]
    expect(await calls()).toEqual([200, 200, 200])
    await server.database.sql`
      insert into workflows (user_id, name, status, criteria, timezone)
      values (${userId}, 'Active', 'active', '{}', 'UTC')`
    expect(await calls()).toEqual([403, 200, 403])

    const id = await owner.connectMailbox('spare@coldframe.example')
    const sequence = await owner.ok('POST', '/api/sequences', { name: 'Runs' })
    await server.database.sql`update sequences set status = 'running' where id = ${sequence.id}`
    for (const at of [`/api/mail-accounts/${id}`, `/api/gmail/accounts/${id}`])
      expect([at, await status('DELETE', at)]).toEqual([at, 403])
    await owner.ok('DELETE', `/api/sequences/${sequence.id}?force=true`)
    expect(await status('DELETE', `/api/mail-accounts/${id}?force=true`)).toBe(200)
  })

  test('of others are refused, and see nothing of this user', async () => {
    const [contact] = (await user.ok('GET', '/api/contacts')).contacts
    const stranger = server.client()
    await stranger.signUp()
    const agent = await connect(await newKey({}, stranger))
    for (const id of [contact.id, crypto.randomUUID()]) {
      const response = await agent.callTool({ name: 'get_contact', arguments: { id } })
      expect([response.isError, textOf(response)]).toMatchObject([true, { code: 'NOT_FOUND' }])
    }
    // Once it knows what a tool returns, the protocol's client compares data with that, but not refusals.
    await agent.listTools()
    const listed = await agent.callTool({ name: 'get_contact', arguments: { id: contact.id } })
    expect([listed.isError, textOf(listed)]).toMatchObject([true, { code: 'NOT_FOUND' }])
    expect(await use(agent, 'search_contacts')).toMatchObject({ total: 0, contacts: [] })
    await agent.close()
    for (const key of ['cf_unknown', 'none']) await expect(connect(key)).rejects.toThrow('API key')
  })

  test('pass a foreign origin, which a session does not', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const headers = { accept: 'application/json, text/event-stream', origin: 'https://elsewhere.example' }
    const withKey = { ...headers, authorization: `Bearer ${await newKey()}` }
    const response = await server.client().json('POST', '/mcp', message, withKey)
    expect([response.status, response.body.result.tools.length > 20]).toEqual([200, true])
    expect(response.headers.get('ratelimit-limit')).toBe('600')
    expect((await user.json('POST', '/mcp', message, headers)).status).toBe(401)
    expect((await user.json('POST', '/mcp', message, { accept: headers.accept })).status).toBe(401)
    expect((await user.json('GET', '/mcp')).status).toBe(405)
  })
})

test('a refused message is logged with the id that its caller gets', async () => {
  const { status, headers } = await server
    .client()
    .json('POST', '/mcp', {}, { authorization: 'Bearer cf_unknown' })
  const line = () =>
    server
      .output()
      .split('\n')
      .find((text) => text.includes(headers.get('request-id')!))
  await expect.poll(line).toBeDefined()
  expect(JSON.parse(line()!)).toMatchObject({ status, path: '/mcp', method: 'POST', msg: 'call refused' })
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
})

test('bad messages get a response', async () => {
  const authorization = `Bearer ${await newKey()}`
  const headers = { accept: 'application/json, text/event-stream', authorization }
  const send = (body: unknown) => server.client().json('POST', '/mcp', body, headers)
  expect((await send([])).status).toBe(400)
  expect((await send({ hello: 1 })).status).toBe(400)
  const call = (params: unknown) => send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  expect((await call({ name: 'no_tool' })).body.error.message).toContain('There is no tool no_tool')
  expect((await call({ name: 'get_contact', arguments: { id: { deep: [1] } } })).body.result.isError).toBe(
    true,
  )
  const bare = await call({ name: 'create_email_list', arguments: {} })
  expect([bare.body.result.isError, textOf(bare.body.result)]).toMatchObject([true, { code: 'INVALID' }])
  const odd = await call({ name: 'search_contacts', arguments: { limit: 'many' } })
  expect(textOf(odd.body.result).message).toBe('Invalid limit')
})
