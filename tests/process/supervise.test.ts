import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { inSweep } from '../support/in-sweep'
import { freePort } from '../support/launch'
import { until } from '../support/until'

const started: { child: ChildProcess; dataDir: string }[] = []
afterEach(async () => {
  for (const { child, dataDir } of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      await ended
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** `npm start` on a data folder of its own. */
function start(port: number) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'coldframe-supervised-'))
  chmodSync(dataDir, 0o755)
  const child: ChildProcess = spawn('npm', ['start'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push({ child, dataDir })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk) => {
      output += chunk
    })
  return {
    child,
    dataDir,
    output: () => output,
    expectReady: (times: number) => expect(output.split('Coldframe is ready')).toHaveLength(times + 1),
    pidFile: path.join(dataDir, 'postgres', 'postmaster.pid'),
  }
}

/** The server's process: the one that runs the bundle on this data folder. */
function serverOf(dataDir: string): number {
  const says = (pid: string, file: string, words: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(words)
    } catch {
      return false // it has ended meanwhile
    }
  }
  const found = readdirSync('/proc').find(
    (pid) => /^\d+$/.test(pid) && says(pid, 'cmdline', 'build/server.js') && says(pid, 'environ', dataDir),
  )
  return Number(found)
}

inSweep('restarts a crashed server, and ends everything on SIGTERM to npm', async () => {
  const run = start(await freePort())
  await until(() => run.expectReady(1))
  process.kill(serverOf(run.dataDir), 'SIGKILL')
  await until(() => run.expectReady(2))
  expect(run.output()).toContain('the server crashed (SIGKILL); restarting in 1 s')
  run.child.kill('SIGTERM')
  await until(() => expect(existsSync(run.pidFile)).toBe(false))
  expect(run.output().match(/the server crashed/g)).toHaveLength(1)
})

test('leaves nothing running when the port is in use', async () => {
  const port = await freePort()
  const other = http.createServer().listen(port, '127.0.0.1')
  const run = start(port)
  const code = await new Promise((resolve) => run.child.once('close', resolve))
  other.close()
  expect([code, run.output()]).toEqual([1, expect.stringContaining(`port ${port} is in use`)])
  expect(existsSync(run.pidFile)).toBe(false)
})

test('starts no server when npm ended during the build', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'coldframe-supervised-'))
  const started = path.join(dir, 'started')
  const server = path.join(dir, 'server.mjs')
  writeFileSync(
    server,
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(started)}, '')`,
  )
  const supervisor = (parent: number) => {
    const run = `import { supervise } from './scripts/supervise.mjs'; supervise(${JSON.stringify(server)}, [], ${parent})`
    const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', run], {
      env: { PATH: process.env.PATH, NODE_ENV: 'test', npm_lifecycle_event: 'start' },
    })
    return new Promise((resolve) => child.once('close', resolve))
  }
  expect(await supervisor(process.ppid)).toBe(0)
  expect(existsSync(started)).toBe(false)
  await supervisor(process.pid)
  expect(existsSync(started)).toBe(true)
  rmSync(dir, { recursive: true })
})
