import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/db'
import { inSweep } from '../support/in-sweep'
import { freePort, launchServer } from '../support/launch'
import { startProxy } from '../support/proxy'

test('exits with one clear line when PostgreSQL is unreachable at start', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, ['build/server.js'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  // The first line names the version.
  expect(printed.trim().split('\n').slice(1)).toHaveLength(1)
  expect(printed).toContain('PostgreSQL cannot be reached')
})

inSweep('exits with one line for an invalid setting', async () => {
  const child = spawn(process.execPath, ['build/server.js'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: 'eighty' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  expect(printed).toMatch(/^coldframe: PORT: .*\n$/)
})

inSweep('answers 503 while PostgreSQL is away, then recovers and sends each email once', async () => {
  const database = await createTestDatabase()
  const proxy = await startProxy(database.url)
  const server = await launchServer(database, { DATABASE_URL: proxy.url })
  try {
    const client = server.client()
    await client.signUp()
    await client.connectMailbox('sender@coldframe.example')
    const list = await client.ok('POST', '/api/personas', {
      name: 'P',
      industry: 'I',
      jobTitle: 'J',
      location: 'L',
    })
    for (let n = 0; n < 8; n++)
      await client.ok('POST', '/api/contacts', { email: `p${n}@people.example`, personaId: list.id })
    const template = await client.ok('POST', '/api/templates', {
      name: 'T',
      subject: 'Hello',
      htmlBody: '<p>Hello</p>',
    })
    const sequence = await client.ok('POST', '/api/sequences', { name: 'S' })
    await client.ok('POST', `/api/sequences/${sequence.id}/steps`, { templateId: template.id, delayDays: 1 })
    await client.ok('POST', `/api/sequences/${sequence.id}/add-email-list`, { personaId: list.id })
    await client.ok('POST', `/api/sequences/${sequence.id}/activate`)

    const { now } = await client.ok('GET', '/sandbox/clock')
    const target = new Date(Date.parse(now) + 3 * 86_400_000).toISOString()
    const interrupted = client.json('POST', '/sandbox/clock', { advanceTo: target })
    await until(async () => {
      const [row] = await database.sql`select count(*)::int as n from sandbox.mails`
      return row!.n >= 2
    })
    await proxy.cut()
    expect((await interrupted).status).toBe(503)
    for (const path of [
      '/readyz',
      '/api/personas',
      '/sandbox/clock',
      '/personas',
      '/sequences',
      '/u/unknown',
    ]) {
      expect([path, (await client.json('GET', path)).status]).toEqual([path, 503])
    }
    expect((await client.json('GET', '/healthz')).status).toBe(200)
    expect((await client.request('GET', '/t/o/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.gif')).status).toBe(
      200,
    )

    await proxy.restore()
    await until(async () => (await client.json('GET', '/readyz')).status === 200)
    await until(
      async () => (await client.json('POST', '/sandbox/clock', { advanceTo: target })).status === 200,
    )
    const mails = await client.sandboxMails()
    expect(mails.map((mail: { to: string }) => mail.to).sort()).toEqual(
      Array.from({ length: 8 }, (_, n) => `p${n}@people.example`),
    )
    const status = await client.ok('GET', '/api/queue/status')
    expect(status).toMatchObject({ sent: 8, failed: 0, uncertain: 0, sending: 0 })
  } finally {
    await server.close()
    await proxy.close()
  }
})

/** Retries until it holds; the test's own timeout ends it otherwise. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve))
}
