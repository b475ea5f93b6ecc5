import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/launch'
import { startServer, type TestServer } from '../support/server'
import { until } from '../support/until'

const ROOT = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(os.tmpdir(), 'coldframe-nginx-'))
const at = (name: string) => path.join(folder, name)
let server: TestServer
let port: number
let nginx: ReturnType<typeof spawn>

beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '1', WORKER: 'off' })
  port = await freePort()
  const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes', '-newkey', 'rsa:2048']
  execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', at('key.pem'), '-out', at('cert.pem')], {
    stdio: 'ignore',
  })
  // The documented server, at the ports, the name and the certificate of this test.
  const documented = readFileSync(path.join(ROOT, 'deploy/proxy/nginx.conf'), 'utf8')
  const replaced = [
    ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['server_name outreach.example.com;', 'server_name localhost;'],
    ['/etc/letsencrypt/live/outreach.example.com/fullchain.pem', at('cert.pem')],
    ['/etc/letsencrypt/live/outreach.example.com/privkey.pem', at('key.pem')],
    ['http://127.0.0.1:3000', `http://127.0.0.1:${server.port}`],
  ].reduce((text, [from, to]) => {
    expect(text).toContain(from)
    return text.replaceAll(from!, to!)
  }, documented)
  writeFileSync(
    at('nginx.conf'),
    `daemon off; user root; pid ${at('pid')}; error_log ${at('error.log')};
    events {} http { access_log off; client_body_temp_path ${at('body')}; proxy_temp_path ${at('proxy')};
    fastcgi_temp_path ${at('f')}; uwsgi_temp_path ${at('u')}; scgi_temp_path ${at('s')};
    ${replaced} }`,
  )
  nginx = spawn('nginx', ['-c', at('nginx.conf'), '-e', at('error.log')], {
    stdio: 'ignore',
    // Debian's package puts it where only root looks.
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })
  await until(async () => expect((await call('GET', '/healthz')).status).toBe(200))
})
afterAll(async () => {
  nginx?.kill('SIGTERM')
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Called {
  status: number
  body: string
  cookies: string[]
}

/** A call through the proxy. Its certificate is nobody's. */
const call = (method: string, to: string, body?: string | Buffer, headers: Record<string, string> = {}) =>
  new Promise<Called>((resolve, reject) => {
    const request = https.request(
      { host: '127.0.0.1', port, method, path: to, rejectUnauthorized: false, headers },
      async (response) => {
        let text = ''
        for await (const chunk of response) text += chunk
        resolve({ status: response.statusCode!, body: text, cookies: response.headers['set-cookie'] ?? [] })
      },
    )
    request.once('error', reject).end(body)
  })

const JSON_BODY = { 'content-type': 'application/json' }

test('logins through it count for the address of the caller, whatever the caller claims', async () => {
  for (const claimed of ['192.0.2.1', '192.0.2.2']) {
    const login = JSON.stringify({ email: 'ann@acme.example', password: 'wrong' })
    const { status } = await call('POST', '/api/auth/login', login, {
      ...JSON_BODY,
      'x-forwarded-for': claimed,
    })
    expect(status).toBe(401)
  }
  const keys = await server.database.sql`select key, points from rate_limits where key like 'login:address:%'`
  expect(keys).toEqual([{ key: 'login:address:127.0.0.1', points: 2 }])
  expect(server.output()).not.toContain('TRUST_PROXY is 0')
})

test('a file beyond the default limit of nginx is imported, one beyond ours is refused', async () => {
  const account = { email: 'ben@acme.example', password: 'correct horse battery', fullName: 'Ben' }
  const { cookies } = await call('POST', '/api/auth/register', JSON.stringify(account), JSON_BODY)
  const cookie = cookies.map((text) => text.split(';')[0]).join('; ')
  const list = JSON.stringify({ name: 'L', industry: 'I', jobTitle: 'J', location: 'P' })
  const persona = await call('POST', '/api/personas', list, { ...JSON_BODY, cookie })
  const { id } = JSON.parse(persona.body) as { id: string }
  const upload = (file: string, origin = server.url) => {
    const part = (name: string) => `--part\r\ncontent-disposition: form-data; name="${name}"`
    const body = `${part('personaId')}\r\n\r\n${id}\r\n${part('file')}; filename="a.csv"\r\n\r\n${file}\r\n--part--\r\n`
    return call('POST', '/api/contacts/import', body, {
      'content-type': 'multipart/form-data; boundary=part',
      origin,
      cookie,
    })
  }
  const rows = (n: number) =>
    `Email\n${Array.from({ length: n }, (_, i) => `person${i}@people.example`).join('\n')}`
  const imported = await upload(rows(80_000))
  expect([imported.status, imported.body]).toEqual([202, expect.stringContaining('"jobId"')])
  // The program's own refusal, although it has read nothing of the file.
  expect((await upload(rows(80_000), 'https://elsewhere.example')).body).toContain('"FORBIDDEN"')
  expect(await upload('a'.repeat(111 * 1024 * 1024))).toMatchObject({
    status: 413,
    body: expect.stringContaining('nginx'),
  })
})
