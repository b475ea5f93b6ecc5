import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Client } from '../support/client'
import { freePort } from '../support/launch'

const root = mkdtempSync(path.join(os.tmpdir(), 'coldframe-backup-'))
chmodSync(root, 0o755)
const [from, to] = [path.join(root, 'from'), path.join(root, 'to')]
const running = new Set<ChildProcess>()
afterAll(async () => {
  await Promise.all([...running].map((child) => stop(child)))
  rmSync(root, { recursive: true, force: true })
})

/** Runs the program on a data folder until it is ready or has ended. */
function run(dataDir: string, args: string[] = [], port = 0) {
  const child = spawn(process.execPath, ['build/server.js', ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      INIT_CWD: root,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  return new Promise<{ child: ChildProcess; output: string; code: number | null }>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
        if (/is ready/.test(output)) resolve({ child, output, code: null })
      })
    }
    child.once('close', (code) => {
      running.delete(child)
      resolve({ child, output, code })
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  await ended
}

const USER = ['keeper@example.com', 'correct horse battery'] as const

test('restores a backup elsewhere and holds sending until resumed', async () => {
  const port = await freePort()
  const server = await run(from, [], port)
  const client = new Client(`http://localhost:${port}`)
  await client.signUp(...USER)
  await client.connectMailbox('sender@coldframe.example')
  await client.ok('POST', '/api/personas', { name: 'Kept', industry: 'I', jobTitle: 'J', location: 'L' })
  const made = await run(from, ['--backup', 'today.gz'])
  expect([made.code, made.output]).toEqual([0, expect.stringContaining(path.join(root, 'today.gz'))])
  expect(await run(from, ['--backup', 'today.gz'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^coldframe: .*today\.gz already exists\n$/),
  })
  // A running program is not replaced.
  expect(await run(from, ['--restore', 'today.gz'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('another Coldframe is running'),
  })
  await stop(server.child)

  // Without the secret nothing of it could be unsealed.
  const sealed = await run(to, ['--restore', 'today.gz'])
  expect([sealed.code, sealed.output]).toEqual([1, expect.stringContaining('APP_SECRET is not the one')])
  mkdirSync(to, { recursive: true, mode: 0o755 })
  copyFileSync(path.join(from, 'app.secret'), path.join(to, 'app.secret'))
  const restored = await run(to, ['--restore', 'today.gz'])
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Sending is held')])
  const again = await run(to, ['--restore', 'today.gz'])
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('add --replace')])
  expect((await run(to, ['--restore', 'today.gz', '--replace'])).code).toBe(0)

  const second = await run(to, [], port)
  expect(second.output).toContain('Sending is held')
  await client.ok('POST', '/api/auth/login', { email: USER[0], password: USER[1] })
  expect(await client.ok('GET', '/api/personas')).toMatchObject([{ name: 'Kept' }])
  expect(await client.ok('GET', '/api/gmail/accounts')).toMatchObject([{ status: 'connected' }])
  const screen = async () => (await client.request('GET', '/personas')).text()
  expect(await screen()).toContain('npm run resume')
  const asked = await run(to, ['--resume'])
  expect(asked.output).toContain('Did the original installation send any of them?')
  expect(await screen()).toContain('npm run resume')
  expect(await run(to, ['--resume', '--sent-until', 'soon'])).toMatchObject({ code: 1 })
  expect(await run(to, ['--resume', '--stopped'])).toMatchObject({ code: 0, output: 'Sending resumes.\n' })
  expect(await screen()).not.toContain('npm run resume')
  expect((await run(to, ['--resume', '--stopped'])).output).toBe('Sending is not held.\n')
  await stop(second.child)
  expect(readdirSync(root).sort()).toEqual(['from', 'to', 'today.gz'])
})
