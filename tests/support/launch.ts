import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { processorTime, residentMemory } from '../bench/lib/figures'
import { Client } from './client'
import type { TestDatabase } from './clone'

export interface TestServer {
  url: string
  port: number
  database: TestDatabase
  /** Everything it printed so far. */
  output(): string
  /** MiB that the process holds. */
  memory(): number
  /** Processor time that it has used so far, in ms. */
  processorTime(): number
  client(): Client
  /** Ends the process (SIGTERM unless another is named) and starts it again on the same data, also with other settings. */
  restart(signal?: NodeJS.Signals, changed?: Record<string, string>): Promise<void>
  close(): Promise<void>
}

/** The built program as its own process, on this database, which it drops at the end. */
export async function launchServer(
  database: TestDatabase,
  env: Record<string, string> = {},
): Promise<TestServer> {
  await startOnWednesday(database)
  const port = await freePort()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'coldframe-data-'))
  const printed: string[] = []
  const settings: Record<string, string> = {
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ...env,
  }
  let child = await launch(settings, printed)
  const url = `http://localhost:${port}`
  return {
    url,
    port,
    database,
    output: () => printed.join('\n'),
    memory: () => residentMemory(child.pid!),
    processorTime: () => processorTime(child.pid!),
    client: () => new Client(url),
    async restart(signal = 'SIGTERM', changed = {}) {
      await end(child, signal)
      Object.assign(settings, changed)
      child = await launch(settings, printed)
    },
    async close() {
      await end(child, 'SIGTERM')
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Mail time starts next Wednesday at 8:00 UTC: tests must not depend on the hour or weekday.
 * @param options.again also when it has started
 */
export async function startOnWednesday({ sql }: TestDatabase, { again = false } = {}): Promise<void> {
  await sql`
    insert into sandbox.clock (base_virtual) values (date_trunc('week', now(), 'UTC') + interval '9 days 8 hours')
    on conflict (id) do update set base_virtual = excluded.base_virtual, base_real = clock_timestamp(), frozen = false
    where ${again}`
}

function launch(settings: Record<string, string>, printed: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['build/server.js'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', TZ: 'Pacific/Kiritimati', ...settings },
    // Through the channel it notices the end of this process, and ends too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    const read = (line: string) => {
      printed.push(line)
      if (process.env.SHOW_SERVER) process.stderr.write(`${line}\n`)
      if (line.startsWith('Coldframe is ready')) resolve(child)
    }
    createInterface({ input: child.stdout! }).on('line', read)
    createInterface({ input: child.stderr! }).on('line', read)
    child.once('exit', (code) =>
      reject(new Error(`the server ended with ${code}:\n${printed.slice(-20).join('\n')}`)),
    )
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

/**
 * A port for a server, with the neighbors that its sandbox uses (app/simulators/sandbox.server.ts); below the range
 * of outgoing connections, so that it stays free until the server starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 18_000)
    const free = await Promise.all([port, port + 25, port + 143].map(isFree))
    if (free.every(Boolean)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const server = net.createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
