import { readFileSync, writeFileSync } from 'node:fs'
import { startSink } from '../load/programs'
import { type BenchContext, benchEngine, benchGrowth, benchLatency, benchSenders } from './engine'
import { benchHistory } from './history'
import { benchImports } from './imports'
import { benchIsolation } from './isolation'
import { describeMachine, type Figure } from './lib/figures'
import { startBenchPostgres } from './lib/postgres'
import { benchLists } from './lists'
import { benchPages } from './pages'
import { benchSize } from './size'
import { benchViews } from './views'
import { benchPixel, benchScreens } from './web'
import { benchWebhooks } from './webhooks'
import { benchWorkers } from './workers'

const BENCHES = {
  engine: benchEngine,
  growth: benchGrowth,
  senders: benchSenders,
  size: benchSize,
  workers: benchWorkers,
  latency: benchLatency,
  pixel: benchPixel,
  screens: benchScreens,
  pages: benchPages,
  imports: benchImports,
  isolation: benchIsolation,
  history: benchHistory,
  lists: benchLists,
  views: benchViews,
  webhooks: benchWebhooks,
}
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)

const wanted = process.argv.slice(2)
const names = (Object.keys(BENCHES) as (keyof typeof BENCHES)[]).filter(
  (name) => wanted.length === 0 || wanted.includes(name),
)
const postgres = await startBenchPostgres()
const sink = await startSink()
const context: BenchContext = {
  postgres,
  sink,
  pairs: number('PAIRS', 3),
  mails: number('MAILS', 20_000),
  waiting: number('WAITING', 1_000_000),
  accounts: number('ACCOUNTS', 1_000),
  rows: number('ROWS', 100_000),
  manyRows: number('MANY_ROWS', 200_000),
  listRows: number('LIST_ROWS', 1_000_000),
  logRows: number('LOG_ROWS', 10_000_000),
}
const figures: Figure[] = []
for (const name of names) {
  process.stdout.write(`${name} …\n`)
  figures.push(...(await BENCHES[name](context)))
}
await sink.stop()
await postgres.stop()

const cells = figures.map(({ id, what, ours, limit, value, goal, reached }) => [
  id,
  what,
  ours,
  limit,
  value,
  goal,
  reached === null ? '' : reached ? 'reached' : '**missed**',
])
const table = [
  ['', 'measured', 'ours', 'limit, same run', 'ratio', 'goal', ''],
  ['---', '---', '---', '---', '---', '---', '---'],
  ...cells,
].map((row) => `| ${row.join(' | ')} |`)
process.stdout.write(`${table.join('\n')}\n`)

// The table of docs/performance.md, between its marks; only a whole run replaces it.
const file = 'docs/performance.md'
if (wanted.length === 0) {
  const text = readFileSync(file, 'utf8')
  const sizes = `${context.pairs} pairs, ${context.mails.toLocaleString('en')} emails each`
  const made = `Measured on ${describeMachine()}; ${sizes}.\n\n${table.join('\n')}`
  writeFileSync(
    file,
    text.replace(/(<!-- table -->\n)[\s\S]*(<!-- \/table -->)/, (_, start, end) => `${start}${made}\n${end}`),
  )
}
process.exit(0)
