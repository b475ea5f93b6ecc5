import { beforeAll, expect, test } from 'vitest'
import { synonymsOf } from '~/http/api/input-names.server'
import { API_ROWS, apiRoutes, fillPath, type Method } from '../../support/api-rows'
import type { JsonResponse } from '../../support/client'
import { readPaths } from '../../support/description'
import { fillAccount } from '../../support/fill'
import { type Client, sharedServer, type TestServer } from '../../support/server'
import { differences, likenessOf, PLANTED } from '../../support/twins'

/**
 * Two users do the same, one of them with every database column in each body: both end with the same rows. No
 * response to either contains a secret.
 */
interface Twin {
  client: Client
  id: string
  ids: Record<string, string>
}

let server: TestServer
let plain: Twin
let greedy: Twin
/** What every column of the database would become, by its names in JSON and in SQL. */
let columns: Record<string, unknown>
/** Fields that a call's own description lists: they are allowed to change something. */
let listed: (path: string, method: Method) => Set<string>
/** Everything that the server returned. */
const responses: string[] = []
const SECRETS = {
  password: `secret of a user ${crypto.randomUUID()}`,
  apiKey: `sandbox-${crypto.randomUUID()}`,
}

beforeAll(async () => {
  server = await sharedServer()
  plain = await makeTwin()
  greedy = await makeTwin()
  columns = await readColumns()
  listed = await readFields()
})

async function makeTwin(): Promise<Twin> {
  const client = server.client()
  const request = client.request.bind(client)
  client.request = async (...args) => {
    const response = await request(...args)
    if (!args[1].startsWith('/sandbox'))
      responses.push(`${args[0]} ${args[1]}\n${await response.clone().text()}`)
    return response
  }
  const { id } = await client.signUp(undefined, SECRETS.password)
  const ids = await fillAccount(server, client)
  await client.ok('PUT', '/api/integrations/apollo', { apiKey: SECRETS.apiKey })
  await client.connectWorkspace(`${crypto.randomUUID()}@coldframe.example`)
  ids.smtp = (
    await client.ok('POST', '/api/mail-accounts', {
      ...smtp(`${crypto.randomUUID()}@sender.example`),
      signature: 'S',
    })
  ).id
  const list = { name: 'Other', industry: 'I', jobTitle: 'J', location: 'L' }
  ids.other = (await client.ok('POST', '/api/personas', list)).id
  const member = { email: `${crypto.randomUUID()}@people.example`, personaId: ids.other }
  ids.member = (await client.ok('POST', '/api/contacts', member)).id
  return { client, id, ids } as Twin
}

const smtp = (email: string) => ({
  email,
  smtpHost: '127.0.0.1',
  smtpPort: server.port + 25,
  smtpSecure: false,
  password: 'sandbox',
})

/** A non-default value for each column; ids belong to an existing user. */
async function readColumns(): Promise<Record<string, unknown>> {
  const stranger = await server.client().signUp()
  const rows = await server.database.sql<{ name: string; type: string; preset: string | null }[]>`
    select column_name as name, data_type as type, column_default as preset
    from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'`
  const values = rows.map(({ name, type, preset }) => {
    const value =
      type === 'uuid'
        ? stranger.id
        : type === 'boolean'
          ? preset !== 'true'
          : /int|numeric/.test(type)
            ? PLANTED.number
            : /timestamp|date/.test(type)
              ? PLANTED.time
              : type === 'jsonb'
                ? { planted: true }
                : type === 'ARRAY'
                  ? [PLANTED.text]
                  : PLANTED.text
    return [
      [name, value],
      [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value],
    ] as const
  })
  return Object.fromEntries(values.flat())
}

