// npm run seed -- small|large: fills a development database with an account that has something to show on every screen.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Database, openDatabase } from '~/db.server'
import { parseEnv } from '~/env.server'
import { startEmbeddedPostgres } from '../drizzle/embedded'
import { Client } from '../tests/support/client'
import { DEMO_PASSWORD, fillEveryScreen, loadSampleData, registerDemo } from '../tests/support/demo-account'
import { addManyRows } from '../tests/support/demo-rows'

await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`seed: ${error.message}\n`)
  process.exitCode = 1
})

async function main([size, ...others]: string[]): Promise<void> {
  if (others.length > 0 || (size !== 'small' && size !== 'large'))
    throw new Error('usage: npm run seed -- small|large')
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = parseEnv(process.env)
  if (!env.sandbox || env.nodeEnv === 'production')
    throw new Error('only development databases are filled: the sandbox is off, or NODE_ENV is production')
  const embedded = env.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: env.dataDir ?? '.data', database: 'coldframe' })
  const database = openDatabase(env.databaseUrl ?? embedded!.url, 2)
  const url = `http://localhost:${env.port}`
  try {
    const stopServer = (await isServed(url)) ? null : await startServer()
    try {
      await seed(size, { database, url, appUrl: env.appUrl })
    } finally {
      await stopServer?.()
    }
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

interface Place {
  database: Database
  /** Where the program is reached from here, and from a browser. */
  url: string
  appUrl: string
}

async function seed(size: 'small' | 'large', { database, url, appUrl }: Place): Promise<void> {
  const { sql } = database
  const client = new Client(url)
  const email = await freeAddress(database)
  const userId = await registerDemo(client, email)
  if ((await sql`select from users where id = ${userId}`).length === 0)
    throw new Error(`the server at ${url} uses another database; ${email} was registered there`)
  say('Loading the sample data, which moves the clock of the sandbox by ten days …')
  await loadSampleData(client, sql, userId, (done, parts) => done % 10 === 0 && say(`  ${done} of ${parts}`))
  say('Filling the other screens …')
  await fillEveryScreen(client, sql, userId)
  if (size === 'large') {
    say('Adding many rows …')
    await addManyRows(database, userId)
  }
  const [made] = await sql`
    select (select count(*) from contacts where user_id = ${userId}) as contacts,
      (select count(*) from email_sends where user_id = ${userId}) as emails,
      (select count(*) from conversations where user_id = ${userId}) as conversations,
      (select count(*) from sequences where user_id = ${userId}) as sequences`
  for (const [what, count] of Object.entries(made!)) say(`${Number(count).toLocaleString('en')} ${what}`)
  say(`Sign in at ${appUrl}/login as ${email} with the password "${DEMO_PASSWORD}"`)
}

/** demo@example.com, or the next address that no account has. */
async function freeAddress({ sql }: Database): Promise<string> {
  for (let n = 1; ; n++) {
    const email = `demo${n === 1 ? '' : n}@example.com`
    if ((await sql`select from users where lower(email) = ${email}`).length === 0) return email
  }
}

/** Whether `npm run dev` or `npm start` runs here with its sandbox. */
async function isServed(at: string): Promise<boolean> {
  const response = await fetch(`${at}/sandbox/clock`).catch(() => null)
  if (response && !response.ok)
    throw new Error(`${at} is served by another program, or by Coldframe without its sandbox`)
  return response !== null
}

/** Runs the program as `npm run dev` does, for as long as the seed takes. @returns how to stop it */
async function startServer(): Promise<() => Promise<void>> {
  say('Starting Coldframe …')
  const child = spawn(process.execPath, ['--import', 'tsx', 'server.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const problems: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => problems.push(line))
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on(
      'line',
      (line) => line.startsWith('Coldframe is ready') && resolve(),
    )
  })
  await Promise.race([ready, ended])
  if (child.exitCode !== null) throw new Error(`Coldframe did not start:\n${problems.join('\n')}`)
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
