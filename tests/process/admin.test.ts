import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv } from '~/env.server'
import { findCommand } from '~/operator/commands.server'
import { writeBackup } from '../../drizzle/backup'
import { makeDatabase } from '../../drizzle/replace-database'
import { createTestDatabase } from '../support/db'
import { inSweep } from '../support/in-sweep'
import { startServer, type TestServer } from '../support/server'
import { until } from '../support/until'

const SECRET = 'a secret for the operator, long enough'
const SOURCE = path.resolve(import.meta.dirname, '../..')
const files = mkdtempSync(path.join(os.tmpdir(), 'coldframe-admin-'))
let server: TestServer
beforeAll(async () => {
  server = await startServer({ APP_SECRET: SECRET })
})
afterAll(async () => {
  await server?.close()
  rmSync(files, { recursive: true, force: true })
})

interface Ended {
  code: number | null
  out: string
  err: string
}

/**
 * A command of `npm run admin -- …`, while the server runs: as an operator calls it where it reads its input or has other settings, otherwise
 * inside this process, without starting a program.
 */
const admin = (args: string[], input?: string, env?: Record<string, string>) =>
  input === undefined && !env ? runHere(args) : run(['--admin', ...args], input, env)

async function runHere(args: string[]): Promise<Ended> {
  let out = ''
  const say = (line: string) => {
    out += `${line}\n`
  }
  try {
    const command = findCommand(['--admin', ...args])!
    if ('help' in command) say(command.help)
    else await command.run({ ...settings(), args: command.args, say })
    return { code: 0, out, err: '' }
  } catch (error) {
    const { exitCode = 1, message } = error as Error & { exitCode?: number }
    return { code: exitCode, out, err: `coldframe: ${message}\n` }
  }
}

const settings = () => ({
  databaseUrl: server.database.url,
  appSecret: SECRET,
  env: parseEnv({ NODE_ENV: 'production', DATABASE_URL: server.database.url, APP_SECRET: SECRET }),
  dataDir: files,
  cwd: files,
  embedded: null,
})

const run = (args: string[], input?: string, env: Record<string, string> = {}): Promise<Ended> =>
  start(args, input, env).ended

function start(args: string[], input?: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
    cwd: SOURCE,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: server.database.url,
      APP_SECRET: SECRET,
      INIT_CWD: files,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })))
  return { child, ended }
}

const json = async (...args: string[]) => {
  const { code, out, err } = await admin([...args, '--json'])
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out)
}
const signIn = async (email: string, password: string) => {
  const client = server.client()
  const { status } = await client.json('POST', '/api/auth/login', { email, password })
  return { client, status }
}
const securityLog = async (email: string) =>
  (
    await server.database.sql<{ kind: string }[]>`
      select kind from security_events e join users u on u.id = e.user_id where u.email = ${email} order by e.id`
  ).map(({ kind }) => kind)

/** The databases of verifications, which are on the server of all tests. */
const verifying = async () =>
  (
    await server.database
      .sql`select datname from pg_database where starts_with(datname, 'coldframe_verifying_')`
  ).map((row) => row.datname)

inSweep('explains itself without opening the database', async () => {
  const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const all = await admin([], '', nowhere)
  expect([all.code, all.err]).toEqual([0, ''])
  for (const name of ['user create', 'mailbox list', 'queue', 'sending hold', 'backup verify', 'recount'])
    expect(all.out).toContain(name)
  const one = await admin(['user', 'create', '--help'], '', nowhere)
  expect(one.out).toContain('npm run admin -- user create EMAIL --name NAME [--timezone ZONE] [--generate]')
  const wrong = await admin(['queue', '--password', 'secret'], '', nowhere)
  expect([wrong.code, wrong.out]).toEqual([2, ''])
  expect(wrong.err).toBe("coldframe: Unknown option '--password': see npm run admin -- queue --help\n")
  const { code, err } = await admin(['queue'], '', nowhere)
  expect([code, err]).toEqual([1, expect.stringContaining('PostgreSQL cannot be reached')])
})

