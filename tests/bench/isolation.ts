import { setTimeout as wait } from 'node:timers/promises'
import { NewMailbox } from '~/models/mailboxes/mailbox'
import { createSmtpMailbox } from '~/models/mailboxes/smtp.server'
import { loadAddressKey } from '~/models/suppressions/address-key.server'
import { createSealer, createSecrets } from '~/secrets.server'
import { BENCH_ENV, startProgram } from '../load/programs'
import type { TestDatabase } from '../support/clone'
import { HOSTILE_FORMS, HOSTILE_JSON, HOSTILE_QUERIES } from '../support/hostile-bodies'
import { startHostileImap } from '../support/hostile-imap'
import { freePort } from '../support/launch'
import { fakeServers } from '../support/mailing'
import { routeTable } from '../support/route-table'
import type { BenchContext } from './engine'
import { type Account, openAccount } from './lib/account'
import { ask } from './lib/ask'
import { type Figure, percentile } from './lib/figures'

/** Mailboxes of one user at a server that never ends its response. */
const HOSTILE_MAILBOXES = 50
const IMPORTS = 20

/** P18: the effect of hostile requests and hostile mail servers on other users. */
export async function benchIsolation({ postgres }: BenchContext): Promise<Figure[]> {
  const database = await postgres.create()
  const port = await freePort()
  const server = await startProgram({ DATABASE_URL: database.url, PORT: String(port), HOST: '127.0.0.1' })
  try {
    const base = `http://127.0.0.1:${port}`
    const [attacker, other] = [
      await openAccount(base, 'attacker@bench.example'),
      await openAccount(base, 'other@bench.example'),
    ]
    return [
      await hostileRequests(base, port, attacker, other),
      await hostilePreviews(base, port, attacker, other),
      await hostileMailboxes(database, attacker, other),
    ]
  } finally {
    await server.stop()
    await database.drop()
  }
}

/** Every address with every hostile body and query, one after the other. */
function* attacks(base: string, cookie: string): Generator<() => Promise<Response>> {
  const addresses = routeTable()
    .map(({ path }) => path)
    .filter((path) => !/^\/(api\/auth\/)?logout$/.test(path))
    .map((path) => path.replace(/:\w+/g, crypto.randomUUID()).replace('*', 'nowhere'))
  const send = (path: string, init: RequestInit) => () =>
    fetch(base + path, {
      redirect: 'manual',
      ...init,
      headers: { cookie, origin: BENCH_ENV.APP_URL, ...init.headers },
    })
  for (const path of addresses) {
    const bodies = Object.values(path.startsWith('/api/') ? HOSTILE_JSON : HOSTILE_FORMS)
    for (const { type, body } of bodies)
      yield send(path, { method: 'POST', headers: { 'content-type': type }, body })
    for (const query of HOSTILE_QUERIES) yield send(path + query, {})
  }
}

async function hostileRequests(
  base: string,
  port: number,
  attacker: Account,
  other: Account,
): Promise<Figure> {
  const alone: number[] = []
  for (let i = 0; i < 500; i++) alone.push(await ask(port, '/api/auth/me', other.cookie))
  const beside: number[] = []
  let sent = 0
  for (const attack of attacks(base, attacker.cookie)) {
    sent += 1
    let responded = false
    const response = attack().then(async (response) => {
      await response.arrayBuffer()
      responded = true
    })
    while (!responded) beside.push(await ask(port, '/api/auth/me', other.cookie))
    await response
  }
  return longestOf(
    `longest response to another user during ${sent.toLocaleString('en')} hostile requests`,
    alone,
    beside,
  )
}

/** The longest of the times beside an attack, compared with those without it. */
function longestOf(what: string, alone: number[], beside: number[]): Figure {
  const longest = Math.max(...beside)
  return {
    id: 'P18',
    what: `${what} (99th percentile: ${ms(percentile(beside, 0.99))})`,
    ours: ms(longest),
    limit: `${ms(Math.max(...alone))} without them`,
    value: (longest / Math.max(...alone)).toFixed(1),
    goal: 'at most 200 ms',
    reached: longest <= 200,
  }
}

