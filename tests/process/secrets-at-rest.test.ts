import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSealer } from '~/secrets.server'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { inSweep } from '../support/in-sweep'
import { launchServer, type TestServer } from '../support/launch'

const secret = (name: string) => `planted-${name}-${'s3cret'.repeat(5)}`
const OLD = secret('old-app-secret')
const NEW = secret('new-app-secret')
const DAY = 24 * 60

/** Everything that a thief of the database would have: each row of each table, the sandbox's (the outside world) apart. */
async function dump({ sql }: TestDatabase): Promise<string> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'sandbox')`
  const parts: string[] = []
  for (const { schema, name } of tables) {
    const rows = await sql`select to_jsonb(t)::text as row from ${sql(schema)}.${sql(name)} t`
    parts.push(`${schema}.${name}`, ...rows.map(({ row }) => row as string))
  }
  return parts.join('\n')
}

/** A text in its plain form and in common encodings. */
const spellings = (text: string) => [
  text,
  encodeURIComponent(text),
  ...(['base64', 'base64url', 'hex'] as const).map((how) =>
    Buffer.from(text).toString(how).replace(/=+$/, ''),
  ),
]

describe('secrets', () => {
  let database: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    database = await createTestDatabase()
    const url = new URL(database.url)
    const role = `role_${crypto.randomUUID().slice(0, 8)}`
    await database.sql.unsafe(`create role ${role} superuser login password '${secret('database-password')}'`)
    url.username = role
    url.password = secret('database-password')
    // Its own emails cannot be sent: errors about that are checked, too.
    const SYSTEM_SMTP_URL = `smtp://coldframe:${secret('system-mail-password')}@127.0.0.1:9`
    const AI_API_KEY = secret('ai-key')
    server = await launchServer(
      { ...database, url: url.href },
      { APP_SECRET: OLD, APP_SECRET_PREVIOUS: secret('older-app-secret'), AI_API_KEY, SYSTEM_SMTP_URL },
    )
  })
  afterAll(() => server?.close())

  test('appear in no table, log or response, even after failures', async () => {
    const planted = new Map<string, string>()
    for (const name of [
      'database-password',
      'system-mail-password',
      'ai-key',
      'old-app-secret',
      'older-app-secret',
    ])
      planted.set(name, secret(name))
    const plant = (name: string) => planted.set(name, secret(name)).get(name)!
    const responses: string[] = []
    const client = server.client()
    const call = async (method: string, path: string, body?: unknown) => {
      const response = await client.json(method, path, body)
      responses.push(JSON.stringify(response.body))
      return response
    }

    const email = `${crypto.randomUUID()}@example.com`
    const { id: userId } = await client.signUp(email, plant('password'))
    planted.set('first session', client.cookies.get('session')!)
    await call('POST', '/api/auth/login', { email, password: plant('wrong-password') })
    await call('POST', '/api/auth/login', { email, password: secret('password') })
    planted.set('second session', client.cookies.get('session')!)
    planted.set('device', client.cookies.get('device')!)
    await call('POST', '/api/auth/change-password', {
      currentPassword: plant('wrong-current-password'),
      newPassword: plant('refused-password'),
    })
    await call('POST', '/api/auth/change-password', {
      currentPassword: secret('password'),
      newPassword: plant('new-password'),
    })
    planted.set('third session', client.cookies.get('session')!)
    await client.request('POST', '/api/auth/login', {
      headers: { 'content-type': 'application/json' },
      body: `{"email": "${email}", "password": "${plant('password-in-broken-json')}`,
    })
    await call('POST', '/api/auth/forgot-password', { email })
    await call('POST', '/api/auth/reset-password', {
      token: plant('reset-token'),
      newPassword: plant('reset-password'),
    })
    // The page's own form carries it back, so the response alone has it.
    await client.request('GET', `/reset-password?token=${plant('reset-token-in-a-link')}`)
    await call('GET', `/api/gmail/callback?state=${plant('oauth-state')}&code=${plant('oauth-code')}`)
    await client.request('GET', '/api/auth/me', { headers: { authorization: `Bearer ${plant('bearer')}` } })

    const mailbox = await client.connectMailbox('sender@coldframe.example')
    const smtp = {
      provider: 'smtp',
      email: 'mine@coldframe.example',
      smtpHost: '127.0.0.1',
      smtpPort: 9,
      smtpSecure: false,
      username: 'mine@coldframe.example',
      password: plant('smtp-password'),
    }
    await call('POST', '/api/mail-accounts', smtp)
    await call('POST', '/api/mail-accounts', { ...smtp, smtpPort: secret('smtp-password') })

    const sealer = createSealer(OLD)
    const tokens = async () => {
      const [row] = await database.sql`select * from mail_accounts where id = ${mailbox}`
      return [row!.access_token, row!.refresh_token].map((sealed) => sealer.open(sealed, mailbox))
    }
    const [access, refresh] = await tokens()
    planted.set('access token', access!).set('refresh token', refresh!)
    await database.sql`
      update users set apollo_api_key = ${sealer.seal(plant('lead-key'), userId)} where id = ${userId}`

    // Sends emails with a provider that fails in every way, until it revokes the grant.
    const persona = { name: 'P', industry: 'I', jobTitle: 'J', location: 'L' }
    const { id: personaId } = await client.ok('POST', '/api/personas', persona)
    await client.ok('POST', '/api/contacts', { email: 'ann@people.example', personaId })
    const template = await client.ok('POST', '/api/templates', {
      name: 'T',
      subject: 'S',
      htmlBody: '<p>B</p>',
    })
    const sequence = await client.ok('POST', '/api/sequences', { name: 'S' })
    for (let step = 0; step < 2; step++)
      await client.ok('POST', `/api/sequences/${sequence.id}/steps`, {
        templateId: template.id,
        delayDays: 1,
      })
    await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId })
    for (const kind of ['http500', 'reset', 'http429'])
      await client.ok('POST', '/sandbox/faults', { service: 'gmail', kind, times: 1 })
    await client.ok('POST', `/api/sequences/${sequence.id}/activate`)
    await client.ok('POST', '/sandbox/clock', { advanceMinutes: 2 * DAY })
    const [renewed] = await tokens()
    planted.set('renewed access token', renewed!)
    expect(renewed).not.toBe(access)
    await client.ok('POST', '/sandbox/faults', { service: 'gmail', kind: 'invalidGrant', times: 1 })
    await client.ok('POST', '/sandbox/clock', { advanceMinutes: 10 * DAY })
    expect((await call('POST', `/api/gmail/accounts/${mailbox}/refresh-aliases`)).status).toBe(502)

    for (const path of [
      '/api/auth/me',
      '/api/gmail/accounts',
      '/api/mail-accounts',
      '/api/notifications',
      '/connection/gmail',
    ])
      await call('GET', path)
    expect(planted.size).toBeGreaterThanOrEqual(20)
    const places = { database: await dump(database), log: server.output(), responses: responses.join('\n') }
    expect(places.database).toContain('ann@people.example')
    expect(places.log).toContain('"level":')
    const found = [...planted].flatMap(([name, text]) =>
      Object.entries(places)
        .filter(([, where]) => spellings(text).some((spelling) => where.includes(spelling)))
        .map(([place]) => `${name} is in the ${place}`),
    )
    expect(found).toEqual([])
  })

  inSweep('are resealed after a change of APP_SECRET', async () => {
    const client = server.client()
    const { email, password } = await client.signUp()
    await client.connectMailbox('other@coldframe.example')
    const persona = { name: 'P', industry: 'I', jobTitle: 'J', location: 'L' }
    const { id: personaId } = await client.ok('POST', '/api/personas', persona)
    const gone = await client.ok('POST', '/api/contacts', { email: 'gone@people.example', suppressed: true })
    await client.ok('DELETE', `/api/contacts/${gone.id}?force=true`)
    await client.ok('POST', '/api/contacts', { email: 'bob@people.example', personaId })

    await server.restart('SIGTERM', { APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD })
    // Every job that waits is done when the clock has moved.
    await client.ok('POST', '/sandbox/clock', { advanceMinutes: 1 })
    expect(server.output()).toContain('APP_SECRET_PREVIOUS can be removed')
    expect(await dump(database)).not.toContain(createSealer(OLD).mark)

    await server.restart('SIGTERM', { APP_SECRET_PREVIOUS: '' })
    expect((await client.json('GET', '/api/auth/me')).body.email).toBe(email)
    await client.ok('POST', '/api/auth/login', { email, password })
    // The suppression is kept as a hash with its own key.
    const again = await client.ok('POST', '/api/contacts', { email: 'gone@people.example', personaId })
    expect((await client.ok('GET', `/api/contacts/${again.id}`)).suppressed).toBe(true)
    const template = await client.ok('POST', '/api/templates', {
      name: 'T',
      subject: 'S',
      htmlBody: '<p>B</p>',
    })
    const sequence = await client.ok('POST', '/api/sequences', { name: 'S' })
    await client.ok('POST', `/api/sequences/${sequence.id}/steps`, { templateId: template.id, delayDays: 1 })
    await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId })
    await client.ok('POST', `/api/sequences/${sequence.id}/activate`)
    await client.ok('POST', '/sandbox/clock', { advanceMinutes: 7 * DAY })
    expect(await client.ok('GET', '/sandbox/messages?to=bob@people.example')).toHaveLength(1)
    expect(await client.ok('GET', '/sandbox/messages?to=gone@people.example')).toEqual([])

    await expect(server.restart('SIGTERM', { APP_SECRET: secret('unknown') })).rejects.toThrow(
      'APP_SECRET is not the one that this database was sealed under',
    )
  })
})
