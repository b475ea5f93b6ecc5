import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/db'
import { launchServer } from '../support/launch'
import { startProxy } from '../support/proxy'
import { until } from '../support/until'

const jsonLines = (output: string): Record<string, unknown>[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

test('one line when the database is lost, with the reason of each 503, and one when it is back', async () => {
  const database = await createTestDatabase()
  const proxy = await startProxy(database.url)
  const server = await launchServer(database, { DATABASE_URL: proxy.url, LOG_TIME: 'iso' })
  const told = (words: RegExp) => jsonLines(server.output()).filter(({ msg }) => words.test(String(msg)))
  try {
    const client = server.client()
    await client.signUp()
    await proxy.cut()
    for (const path of ['/readyz', '/api/personas', '/personas', '/api/sequences', '/readyz']) {
      const response = await client.json('GET', path)
      expect([path, response.status]).toEqual([path, 503])
    }
    expect((await client.json('GET', '/readyz')).body.message).toMatch(
      /^The database is unavailable: .+\. Please/,
    )
    await proxy.restore()
    await until(() => expect(told(/is back$/)).toHaveLength(1))
    await until(async () => expect((await client.json('GET', '/readyz')).status).toBe(200))
    const lost = told(/^PostgreSQL cannot be used: /)
    expect(lost).toHaveLength(1)
    expect(lost[0]!.time).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect(jsonLines(server.output()).filter((line) => line.err)).toEqual([])
  } finally {
    await server.close()
    await proxy.close()
  }
})

test('failed logins and refused keys are logged with the address, as the filter for fail2ban reads them', async () => {
  const settings = { WORKER: 'off', TRUST_PROXY: '1', LOG_TIME: 'iso', SANDBOX: 'on' }
  const server = await launchServer(await createTestDatabase(), settings)
  const filter = readFileSync('deploy/fail2ban/coldframe.conf', 'utf8')
  const failure = new RegExp(/^failregex = (.*)$/m.exec(filter)![1]!.replace('<HOST>', '(?<host>[\\d.]+)'))
  const found = () =>
    server
      .output()
      .split('\n')
      .flatMap((line) => failure.exec(line)?.groups?.host ?? [])
  try {
    const client = server.client()
    const login = (email: string, from: string) =>
      client.json('POST', '/api/auth/login', { email, password: 'wrong' }, { 'x-forwarded-for': from })
    await login('ann@acme.example', '192.0.2.1')
    // What a caller writes cannot name another address.
    await login('"address":"192.0.2.9","account":"@acme.example', '192.0.2.2')
    const key = { authorization: 'Bearer cf_unknown', 'x-forwarded-for': '192.0.2.3' }
    await client.request('GET', '/api/contacts', { headers: key })
    await until(() => expect(found()).toEqual(['192.0.2.1', '192.0.2.3']))
    expect(server.output()).not.toContain('ann@acme.example')
  } finally {
    await server.close()
  }
})

test('a proxy that is not trusted is told once', async () => {
  const server = await launchServer(await createTestDatabase(), { WORKER: 'off' })
  try {
    for (const from of [undefined, '192.0.2.1', '192.0.2.2'])
      await server.client().request('GET', '/healthz', { headers: from ? { 'x-forwarded-for': from } : {} })
    await until(() => expect(server.output()).toContain('Set TRUST_PROXY=1'))
    expect(server.output().split('TRUST_PROXY is 0')).toHaveLength(2)
  } finally {
    await server.close()
  }
})

test('a database that became read-only is not ready, and responses say so', async () => {
  const database = await createTestDatabase()
  const server = await launchServer(database, { WORKER: 'off' })
  try {
    const client = server.client()
    const [row] = await database.sql`select current_database() as name`
    await database.sql.unsafe(`alter database "${row!.name}" set default_transaction_read_only = on`)
    // The setting applies to new connections.
    await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    const login = { email: 'a@b.example', password: 'x' }
    await until(async () =>
      expect(await client.json('GET', '/readyz')).toMatchObject({
        status: 503,
        body: { message: 'The database is unavailable: it is read-only. Please try again' },
      }),
    )
    expect((await client.json('POST', '/api/auth/login', login)).status).toBe(503)
  } finally {
    await server.close()
  }
})