/** The longest emails of each kind that takes long to clean, check and show. */
const LONG_EMAILS = [
  `<style>${'.a{color:red}'.repeat(900)}</style>${'<p>x</p>'.repeat(17_000)}`,
  '<p style="color:red">x</p>'.repeat(4_900),
  '<a href="https://a.example/x">x</a>'.repeat(4_000),
  '{{ first_name }} '.repeat(8_000),
]

/** Eight previews at once, of each kind. */
async function hostilePreviews(
  base: string,
  port: number,
  attacker: Account,
  other: Account,
): Promise<Figure> {
  const alone: number[] = []
  for (let i = 0; i < 200; i++) alone.push(await ask(port, '/personas', other.cookie))
  const beside: number[] = []
  const headers = { cookie: attacker.cookie, origin: BENCH_ENV.APP_URL, 'content-type': 'application/json' }
  for (const htmlBody of LONG_EMAILS) {
    const body = JSON.stringify({ subject: 'S', htmlBody })
    let responded = 0
    for (let i = 0; i < 8; i++)
      void fetch(`${base}/api/templates/preview`, { method: 'POST', headers, body }).then(
        async (response) => {
          if (response.status !== 200) throw new Error(`a preview responded with ${response.status}`)
          await response.arrayBuffer()
          responded += 1
        },
      )
    while (responded < 8) beside.push(await ask(port, '/personas', other.cookie))
  }
  return longestOf(
    'longest page of another user during eight previews at once of the longest emails',
    alone,
    beside,
  )
}

async function hostileMailboxes(database: TestDatabase, attacker: Account, other: Account): Promise<Figure> {
  const alone = await importTimes(other)
  const imap = await startHostileImap({ at: 'LIST', says: 'working', everyMs: 1_000 })
  await connect(database, attacker.id, imap)
  while (imap.reached() === 0) await wait(100)
  const beside = await importTimes(other)
  await imap.close()
  const longest = Math.max(...beside)
  return {
    id: 'P18',
    what: `longest time until another user's job is done, beside ${HOSTILE_MAILBOXES} mailboxes whose server never finishes a response`,
    ours: ms(longest),
    limit: `${ms(Math.max(...alone))} without them`,
    value: (longest / Math.max(...alone)).toFixed(1),
    goal: 'at most 5 s',
    reached: longest <= 5_000,
  }
}

/** Connects the attacker's mailboxes; each is synced at once. */
async function connect(database: TestDatabase, userId: string, imap: { host: string; port: number }) {
  const { db } = database
  const addressKey = await loadAddressKey(db, createSealer(BENCH_ENV.APP_SECRET))
  const deps = {
    providers: fakeServers().providers,
    secrets: createSecrets(BENCH_ENV.APP_SECRET, { addressKey }),
  }
  for (let i = 0; i < HOSTILE_MAILBOXES; i++) {
    const input = NewMailbox.parse({
      email: `box${i}@bench.example`,
      password: 'a password',
      ...{ smtpHost: '127.0.0.1', smtpPort: 1, smtpSecure: false },
      ...{ imapHost: imap.host, imapPort: imap.port, imapSecure: false },
    })
    await createSmtpMailbox(db, userId, input, new Date(), deps)
  }
}

/** How long imports of one row take, from the request until they are done, in ms. */
async function importTimes({ call }: Account): Promise<number[]> {
  const list = { name: 'People', industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }
  const { id } = await call<{ id: string }>('POST', '/api/personas', list)
  const times: number[] = []
  for (let i = 0; i < IMPORTS; i++) {
    const body = new FormData()
    body.append('personaId', id)
    body.append('file', new File([`email\nperson${i}@people.example\n`], 'people.csv'))
    const since = performance.now()
    const { jobId } = await call<{ jobId: string }>('POST', '/api/contacts/import', body)
    const isDone = async () =>
      (await call<{ status: string }>('GET', `/api/jobs/${jobId}`)).status === 'completed'
    while (!(await isDone())) await wait(20)
    times.push(performance.now() - since)
  }
  return times
}

const ms = (value: number) => `${value.toFixed(0)} ms`
