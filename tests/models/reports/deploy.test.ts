import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '~/app.server'
import { parseEnv, SETTING_NAMES } from '~/env.server'
import { workOnce } from '~/jobs/worker.server'
import { observeRequest, renderMetrics } from '~/models/reports/metrics.server'
import { createTestDatabase, type TestDatabase } from '../../support/db'

/** The files that deploy Coldframe name settings, files and metrics of the program: what they name must exist. */

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const all = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map((found) => found[1]!)),
]
const UNITS = readdirSync(path.join(ROOT, 'deploy/systemd')).map((name) => `deploy/systemd/${name}`)

const SETTINGS = new Set(SETTING_NAMES)
const OF_OTHERS = new Set([
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'PUBLISHED_PORT',
  'MEMORY_LIMIT',
  'POSTGRES_MEMORY_LIMIT',
])

test.each([
  ['compose.yaml', /(?:^ +|\$\{)([A-Z][A-Z_]+)(?=[:}?-])/gm],
  ['Dockerfile', /\b([A-Z][A-Z_]+)=/g],
  ...UNITS.map((unit) => [unit, /\b([A-Z][A-Z_]+)=/g] as const),
  ['docs/deploying.md', /`([A-Z]+(?:_[A-Z]+)+)[=`]/g],
] as [string, RegExp][])('%s sets only settings that exist', (file, pattern) => {
  const named = all(read(file), pattern).filter((name) => !OF_OTHERS.has(name))
  if (file !== 'deploy/systemd/coldframe.target') expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !SETTINGS.has(name))).toEqual([])
})

/** Given by the image, left at their defaults, or useless in a container. */
const NOT_IN_COMPOSE = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'SANDBOX',
  'SANDBOX_PUBLIC',
  'GOOGLE_AUTH_BASE_URL',
  'GOOGLE_API_BASE_URL',
]

test('compose passes every documented setting to the containers', () => {
  const documented = all(read('docs/settings.md'), /^\| ([^|]+) \|/gm).flatMap((cell) =>
    all(cell, /`([A-Z_]+)`/g),
  )
  expect(documented.length).toBeGreaterThan(20)
  const set = all(read('compose.yaml'), /^ {4,6}([A-Z][A-Z_]+): /gm)
  expect(documented.filter((name) => !set.includes(name))).toEqual(NOT_IN_COMPOSE)
})

test('compose waits for the PostgreSQL that accepts connections, not for that of the first initialization', () => {
  // The temporary server of the image listens only on a socket.
  expect(read('compose.yaml')).toMatch(/test: \[CMD, pg_isready, --host=127\.0\.0\.1,/)
})

test('the image has every file that its build and its start need', () => {
  const kept = all(read('.dockerignore'), /^!(.+)$/gm)
  expect(kept.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([])
  const copied = all(read('Dockerfile'), /^COPY (?!--)([^\n]+) \S+$/gm)
    .flatMap((names) => names.split(' '))
    .filter((name) => name !== '.')
  expect(copied.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([])
  // What a build reads, by the stamp that knows when a build is stale.
  const sources = all(read('scripts/source-stamp.mjs'), /^ {2}'([^']+)',$/gm)
  expect(sources.length).toBeGreaterThan(4)
  expect(sources.filter((name) => !kept.some((at) => `${name}/`.startsWith(`${at}/`)))).toEqual([])
})

test('units and the image start the server that a build makes, as in package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  expect(read('scripts/build.mjs')).toMatch(
    /entryPoints: \{\s+server: 'server\.ts',[^}]*\},\n {2}outdir: 'build',/,
  )
  for (const unit of UNITS.filter((name) => name.endsWith('.service')))
    expect(read(unit)).toMatch(/^ExecStart=\/usr\/bin\/node build\/server\.js( --worker)?$/m)
  expect(read('Dockerfile')).toContain('ENTRYPOINT ["node", "build/server.js"]')
  for (const page of ['README.md', 'docs/deploying.md', 'docs/upgrading.md', 'docs/scaling.md']) {
    const called = all(read(page), /npm run ([a-z][a-z:-]*)/g)
    expect([page, called.filter((name) => !scripts[name])]).toEqual([page, []])
  }
})