test('creates accounts with a password from standard input, or a generated one', async () => {
  const made = await admin(
    ['user', 'create', 'ann@acme.example', '--name', 'Ann Lee'],
    'correct horse battery\n',
  )
  expect(made).toEqual({ code: 0, out: 'Created ann@acme.example.\n', err: '' })
  expect((await signIn('ann@acme.example', 'correct horse battery')).status).toBe(200)
  expect(await securityLog('ann@acme.example')).toEqual(['operator_created_account'])
  const args = [
    'user',
    'create',
    'ben@acme.example',
    '--name',
    'Ben',
    '--generate',
    '--timezone',
    'Europe/Rome',
  ]
  const [, password] = /Password: (\S{24})\n$/.exec((await admin(args)).out)!
  expect((await signIn('ben@acme.example', password!)).status).toBe(200)
  for (const [call, input, message] of [
    [args, '', 'already exists'],
    [['user', 'create', 'c@acme.example', '--name', 'X'], 'short\n', 'at least 8 characters'],
    [['user', 'create', 'c@acme.example', '--name', 'X'], '', 'standard input has no password'],
  ] as const) {
    const { code, err } = await admin([...call], input)
    expect([code, err]).toEqual([1, expect.stringContaining(message)])
  }
  expect(await json('user', 'list')).toMatchObject([
    { email: 'ann@acme.example', name: 'Ann Lee', timezone: 'UTC' },
    { email: 'ben@acme.example', name: 'Ben', timezone: 'Europe/Rome' },
  ])
})

test('invites somebody, whose link opens the sign-up screen', async () => {
  const [link, emailed] = (await admin(['user', 'invite', 'guest@acme.example'])).out.trim().split('\n')
  expect(emailed).toBe('Emailed to guest@acme.example.')
  const { pathname, search } = new URL(link!)
  const screen = await server.client().request('GET', pathname + search)
  expect(await screen.text()).toContain('value="guest@acme.example"')
  expect((await admin(['user', 'invite', 'not an address'])).err).toContain('Invalid email address')
})

test('resets a password, ends the sessions and says so in the security log', async () => {
  const { client } = await signIn('ann@acme.example', 'correct horse battery')
  const reset = await admin(['user', 'reset-password', 'Ann@acme.example'], 'another horse battery\n')
  expect([reset.code, reset.err]).toEqual([0, ''])
  expect((await client.json('GET', '/api/personas')).status).toBe(401)
  expect((await signIn('ann@acme.example', 'correct horse battery')).status).toBe(401)
  const again = await signIn('ann@acme.example', 'another horse battery')
  expect(again.status).toBe(200)
  expect(reset.out).toContain('0 API keys revoked')
  expect(await securityLog('ann@acme.example')).toEqual([
    'operator_created_account',
    'operator_reset_password',
  ])
  const screen = await (await again.client.request('GET', '/settings/api-keys')).text()
  expect(screen).toContain('Password reset by the operator')
  expect(screen).toContain('the command line of the server')
  const unknown = await admin(['user', 'reset-password', 'nobody@acme.example', '--generate'])
  expect([unknown.code, unknown.out]).toEqual([1, ''])
  expect(unknown.err).toContain('No account has the address nobody@acme.example')
})

test('creates, lists and revokes API keys', async () => {
  const made = await admin(['key', 'create', 'ann@acme.example', '--name', 'CRM', '--read', '--days', '30'])
  const key = made.out.trim()
  expect([made.code, key]).toEqual([0, expect.stringMatching(/^cf_[\w-]{43}$/)])
  const use = async () =>
    (await server.client().json('GET', '/api/me', undefined, { authorization: `Bearer ${key}` })).status
  expect(await use()).toBe(200)
  const [listed] = await json('key', 'list', 'ann@acme.example')
  expect(listed).toMatchObject({ name: 'CRM', scope: 'read', prefix: key.slice(0, 11), limited: false })
  const wrong = await admin(['key', 'revoke', 'ann@acme.example', 'CRM'])
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('"CRM" is not an id')])
  expect((await admin(['key', 'revoke', 'ann@acme.example', listed.id])).code).toBe(0)
  expect([await use(), await json('key', 'list', 'ann@acme.example')]).toEqual([401, []])
  const unknown = await admin(['key', 'list', 'nobody@acme.example'])
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('No account has the address')])
})

test('shows the state of the installation on one screen', async () => {
  const status = await json('status')
  expect(status).toContainEqual({ name: 'Sending', value: 'not held', isProblem: false })
  const { code, out } = await admin(['status'])
  expect([code, out.trim().split('\n')]).toEqual([0, expect.arrayContaining(['  Sending: not held'])])
  const { client } = await signIn('ann@acme.example', 'another horse battery')
  const card = 'The state of this whole installation'
  const shownTo = async (one: typeof client) =>
    (await (await one.request('GET', '/settings')).text()).includes(card)
  await admin(['user', 'reset-password', 'ben@acme.example'], 'a horse of his own\n')
  const other = await signIn('ben@acme.example', 'a horse of his own')
  expect([await shownTo(client), await shownTo(other.client)]).toEqual([true, false])
})