async function readFields() {
  const paths = await readPaths(server.client())
  return (path: string, method: Method) => {
    const names = new Set<string>()
    const read = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      const { properties, ...rest } = schema as Record<string, unknown>
      for (const [name, inner] of Object.entries(properties ?? {})) {
        names.add(name)
        read(inner)
      }
      for (const inner of Object.values(rest)) Array.isArray(inner) ? inner.forEach(read) : read(inner)
    }
    read(paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.requestBody)
    return names
  }
}

/** Bodies that would do where the shared rows have only some that would not. */
const OWN_BODIES: Record<string, (twin: Twin) => unknown> = {
  'POST /api/auth/change-password': () => ({
    currentPassword: SECRETS.password,
    newPassword: SECRETS.password,
  }),
  'POST /api/auth/forgot-password': () => ({ email: 'nobody@example.com' }),
  'POST /api/mail-accounts': () => smtp(`${crypto.randomUUID()}@sender.example`),
  'POST /api/personas/:id/move-contacts': ({ ids }) => ({
    contactIds: [ids.member],
    sourcePersonaId: ids.other,
  }),
  'POST /api/email-sends/export': () => ({}),
  'POST /api/apollo/add-to-persona': ({ ids }) => ({
    personaId: ids.persona,
    leads: [{ email: 'lead@people.example', firstName: 'Ann' }],
  }),
}
/** These end the session, or need an email's token or a file: tested separately. */
const ELSEWHERE = new Set([
  '/api/auth/logout',
  '/api/auth/login',
  '/api/auth/reset-password',
  '/api/contacts/import',
])
/** Their results depend on the clock and the queue. */
const LAST = ['/api/sequences/:id/activate', '/api/sequences/:id/launch', '/api/sequences/:id/pause']

const calls = apiRoutes()
  .filter((path) => !ELSEWHERE.has(path) && path !== '/api/auth/register')
  .sort((a, b) => LAST.indexOf(a) - LAST.indexOf(b))
  .flatMap((path) =>
    (['POST', 'PUT', 'PATCH'] as const)
      .filter((method) => API_ROWS[path]?.methods[method])
      .map((method) => ({ path, method })),
  )

/** How each call ended: most must have done what they are for, else nothing was tested. */
const refused: string[] = []

test.each(calls)('$method $path changes only its documented fields', async ({ path, method }) => {
  const row = API_ROWS[path]!
  const fields = listed(path, method)
  const isListed = (name: string) => synonymsOf(name).some((one) => fields.has(one))
  const planted = Object.fromEntries(Object.entries(columns).filter(([name]) => !isListed(name)))
  const send = async (twin: Twin, more: Record<string, unknown>) => {
    const own = OWN_BODIES[`${method} ${path}`]?.(twin) ?? row.methods[method]!(twin.ids) ?? {}
    const { leads, ...body } = own as Record<string, unknown> & { leads?: object[] }
    const all = { ...more, ...body, ...(leads ? { leads: leads.map((lead) => ({ ...more, ...lead })) } : {}) }
    return twin.client.json(method, fillPath(path, row, twin.ids), all)
  }
  const bare = await send(plain, {})
  const full = await unrefused(planted, (more) => send(greedy, more))
  expect([bare.status < 500, full.status]).toEqual([true, bare.status])
  if (bare.status >= 300) refused.push(`${method} ${path} ${bare.status}`)
  await expect.poll(differ).toEqual([])
})

type Created = JsonResponse<{ id: string; issues?: { path: string; message: string }[] }>

/** Unknown fields are refused by name, many at a time, and those that cannot be chosen one at a time: what was not refused is left. */
async function unrefused(
  planted: Record<string, unknown>,
  send: (more: Record<string, unknown>) => Promise<Created>,
): Promise<Created> {
  const left = { ...planted }
  for (;;) {
    const response = await send(left)
    const names = refusedNames(response).filter((name) => name in left)
    if (names.length === 0) return response
    for (const name of names) delete left[name]
  }
}

const REFUSALS = /^Unknown field |cannot be (?:changed|set) here$|are the same field/
const refusedNames = ({ body }: Created) =>
  (body.issues ?? []).flatMap(({ path, message }) =>
    REFUSALS.test(message) ? [path.split('.').at(-1)!] : [],
  )

