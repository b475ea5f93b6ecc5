import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '~/app'
import { runSeed, seeded, sized } from '../load/random'
import { createTestDatabase, type TestDatabase } from '../support/db'
import { makeTarget, openApp, type Target, traceOf, upload, work } from './support/import-works'
import { keptMemory } from './support/memory'

const FILES = sized(60, 10_000)
/** MiB that the process may grow after the first half. */
const GROWTH = 64

let database: TestDatabase
let app: App
let target: Target
beforeAll(async () => {
  database = await createTestDatabase()
  app = await openApp(database)
  target = await makeTarget(app)
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
})

type Random = () => number
const pick = <T>(random: Random, choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!
const times = <T>(n: number, make: (index: number) => T) =>
  Array.from({ length: n }, (_, index) => make(index))

const HEADERS = [
  'Email',
  'email address',
  'First Name',
  'last_name',
  'Größe',
  '',
  'Apollo ID',
  'Notes',
  '{{x}}',
  'E-Mail',
]
const CELLS = [
  'ann@people.example',
  'Zoë',
  '',
  '   ',
  '=1+1',
  '@',
  'a@b',
  "'; drop table contacts; --",
  '\u0000',
  '😀',
  '\ufeff',
  'x'.repeat(3000),
  '"',
  'two\nlines',
  '{"a":1}',
  '\\N',
]

/** A file from a grammar of CSV, with the quirks of common programs. */
function grow(random: Random): string {
  const delimiter = pick(random, [',', ',', ';', '\t'])
  const end = pick(random, ['\n', '\r\n', '\r'])
  const columns = random() < 0.03 ? 250 : 1 + Math.floor(random() * 8)
  const quote = (text: string) =>
    random() < 0.7 && /["\n\r,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const header = times(columns, (column) =>
    column === 0 && random() < 0.8 ? 'Email' : pick(random, HEADERS),
  )
  const rows = times(Math.floor(random() * 40), (row) =>
    times(columns + (random() < 0.1 ? 1 : 0) - (random() < 0.1 ? 1 : 0), (column) =>
      column === 0 && random() < 0.7
        ? `p${row}@people${Math.floor(random() * 20)}.example`
        : pick(random, CELLS),
    ),
  )
  return [header, ...rows].map((cells) => cells.map(quote).join(delimiter)).join(end)
}

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const ENCODINGS: ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => utf16be(`\ufeff${text}`),
  (text) => Buffer.from(text, 'utf16le'),
]

/** Changes a few bytes, cuts, repeats. */
function mutate(random: Random, bytes: Buffer): Buffer {
  let changed = Buffer.from(bytes)
  for (let n = Math.floor(random() * 6); n > 0 && changed.length > 0; n--) {
    const at = Math.floor(random() * changed.length)
    const kind = random()
    if (kind < 0.5)
      changed[at] = pick(random, [0, 10, 13, 34, 44, 59, 92, 127, 128, 255, Math.floor(random() * 256)])
    else if (kind < 0.7) changed = changed.subarray(0, at)
    else
      changed = Buffer.concat([
        changed.subarray(0, at),
        changed.subarray(0, Math.min(at, 200)),
        changed.subarray(at),
      ])
  }
  return changed
}

test(`${FILES} malformed files: each import ends and accounts for every row (R12)`, async () => {
  const random = seeded(runSeed('import-hostile'))
  const ends: Record<string, number> = {}
  let rows = 0
  let base = 0
  for (let file = 0; file < FILES; file++) {
    const bytes = mutate(random, pick(random, ENCODINGS)(grow(random)))
    const jobId = await upload(app, target, bytes)
    await work(app, jobId)
    const [job] = await database.sql`select status, error, progress from queue_jobs where id = ${jobId}`
    const { current, added, updated, skipped, failed, empty } = job!.progress
    const about = `file ${file}: ${bytes.subarray(0, 300).toString('base64')}`
    expect([about, ['completed', 'failed']]).toEqual([about, expect.arrayContaining([job!.status])])
    expect([about, added + updated + skipped + failed + empty]).toEqual([about, current])
    // A defect would say so; a refusal names its reason.
    expect([about, job!.error]).not.toEqual([about, 'An error occurred during import'])
    ends[job!.status] = (ends[job!.status] ?? 0) + 1
    rows += current
    if (file === Math.floor(FILES / 2)) base = keptMemory()
  }
  const growth = keptMemory() - base
  process.stdout.write(`import-hostile: ${JSON.stringify({ ...ends, rows, growthMb: Math.round(growth) })}\n`)
  expect(ends.completed).toBeGreaterThan(FILES / 3)
  expect(rows).toBeGreaterThan(FILES)
  expect(growth).toBeLessThan(GROWTH)
})

test.each([
  ['one line of 20 MB', Buffer.from(`Email\n${'a'.repeat(20 * 1024 * 1024)}\nb@x.example\n`), 'failed'],
  ['10,000 columns', Buffer.from(`${Array(10_000).fill('Email').join(',')}\na@x.example\n`), 'failed'],
  [
    'a quotation mark that is never closed',
    Buffer.from('Email\na@x.example\n"b@x.example\nc@x.example\n'),
    'completed',
  ],
  ['carriage returns only', Buffer.from('Email\ra@x.example\rb@x.example\r'), 'completed'],
  ['nothing', Buffer.from(''), 'failed'],
  ['only a byte order mark', Buffer.from('\ufeff'), 'failed'],
  ['an archive', Buffer.from('PK\u0003\u0004 people.csv'), 'failed'],
  ['only zeros', Buffer.alloc(5000), 'failed'],
])('rejects a file of %s with a message', async (_, bytes, status) => {
  const own = await makeTarget(app)
  const jobId = await upload(app, own, bytes)
  await work(app, jobId)
  const { job } = await traceOf(database, own, jobId)
  const { current, added, updated, skipped, failed, empty } = job.progress
  expect({ status: job.status, rows: added + updated + skipped + failed + empty }).toEqual({
    status,
    rows: current,
  })
  if (status === 'failed') expect(job.error).toMatch(/^[A-Z].{10,}/)
})
