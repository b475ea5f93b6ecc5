import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { ROOT } from '../support/imports'
import { freePort } from '../support/launch'
import { until } from '../support/until'

const HANDLER = 'app/jobs/upkeep/clean-up.server.ts'
const MODEL = 'app/models/accounts/session.server.ts'
/** A copy of the checkout: the tests edit its files. */
const copy = mkdtempSync(path.join(os.tmpdir(), 'coldframe-dev-'))
let database: TestDatabase
let child: ChildProcess
let output = ''
let url: string

beforeAll(async () => {
  const sources = ['app', 'docs/guides', 'drizzle', 'public', 'package.json', 'server.ts', 'tsconfig.json']
  for (const name of [...sources, 'remix.config.js', 'vite.config.ts'])
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true })
  // A folder of links, because Vite writes its cache into node_modules.
  mkdirSync(path.join(copy, 'node_modules'))
  for (const name of readdirSync(path.join(ROOT, 'node_modules')))
    if (!name.startsWith('.'))
      symlinkSync(path.join(ROOT, 'node_modules', name), path.join(copy, 'node_modules', name))
  database = await createTestDatabase()
  await database.sql`create table printed (text text)`
  const port = await freePort()
  url = `http://localhost:${port}`
  child = spawn(process.execPath, ['--import', 'tsx', 'server.ts'], {
    cwd: copy,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: path.join(copy, '.data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk) => {
      output += chunk
    })
  await until(() => printed('Coldframe is ready', 1))
})
afterAll(async () => {
  if (child) {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await ended
  }
  await database?.drop()
  rmSync(copy, { recursive: true, force: true })
})

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const write = (file: string, text: string) => writeFileSync(path.join(copy, file), text)
const printed = (line: string, times: number) => {
  if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${output}`)
  expect(output.split(line), output).toHaveLength(times + 1)
}
/** The code with a statement that records in the database that it ran. */
function saying(text: string, file: string, start: string, db: string): string {
  const code = read(file)
  expect(code).toContain(start)
  return code.replace(start, `${start}\n  await ${db}.execute("insert into printed values ('${text}')")`)
}
const handlerSaying = (text: string) =>
  saying(text, HANDLER, 'export async function runCleanUp({ app }: JobContext): Promise<void> {', 'app.db')

/** What the code says while the worker runs a job. */
async function whatAJobSays(): Promise<string[]> {
  const { sql } = database
  await sql`delete from printed`
  await sql`select graphile_worker.add_job('clean-up', job_key := 'test')`
  await until(async () => {
    const jobs = await sql`select 1 from graphile_worker.jobs where key = 'test'`
    expect(jobs).toHaveLength(0)
  })
  return (await sql`select distinct text from printed order by text`).map(({ text }) => text)
}
const statusOf = async (address: string) => (await fetch(url + address)).status

test('the worker and the web use edited jobs and models without a restart', async () => {
  expect(await whatAJobSays()).toEqual([])
  write(HANDLER, handlerSaying('handler'))
  await until(() => printed('Coldframe runs the new code', 1))
  expect(await whatAJobSays()).toEqual(['handler'])

  write(
    MODEL,
    saying('model', MODEL, 'export async function deleteExpiredSessions(db: Db): Promise<void> {', 'db'),
  )
  await until(() => printed('Coldframe runs the new code', 2))
  expect(await whatAJobSays()).toEqual(['handler', 'model'])
  expect(await statusOf('/login')).toBe(200)
})

test('the old code goes on after an edit that does not load, until the next one', async () => {
  write(HANDLER, 'export async function runCleanUp( {')
  await until(() => printed('the new code does not load', 1))
  expect(await whatAJobSays()).toEqual(['handler', 'model'])

  write(HANDLER, handlerSaying('fixed'))
  await until(() => printed('Coldframe runs the new code', 3))
  expect(await whatAJobSays()).toEqual(['fixed', 'model'])
  expect(await statusOf('/login')).toBe(200)
})

test('the old code goes on after an edit that does not start', async () => {
  const file = 'app/jobs/worker.server.ts'
  write(
    file,
    read(file).replace(/^export async function startWorker.*$/m, "$&\n  throw new Error('no worker today')"),
  )
  await until(() => printed('the new code does not start', 1))
  expect(await whatAJobSays()).toEqual(['fixed', 'model'])
  expect(await statusOf('/login')).toBe(200)
})