test('an upgrade waits for the line that a worker logs when it has started', () => {
  expect(read('server.ts')).toContain('`Coldframe worker is running')
  expect(read('docs/upgrading.md').match(/grep -q '([^']+)'/g)).toEqual(
    Array(2).fill("grep -q 'worker is running'"),
  )
})

let database: TestDatabase
/** The labels of each metric in the output of /metrics. */
const labels = new Map<string, Set<string>>()
beforeAll(async () => {
  database = await createTestDatabase()
  const env = parseEnv({ NODE_ENV: 'test', SANDBOX: 'off' })
  const app = await createApp({ env, databaseUrl: database.url, appSecret: 'x'.repeat(32), workOnce })
  const { sql } = database
  const [user] =
    await sql`insert into users (email, password, full_name) values ('a@b.example', 'x', 'A') returning id`
  await sql`insert into mail_accounts (user_id, provider, email, account_key) values (${user!.id}, 'smtp', 'a@b.example', 'k')`
  await sql`
    insert into email_logs (user_id, recipient_email, sender_email, subject, failed_at)
    values (${user!.id}, 'c@d.example', 'a@b.example', 'S', now())`
  await sql`select graphile_worker.add_job('due-scan'), graphile_worker.add_job('clean-up', max_attempts := 1)`
  await sql`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`
  observeRequest(app, 200, 0.1)
  const { text } = await renderMetrics(app)
  await app.close()
  for (const [, name, inside = ''] of text.matchAll(/^(coldframe_\w+)(?:\{([^}]*)\})? /gm)) {
    const known = labels.get(name!) ?? labels.set(name!, new Set()).get(name!)!
    for (const label of all(inside, /(\w+)=/g)) known.add(label)
  }
})
afterAll(() => database?.drop())

/** Labels that Prometheus adds. */
const OWN_LABELS = ['instance', 'job']
/** Every metric of the dashboard and the alerts that is not in the output, and every label that it does not have. */
function unknown(expression: string): string[] {
  const metrics = all(expression, /\b(coldframe_\w+)/g)
  const missing = metrics.filter((name) => !labels.has(name))
  const known = new Set([...OWN_LABELS, ...metrics.flatMap((name) => [...(labels.get(name) ?? [])])])
  const used = [
    ...all(expression, /(\w+)\s*(?:=~|!=|!~|=)\s*"/g),
    ...all(expression, /\b(?:by|without|on) \(([^)]*)\)/g).flatMap((names) => names.split(/,\s*/)),
  ]
  return [...missing, ...used.filter((name) => name && !known.has(name))]
}

const alerts = read('deploy/prometheus/alerts.yaml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((alert) => ({
    name: alert.split('\n')[0]!,
    expression: /^ {8}expr: ([\s\S]*?)\n {8}for:/m.exec(alert)![1]!,
    texts: all(alert, /\$labels\.(\w+)/g),
  }))

test('alerts name metrics and labels of /metrics', () => {
  expect(alerts.length).toBeGreaterThan(5)
  for (const { name, expression, texts } of alerts) {
    expect([name, unknown(expression)]).toEqual([name, []])
    const kept = [...all(expression, /\bby \((\w+)\)/g), ...(expression.startsWith('up{') ? OWN_LABELS : [])]
    expect([name, texts.filter((label) => !kept.includes(label))]).toEqual([name, []])
  }
})

test('the dashboard names metrics and labels of /metrics, and only its data source variable', () => {
  const { panels } = JSON.parse(read('deploy/grafana/coldframe.json')) as {
    panels: {
      title: string
      type: string
      datasource?: { uid: string }
      targets?: { expr: string; legendFormat: string }[]
    }[]
  }
  expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
    'Sending',
    'Queue',
    'Mailboxes',
    'Web',
    'Database',
  ])
  for (const { title, type, datasource, targets = [] } of panels) {
    if (type !== 'row')
      expect([title, datasource?.uid, targets.length > 0]).toEqual([title, `\${datasource}`, true])
    for (const { expr, legendFormat } of targets) {
      expect([title, unknown(expr)]).toEqual([title, []])
      for (const label of all(legendFormat, /\{\{(\w+)\}\}/g))
        expect([
          title,
          OWN_LABELS.includes(label) || new RegExp(`by \\([^)]*\\b${label}\\b`).test(expr),
        ]).toEqual([title, true])
    }
  }
})
