import { beforeAll, describe, expect, test } from 'vitest'
import { API_ROWS, apiRoutes, fillPath, type Method } from '../../support/api-rows'
import { readDescription } from '../../support/description'
import { fillAccount } from '../../support/fill'
import { type Client, sharedServer } from '../../support/server'

/** Calls refuse names that they do not know, and say which they know. */

let client: Client
let ids: Record<string, string>
beforeAll(async () => {
  const server = await sharedServer()
  client = server.client()
  await client.signUp()
  ids = await fillAccount(server, client)
})

const calls = apiRoutes().flatMap((path) =>
  (Object.keys(API_ROWS[path]?.methods ?? {}) as Method[]).map((method) => ({ path, method })),
)
/** An upload has fields of a form, which tests of imports check. */
const hasBody = ({ path, method }: { path: string; method: Method }) =>
  method !== 'GET' && path !== '/api/contacts/import'

/** Sends a request that must be refused for its input. @returns the message, and where it belongs */
async function refusal(method: string, at: string, body?: unknown): Promise<[string, string]> {
  const response = await client.json(method, at, body)
  expect([method, at, response.status, response.body]).toEqual([method, at, 400, response.body])
  return [response.body.message, response.body.issues[0].path]
}

test.each(calls)('$method $path refuses an unknown parameter', async ({ path, method }) => {
  const at = `${fillPath(path, API_ROWS[path]!, ids)}?zzyzx=1`
  expect(await refusal(method, at)).toEqual(['Unknown parameter zzyzx', 'zzyzx'])
})

test.each(calls.filter(hasBody))('$method $path refuses an unknown field', async ({ path, method }) => {
  const row = API_ROWS[path]!
  const body = { ...(row.methods[method]!(ids) as object), zzyzx: 1 }
  expect(await refusal(method, fillPath(path, row, ids), body)).toEqual(['Unknown field zzyzx', 'zzyzx'])
})

test('the description says that objects of requests have no other fields', async () => {
  const { paths, components } = await readDescription(client)
  const open: string[] = []
  const look = (schema: unknown, at: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { $ref, properties, additionalProperties } = schema as Record<string, unknown>
    const named = typeof $ref === 'string' ? components.schemas[$ref.split('/').at(-1)!] : undefined
    if (named) look(named, String($ref))
    if (properties && additionalProperties !== false) open.push(at)
    for (const [key, inner] of Object.entries(schema)) look(inner, `${at}.${key}`)
  }
  const bodies = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ requestBody }) => requestBody)
  expect(bodies.length).toBeGreaterThan(30)
  for (const { operationId, requestBody } of bodies) look(requestBody, operationId)
  expect(open).toEqual([])
})

describe('a misspelt name', () => {
  test.each([
    ['POST', () => '/api/contacts', { email: 'a@b.example', first_name: 'A' }, 'firstName'],
    ['POST', () => '/api/contacts', { email: 'a@b.example', custon: {} }, 'custom'],
    ['PATCH', () => `/api/sequences/${ids.sequence}`, { skip_weekends: true }, 'skipWeekends'],
    ['PATCH', () => `/api/sequences/${ids.sequence}`, { Skipweekend: true }, 'skipWeekends'],
    ['POST', () => '/api/apollo/leads-search', { locatoins: ['Berlin'] }, 'locations'],
    ['POST', () => '/api/workflows', { name: 'W', criteria: { jobTitle: ['CTO'] } }, 'jobTitles'],
    ['GET', () => '/api/contacts?statusfilter=active', undefined, 'statusFilter'],
  ] satisfies [string, () => string, unknown, string][])(
    '%s %s %j is answered with %s',
    async (method, at, body, meant) => {
      const response = await client.json(method, at(), body)
      expect(response.status).toBe(400)
      expect(response.body.message).toContain(`Did you mean ${meant}?`)
    },
  )
})

test('several unknown names are all refused by name, with their places', async () => {
  const leads = [{ apolloId: 'a' }, { apolloId: 'b', emial: 'x' }]
  const { body } = await client.json('POST', '/api/apollo/add-to-persona', {
    leads,
    personaId: ids.persona,
    foo: 1,
  })
  expect(body.issues).toEqual([
    { path: 'leads.1.emial', message: 'Unknown field emial. Did you mean email?' },
    { path: 'foo', message: 'Unknown field foo' },
  ])
})

describe('names of the same thing', () => {
  test('all work', async () => {
    const search = (filter: object) =>
      client.ok('POST', '/api/apollo/leads-search', filter).then((found) => found.pagination.total_entries)
    expect(await search({ jobTitles: ['owner'] })).toBe(await search({ personTitles: ['owner'] }))
    expect(await search({ jobTitles: ['owner'] })).toBeLessThan(await search({}))
    await client.ok('POST', '/api/gmail/set-default', { mailboxId: ids.mailbox })
    expect(await client.ok('GET', '/api/contacts?status=unsubscribed')).toMatchObject({ contacts: [] })
  })

  test('cannot be sent together', async () => {
    const both = { personTitles: ['a'], jobTitles: ['b'] }
    expect(await refusal('POST', '/api/apollo/leads-search', both)).toEqual([
      'personTitles and jobTitles are the same field: send one of them',
      'jobTitles',
    ])
  })

  test('do not open an email list that a key may not use', async () => {
    const other = await client.ok('POST', '/api/personas', {
      name: 'O',
      industry: 'I',
      jobTitle: 'J',
      location: 'L',
    })
    const { key } = await client.ok('POST', '/api/keys', {
      name: 'K',
      scope: 'write',
      emailListIds: [other.id],
    })
    const response = await client.request('POST', '/api/apollo/add-to-persona', {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', cookie: '' },
      body: JSON.stringify({ emailListId: ids.persona, leads: [{ email: 'a@b.example' }] }),
    })
    expect(response.status).toBe(403)
  })
})

test('a lead can be added as the search returned it', async () => {
  const { people } = await client.ok('POST', '/api/apollo/leads-search', { personTitles: ['owner'] })
  const cost = await client.ok('POST', '/api/apollo/add-to-persona', {
    personaId: ids.persona,
    leads: people.slice(0, 3),
    dryRun: true,
  })
  expect(cost.leads).toBe(3)
  const { jobId } = await client.ok('POST', '/api/apollo/add-to-persona', {
    personaId: ids.persona,
    leads: people.slice(0, 3),
  })
  expect((await client.ok('GET', `/api/jobs/${jobId}`)).progress.total).toBe(3)
})

test('a parameter that is given twice is refused', async () => {
  expect(await refusal('GET', '/api/contacts?limit=1&limit=2')).toEqual([
    'limit is given more than once',
    'limit',
  ])
})

test('a choice says what there is to choose from', async () => {
  const [message] = await refusal('GET', '/api/contacts?statusFilter=gone')
  expect(message).toBe('Unknown status. Use one of: all, active, bounced, unsubscribed, suppressed')
  const [label] = await refusal('PATCH', `/api/conversations/${ids.conversation}`, { label: 'Great' })
  expect(label).toContain('Unknown label. Use one of: Interested, Meeting booked')
})

test('resetting a password accepts its confirmation, which must be the same', async () => {
  const reset = { token: 'none', newPassword: 'a good password' }
  const at = '/api/auth/reset-password'
  expect(await refusal('POST', at, { ...reset, confirmPassword: 'another' })).toEqual([
    'Passwords do not match',
    'confirmPassword',
  ])
  const { body } = await client.json('POST', at, { ...reset, confirmPassword: reset.newPassword })
  expect(body.issues ?? []).not.toContainEqual(expect.objectContaining({ path: 'confirmPassword' }))
})
