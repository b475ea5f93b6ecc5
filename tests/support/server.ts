import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createTestDatabase, type TestDatabase } from './db'

export interface TestServer {
  url: string
  port: number
  database: TestDatabase
  /** Everything it printed so far. */
  output(): string
  client(): Client
  /** Ends the process (SIGTERM unless another is named) and starts it again on the same data. */
  restart(signal?: NodeJS.Signals): Promise<void>
  close(): Promise<void>
}

/** The built program as its own process, on a database of its own. */
export async function startServer(env: Record<string, string> = {}): Promise<TestServer> {
  const database = await createTestDatabase()
  const port = await freePort()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'coldframe-data-'))
  const printed: string[] = []
  const settings = { PORT: String(port), DATABASE_URL: database.url, DATA_DIR: dataDir, ...env }
  let child = await launch(settings, printed)
  const url = `http://localhost:${port}`
  return {
    url,
    port,
    database,
    output: () => printed.join('\n'),
    client: () => new Client(url),
    async restart(signal = 'SIGTERM') {
      await end(child, signal)
      child = await launch(settings, printed)
    },
    async close() {
      await end(child, 'SIGTERM')
      if (process.env.SHOW_SERVER) console.log(printed.join('\n'))
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function launch(settings: Record<string, string>, printed: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['build/server.js'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', TZ: 'Pacific/Kiritimati', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    const read = (line: string) => {
      printed.push(line)
      if (line.startsWith('Coldframe is ready')) resolve(child)
    }
    createInterface({ input: child.stdout! }).on('line', read)
    createInterface({ input: child.stderr! }).on('line', read)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${printed.slice(-20).join('\n')}`)))
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

export async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export interface Answer<T> {
  status: number
  body: T
  headers: Headers
}

/** A program that talks to the server: keeps cookies, follows nothing by itself. */
export class Client {
  readonly cookies = new Map<string, string>()
  constructor(readonly url: string) {}

  async request(method: string, at: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('origin') && method !== 'GET' && method !== 'HEAD') headers.set('origin', this.url)
    if (headers.get('origin') === 'none') headers.delete('origin')
    if (this.cookies.size > 0) headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(new URL(at, this.url), { ...init, method, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair] = cookie.split(';')
      const [name, value = ''] = pair!.split(/=(.*)/s)
      if (/max-age=0/i.test(cookie)) this.cookies.delete(name!)
      else this.cookies.set(name!, value)
    }
    return response
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  async json<T = any>(method: string, at: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    const response = await this.request(method, at, {
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text && /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text) as T, headers: response.headers }
  }

  /** A JSON call that must succeed; answers its body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  async ok<T = any>(method: string, at: string, body?: unknown): Promise<T> {
    const answer = await this.json<T>(method, at, body)
    if (answer.status >= 300) throw new Error(`${method} ${at}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** Signs up a new user. */
  async signUp(email = `${crypto.randomUUID()}@example.com`, password = 'correct horse battery'): Promise<{ id: string; email: string; password: string }> {
    const user = await this.ok('POST', '/api/auth/register', { email, password, fullName: 'Test User' })
    return { id: user.id, email, password }
  }

  /** Connects a Gmail mailbox through the simulated consent page. */
  async connectMailbox(email: string): Promise<string> {
    const { authUrl } = await this.ok('GET', '/api/gmail/connect')
    const consent = await this.request('POST', authUrl, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email }).toString(),
    })
    const location = consent.headers.get('location')
    if (!location) throw new Error(`no redirect from the consent page: ${consent.status} ${await consent.text()}`)
    await this.request('GET', location)
    const accounts = await this.ok('GET', '/api/gmail/accounts')
    const found = accounts.find((account: { email: string }) => account.email === email)
    if (!found) throw new Error('the mailbox was not connected')
    return found.id
  }
}