test('lists mailboxes and the queue', async () => {
  const { client } = await signIn('ann@acme.example', 'another horse battery')
  await client.connectMailbox('sender@coldframe.example')
  expect(await json('mailbox', 'list')).toMatchObject([
    { user: 'ann@acme.example', email: 'sender@coldframe.example', status: 'connected', openEmails: 0 },
  ])
  expect(await json('mailbox', 'list', '--user', 'ben@acme.example')).toEqual([])
  const table = await admin(['mailbox', 'list'])
  expect(table.out).toMatch(/^user +email +provider +status/)
  expect(table.out.split('\n')[1]).toContain('sender@coldframe.example')
  await server.database.sql`select graphile_worker.add_job('clean-up', run_at := now() + interval '1 day')`
  const queue = await json('queue')
  expect(queue).toMatchObject({ workers: 1, dueSeconds: expect.any(Number), hold: null })
  expect(queue.tasks).toContainEqual({
    task: 'clean-up',
    waiting: 0,
    later: 1,
    running: 0,
    givenUp: 0,
    waitSeconds: 0,
  })
})

test('prints the version, and which migrations are pending', async () => {
  const { version } = JSON.parse(readFileSync(path.join(SOURCE, 'package.json'), 'utf8')) as {
    version: string
  }
  expect((await admin(['version'])).out).toBe(`${version}\n`)
  expect((await server.client().json('GET', '/healthz')).body).toEqual({ ok: true, version })
  expect((await admin(['migrate', '--plan'])).out).toBe('No migration is pending.\n')
  expect(await json('migrate', '--plan')).toEqual([])
})

test('holds sending with a reason on every screen, and resumes it', async () => {
  const { client } = await signIn('ann@acme.example', 'another horse battery')
  const screen = async () => (await client.request('GET', '/personas')).text()
  expect((await admin(['sending', 'hold', '--reason', 'The provider is <down>'])).code).toBe(0)
  expect(await screen()).toContain('by the operator of this installation')
  expect(await screen()).toContain('The provider is &lt;down&gt;')
  expect((await json('queue')).hold).toMatchObject({ kind: 'operator', reason: 'The provider is <down>' })
  expect(await admin(['sending', 'resume'])).toMatchObject({ code: 0, out: 'Sending resumes.\n' })
  expect(await screen()).not.toContain('Sending is held')
  expect((await admin(['sending', 'resume'])).out).toBe('Sending is not held.\n')
})

inSweep('names the other hold when one of two ends', async () => {
  const both = async () => {
    await server.database.sql`update sending_control set database_identity = 'another'`
    expect((await admin(['sending', 'hold'])).code).toBe(0)
  }
  await both()
  expect(await run(['--resume', '--stopped'])).toEqual({
    code: 0,
    out: 'The hold after the restore has ended. Sending is still held by the operator: npm run admin -- sending resume\n',
    err: '',
  })
  expect(await admin(['sending', 'resume'])).toMatchObject({ code: 0, out: 'Sending resumes.\n' })

  await both()
  expect(await admin(['sending', 'resume'])).toEqual({
    code: 0,
    out: "The operator's hold has ended. Sending is still held because this database was restored or copied: npm run resume\n",
    err: '',
  })
  expect(await admin(['sending', 'resume'])).toMatchObject({
    code: 1,
    err: 'coldframe: sending is held because this database was restored or copied: npm run resume\n',
  })
  const until = ['--resume', '--sent-until', 'now']
  expect((await run(until)).out).toMatch(/^Sending resumes\.\n0 emails are uncertain now/)
})

/** Makes the number of contacts wrong for both users, who have none. */
const miscount = () =>
  server.database.sql`
    insert into contact_stats (user_id, total) select id, 1 from users on conflict (user_id) do update set total = 1`

