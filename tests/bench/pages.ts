import { spawnSync } from 'node:child_process'
import { startHelper, startProgram } from '../load/programs'
import { firstLoad, total } from '../support/first-load'
import { freePort } from '../support/launch'
import type { BenchContext } from './engine'
import { type Figure, median, perSecond, spread } from './lib/figures'
import { compare, load } from './lib/load'
import { statementsDuring } from './lib/statements'

/** A page ends with its document; few requests in parallel, as in normal use. */
const page = (cookie = '') => ({ COOKIE: cookie, CONNECTIONS: '8', END: '</html>' })

/**
 * P10 and P11: a signed-in screen with 20 rows, against its statements and as many elements without a program around them, and against the
 * least that a Remix program is; and what screens load.
 */
export async function benchPages({ postgres, pairs }: BenchContext): Promise<Figure[]> {
  const config = 'tests/bench/limits/hello/vite.config.ts'
  const built = spawnSync('npx', ['--no-install', 'remix', 'vite:build', '--config', config], {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (built.status !== 0) throw new Error('the limit program of screens could not be built')
  const database = await postgres.create()
  try {
    const port = await freePort()
    const web = await startProgram({
      DATABASE_URL: database.url,
      PORT: String(port),
      WORKER: 'off',
      HOST: '127.0.0.1',
    })
    const hello = await startHelper<{ port: number }>('../bench/limits/hello/server.ts', {
      NODE_ENV: 'production',
    })
    const base = `http://127.0.0.1:${port}`
    const { cookie, ids } = await account(base)
    const screen = async () => {
      const response = await fetch(`${base}/personas`, { headers: { cookie } })
      return (await response.text()).replace(/<script[\s\S]*?<\/script>/g, '')
    }
    // Some of its statements run only the first time.
    await screen()
    const statements = await statementsDuring(database.url, screen)
    const elements = (await screen()).match(/<[a-z]/g)!.length
    const bare = await startHelper<{ port: number }>('../bench/limits/screen.ts', {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      STATEMENTS: JSON.stringify(statements),
      ELEMENTS: String(elements),
    })
    const runs = []
    const costs: { limit: number; ours: number }[] = []
    for (let pair = 0; pair < pairs; pair++) {
      costs.push({
        limit: (await load(bare.ready.port, 1_000, ['/'], page())).rate,
        ours: (await load(port, 1_000, ['/personas'], page(cookie))).rate,
      })
      runs.push({
        limit: await load(hello.ready.port, 1_000, ['/'], page()),
        ours: await load(port, 1_000, ['/personas'], page(cookie)),
      })
    }
    const sizes = async (at: string, path: string, headers = {}) => {
      const text = async (one: string) => (await fetch(at + one, { headers })).text()
      return total(await firstLoad(await text(path), text))
    }
    const least = await sizes(`http://127.0.0.1:${hello.ready.port}`, '/')
    const ours = [
      { name: 'sign-in', goal: 1.35, size: await sizes(base, '/login') },
      { name: 'a list', goal: 1.8, size: await sizes(base, '/personas', { cookie }) },
      { name: 'a sequence', goal: 2.2, size: await sizes(base, `/sequences/${ids.sequence}`, { cookie }) },
    ]
    await web.stop()
    await hello.stop()
    await bare.stop()
    const times = costs.map((cost) => cost.limit / cost.ours)
    const kb = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`
    return [
      {
        id: 'P10',
        what: `a signed-in screen with 20 rows, against its ${statements.length} statements and ${elements} elements alone`,
        ours: perSecond(median(costs.map(({ ours }) => ours))),
        limit: perSecond(median(costs.map(({ limit }) => limit))),
        value: spread(times),
        goal: 'at most 1.6',
        reached: median(times) <= 1.6,
      },
      ...compare(
        'P10',
        [
          'a signed-in screen with 20 rows, against a bare Remix page',
          'its 99th percentile; failed responses',
        ],
        runs,
        { rate: 0.3, delay: 3 },
        runs.reduce((sum, run) => sum + run.ours.failed, 0),
      ),
      ...ours.map(({ name, goal, size }) => ({
        id: 'P11',
        what: `first-load scripts of ${name}, gzipped`,
        ours: kb(size),
        limit: kb(least),
        value: (size / least).toFixed(2),
        goal: `at most ${goal}`,
        reached: size / least <= goal,
      })),
    ]
  } finally {
    await database.drop()
  }
}

/** A user with 20 email lists and a sequence. */
async function account(base: string) {
  let cookie = ''
  const call = async (path: string, body: unknown) => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://bench.example', cookie },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    cookie ||= response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    return (await response.json()) as { id: string }
  }
  const person = { email: 'pages@bench.example', password: 'correct horse battery', fullName: 'Reader' }
  await call('/api/auth/register', person)
  const list = { industry: 'Software', jobTitle: 'CTO', location: 'Berlin' }
  for (let n = 0; n < 20; n++) await call('/api/personas', { name: `List ${n}`, ...list })
  const template = await call('/api/templates', { name: 'T', subject: 'S', htmlBody: '<p>B</p>' })
  const sequence = await call('/api/sequences', { name: 'First contact' })
  for (let n = 0; n < 3; n++) {
    await call(`/api/sequences/${sequence.id}/steps`, { templateId: template.id, delayDays: 1 })
  }
  return { cookie, ids: { sequence: sequence.id } }
}