const differ = async () =>
  differences(await likenessOf(server, plain.id), await likenessOf(server, greedy.id))

test('most calls succeeded', () => {
  // The prepared webhook is switched off, and the text of the prepared uncertain email is absent.
  expect(refused).toEqual([
    'POST /api/webhooks/:id/test 409',
    'POST /api/webhooks/:id/deliveries/:deliveryId/resend 409',
    'POST /api/email-sends/:id/resend 409',
  ])
})

test('registration stores only its documented fields', async () => {
  const fields = listed('/api/auth/register', 'POST')
  const planted = Object.fromEntries(Object.entries(columns).filter(([name]) => !fields.has(name)))
  const register = (more: object) =>
    server.client().json('POST', '/api/auth/register', {
      ...more,
      email: `${crypto.randomUUID()}@example.com`,
      password: SECRETS.password,
      fullName: 'Ann Lee',
    })
  const [bare, full] = [await register({}), await unrefused(planted, register)]
  expect([bare.status, full.status]).toEqual([201, 201])
  expect(differences(await likenessOf(server, bare.body.id), await likenessOf(server, full.body.id))).toEqual(
    [],
  )
})

test('the check detects an accepted field', async () => {
  const change = { signature: PLANTED.text }
  await greedy.client.ok('PATCH', `/api/mail-accounts/${greedy.ids.mailbox}`, change)
  await expect.poll(differ).toHaveLength(2)
  await plain.client.ok('PATCH', `/api/mail-accounts/${plain.ids.mailbox}`, change)
  await expect.poll(differ).toEqual([])
})

test('no response contains a secret, and the lead key is masked', async () => {
  const { client, ids, id } = greedy
  for (const [path, row] of Object.entries(API_ROWS))
    if (row.methods.GET) await client.json('GET', fillPath(path, row, ids))
  const screens = [
    ...['/integrations', '/integrations/apollo', '/integrations/gsuite', '/settings', '/connection/gmail'],
    ...[`/connection/gmail/${ids.smtp}/edit`, `/connection/gmail/${ids.mailbox}/edit`, '/personas'],
    ...[
      `/campaign-builder/email-sending`,
      `/contacts/${ids.contact}`,
      `/contacts/${ids.contact}/export.json`,
    ],
  ]
  for (const at of screens) expect([at, (await client.request('GET', at)).status]).toEqual([at, 200])
  expect(await client.ok('GET', '/api/auth/me')).toMatchObject({
    apolloApiKey: `••••${(await lastKey()).slice(-4)}`,
  })
  const { sql } = server.database
  const stored = await sql<{ secret: string | null }[]>`
    select unnest(array[password, apollo_api_key, google_access_token]) as secret from users where id = ${id}
    union all select unnest(array[access_token, refresh_token, password]) from mail_accounts where user_id = ${id}
    union all select unnest(array[access_token, refresh_token]) from integrations where user_id = ${id}
    union all select unnest(array[tracking_token, unsubscribe_token]) from email_sends where user_id = ${id}
    union all select token_hash from password_reset_tokens where user_id = ${id}
    union all select sid from sessions where user_id = ${id}`
  const secrets = [...Object.values(SECRETS), ...stored.flatMap(({ secret }) => secret ?? [])]
  expect(secrets.length).toBeGreaterThan(12)
  const told = responses.filter(
    (response) => secrets.some((secret) => response.includes(secret)) || /ya29\.|\$argon2/.test(response),
  )
  expect(told.map((response) => response.slice(0, 300))).toEqual([])
})

/** The key that was saved last: one of the calls above changes it. */
async function lastKey(): Promise<string> {
  const body = API_ROWS['/api/integrations/apollo']!.methods.PUT!(greedy.ids) as { apiKey: string }
  return body.apiKey
}