inSweep('verifies backups in a database that it drops', async () => {
  const { sql, url } = server.database
  const write = (name: string) =>
    writeBackup(url, async () => new Date(), createWriteStream(path.join(files, name)))
  await write('good.gz')
  const good = await admin(['backup', 'verify', 'good.gz'])
  expect([good.code, good.err]).toEqual([0, ''])
  expect(good.out).toMatch(/Foreign keys: \d\d+ checked, 0 violated\.\nRows: 2 users, 1 mailboxes/)
  expect(good.out).toMatch(/APP_SECRET opens its sealed values\.\nThe backup can be restored\.\n$/)

  await miscount()
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`insert into personas (user_id, name, industry, job_title, location)
      values (gen_random_uuid(), 'Orphan', 'I', 'J', 'L')`
  })
  await write('bad.gz')
  const bad = await admin(['backup', 'verify', 'bad.gz'])
  expect(bad.code).toBe(1)
  expect(bad.err).toContain('1 rows violate the foreign key personas_user_id_users_id_fk')
  expect(bad.err).toContain('2 counters of contact_stats are wrong')

  const other = await admin(['backup', 'verify', 'good.gz'], '', { APP_SECRET: `${SECRET}, not this one` })
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('APP_SECRET is not the one')])
  truncateSync(path.join(files, 'bad.gz'), 2_000)
  writeFileSync(path.join(files, 'dump'), 'PGDMP and more')
  for (const [name, message] of [
    ['bad.gz', 'damaged'],
    ['dump', 'pg_restore'],
  ] as const) {
    const { code, err } = await admin(['backup', 'verify', name])
    expect([name, code, err]).toEqual([name, 1, expect.stringContaining(message)])
  }
  expect(await verifying()).toEqual([])
})

test('refuses database names that PostgreSQL would truncate', async () => {
  const { url } = server.database
  await expect(makeDatabase(url, 'x'.repeat(64))).rejects.toThrow('over 63 bytes')
})

inSweep('verifies two backups at once, and drops what a killed verification left', async () => {
  const { sql } = server.database
  await sql`create database coldframe_verifying_000000000000`
  const both = await Promise.all(['good.gz', 'good.gz'].map((name) => admin(['backup', 'verify', name])))
  expect(both.map(({ code, err }) => [code, err])).toEqual(Array(2).fill([0, '']))
  expect(await verifying()).toEqual([])
})

inSweep.each(['SIGINT', 'SIGTERM'] as const)(
  'stops a verification with %s and drops its database',
  async (signal) => {
    const { child, ended } = start(['--admin', 'backup', 'verify', 'good.gz'])
    await until(async () => {
      const [loading] = await server.database.sql`
      select 1 from pg_stat_activity where starts_with(datname, 'coldframe_verifying_') and application_name = 'coldframe-restore'`
      expect(loading).toBeDefined()
    })
    child.kill(signal)
    expect(await ended).toMatchObject({
      code: signal === 'SIGINT' ? 130 : 143,
      err: 'coldframe: cancelled\n',
    })
    expect(await verifying()).toEqual([])
  },
)

inSweep('stops a recount with SIGINT', async () => {
  const { sql } = server.database
  const locked = await sql.reserve()
  await locked`begin`
  await locked`lock table contact_stats in access exclusive mode`
  try {
    const { child, ended } = start(['--admin', 'recount'])
    await until(async () => {
      const [waiting] = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%contact_stats%'`
      expect(waiting).toBeDefined()
    })
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, out: '', err: 'coldframe: cancelled\n' })
  } finally {
    await locked`rollback`
    locked.release()
  }
})

test('recounts the counters', async () => {
  await miscount()
  const checked = await admin(['recount', '--check'])
  expect([checked.code, checked.err]).toEqual([1, 'coldframe: counters are wrong\n'])
  expect(checked.out).toMatch(/contact_stats +2/)
  expect(await json('recount')).toContainEqual({ counter: 'contact_stats', wrong: 2 })
  expect((await admin(['recount', '--check'])).code).toBe(0)
})

test('resume obeys Ctrl-C', async () => {
  // Without a server, whose worker would wait too.
  const { sql, url, drop } = await createTestDatabase()
  const locked = await sql.reserve()
  await locked`begin`
  await locked`lock table sending_control in access exclusive mode`
  try {
    const { child, ended } = start(['--resume'], '', { DATABASE_URL: url })
    await until(async () => {
      const waiting = await sql`select 1 from pg_stat_activity a join pg_locks l using (pid)
        where not l.granted and l.relation = 'sending_control'::regclass`
      expect(waiting.length).toBeGreaterThan(0)
    })
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, out: '', err: 'coldframe: cancelled\n' })
  } finally {
    await locked`rollback`
    locked.release()
    await drop()
  }
})
