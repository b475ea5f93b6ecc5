import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Client } from '../support/client'
import { freePort } from '../support/launch'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'coldframe-embedded-'))
chmodSync(dataDir, 0o755)
const running = new Set<ChildProcess>()
afterAll(async () => {
  await Promise.all([...running].map((child) => stop(child, 'SIGTERM')))
  rmSync(dataDir, { recursive: true, force: true })
})

interface Started {
  child: ChildProcess
  output: string
  code: number | null
}

/** Starts the program on the data folder; resolves when it is ready or has ended. */
function start(port: number, args: string[] = []): Promise<Started> {
  const child = spawn(process.execPath, ['build/server.js', ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
        if (/is ready|worker is running/.test(output)) resolve({ child, output, code: null })
      })
    }
    child.once('close', (code) => {
      running.delete(child)
      resolve({ child, output, code })
    })
  })
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill(signal)
  await ended
}

const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid')
const postmaster = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
/** Its file is the last thing that PostgreSQL takes away. */
const isUp = () => existsSync(pidFile)

test('allows one web process per data folder and starts again after kill -9', async () => {
  const port = await freePort()
  const first = await start(port)
  expect(first.output).toContain(`data in ${dataDir}`)
  const client = new Client(`http://localhost:${port}`)
  await client.signUp('keeper@example.com', 'correct horse battery')
  await client.ok('POST', '/api/personas', { name: 'Kept', industry: 'I', jobTitle: 'J', location: 'L' })

  const second = await start(await freePort())
  expect(second.code).toBe(1)
  expect(second.output).toContain('another Coldframe is running')
  expect((await client.json('GET', '/readyz')).status).toBe(200)

  const worker = await start(port, ['--worker'])
  expect(worker.output).toContain('worker is running')

  await stop(first.child, 'SIGKILL')
  const adopted = await start(port)
  expect(adopted.code).toBeNull()
  expect((await client.ok('GET', '/api/personas'))[0].name).toBe('Kept')

  // The worker still uses the database: the last one to stop ends it.
  await stop(adopted.child, 'SIGTERM')
  expect(() => process.kill(postmaster(), 0)).not.toThrow()
  process.kill(postmaster(), 'SIGKILL')
  await stop(worker.child, 'SIGKILL')

  const recovered = await start(port)
  expect(recovered.code).toBeNull()
  expect((await client.ok('GET', '/api/personas'))[0].name).toBe('Kept')
  await stop(recovered.child, 'SIGTERM')
})

const SHUTDOWNS = [
  ['asked to end and waiting for the program', 'SIGTERM'],
  ['gone', 'SIGINT'],
] as const
test.each(SHUTDOWNS)('exits normally at shutdown when PostgreSQL is %s first', async (_, how) => {
  const { child, code } = await start(await freePort())
  expect(code).toBeNull()
  let printed = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk) => {
      printed += chunk
    })
  process.kill(postmaster(), how)
  if (how === 'SIGINT') while (isUp()) await new Promise((resolve) => setImmediate(resolve))
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  expect([await ended, printed]).toEqual([0, expect.any(String)])
  expect(isUp()).toBe(false)
})
