import { beforeAll, describe, expect, test } from 'vitest'
import { API_ROWS, apiRoutes, fillPath } from '../../support/api-rows'
import { readPaths } from '../../support/description'
import { fillAccount, stateOf } from '../../support/fill'
import { type Client, sharedServer, type TestServer } from '../../support/server'

/**
 * Every call that creates an object: a read-only field is accepted with its initial value, and refused by name with
 * another.
 */

interface Described {
  requestBody?: { content: Record<string, { schema: { properties: object } }> }
  responses: Record<string, { content: Record<string, { schema: { properties?: object } }> }>
}

let server: TestServer
let client: Client
let userId: string
let ids: Record<string, string>
let described: Record<string, { post?: Described }>
beforeAll(async () => {
  server = await sharedServer({ worker: false })
  client = server.client()
  userId = (await client.signUp()).id
  ids = await fillAccount(server, client)
  described = await readPaths(client)
})

const name = () => crypto.randomUUID()
/** Bodies where the shared rows have none that would do. */
const BODIES: Record<string, () => object> = {
  '/api/auth/register': () => ({ email: `${name()}@example.com`, password: name(), fullName: 'Ann Lee' }),
  '/api/mail-accounts': () => ({
    email: `${name()}@sender.example`,
    smtpHost: '127.0.0.1',
    smtpPort: server.port + 25,
    smtpSecure: false,
    password: 'sandbox',
  }),
}

const CREATING = [
  ...[
    '/api/auth/register',
    '/api/contact-fields',
    '/api/contact-views',
    '/api/contacts',
    '/api/do-not-contact',
    '/api/keys',
    '/api/mail-accounts',
  ],
  ...['/api/personas', '/api/sequences'],
  ...[
    '/api/sequences/:id/steps',
    '/api/tasks',
    '/api/templates',
    '/api/webhooks',
    '/api/workflows',
    '/api/workflows/:id/steps',
  ],
]

/** The names of an object's fields, and those of them that the call takes. */
function fieldsOf(path: string) {
  const post = described[path.replace(/:(\w+)/g, '{$1}')]?.post
  const properties = (part?: { content: Record<string, { schema: { properties?: object } }> }) =>
    Object.keys(part?.content['application/json']?.schema.properties ?? {})
  return { returned: properties(post?.responses[201]), taken: properties(post?.requestBody) }
}

async function create(path: string, more: object = {}) {
  const row = API_ROWS[path]!
  const body = BODIES[path]?.() ?? (row.methods.POST!(ids) as object)
  // Signing up signs in, so another client does it.
  const caller = path === '/api/auth/register' ? server.client() : client
  return caller.json('POST', fillPath(path, row, ids), { ...body, ...more })
}

/** No two objects have these alike. */
const OWN = ['id', 'createdAt', 'updatedAt', 'key', 'prefix', 'secret']

test('covers every call that creates an object', () => {
  const creating = apiRoutes().filter((path) => {
    const { returned, taken } = fieldsOf(path)
    return returned.includes('id') && taken.length > 0
  })
  expect(creating.sort()).toEqual(CREATING)
})

describe.each(CREATING)('POST %s', (path) => {
  test('refuses each field that cannot be set, by name', async () => {
    const { returned, taken } = fieldsOf(path)
    const fixed = returned.filter((field) => !taken.includes(field))
    expect(fixed).toContain('id')
    const before = await stateOf(server, userId)
    for (const field of fixed) {
      const message = `${field} cannot be set here`
      expect(await create(path, { [field]: 'planted' })).toMatchObject({
        status: 400,
        body: { message, code: 'INVALID', issues: [{ path: field, message }] },
      })
    }
    expect(await stateOf(server, userId)).toBe(before)
  })

  test('accepts these fields with their initial values', async () => {
    const { taken } = fieldsOf(path)
    const { body: made, status } = await create(path)
    expect(status).toBe(201)
    const alike = Object.fromEntries(
      Object.entries(made).filter(([field]) => !taken.includes(field) && !OWN.includes(field)),
    )
    const again = await create(path, { ...alike, id: null })
    expect([again.status, again.body]).toMatchObject([201, alike])
  })
})

test('a contact’s industry comes only from its organization or list', async () => {
  const post = (more: object) =>
    client.json('POST', '/api/contacts', {
      email: `${name()}@people.example`,
      personaId: ids.persona,
      ...more,
    })
  const persona = await client.ok('GET', `/api/personas/${ids.persona}`)
  expect((await post({ industry: persona.industry, personaIndustry: persona.industry })).status).toBe(201)
  expect((await post({ industry: 'Other' })).body.message).toBe('industry cannot be set here')
  expect((await post({ industry: 'Food', organization: { industry: 'Food' } })).status).toBe(201)
})

test('refuses an existing address with any other fields', async () => {
  const { email } = await client.ok('GET', `/api/contacts/${ids.contact}`)
  expect(await client.json('POST', '/api/contacts', { email, hardBounced: false })).toMatchObject({
    status: 409,
    body: { code: 'DUPLICATE_EMAIL', message: 'This email address already exists' },
  })
  expect((await client.json('POST', '/api/contacts', { email, hardBounced: true })).status).toBe(400)
})
