// npm run bench: speed and memory as ratios to limits measured in the same run; writes docs/performance.md.
// Names select parts of it (engine, growth, senders, workers, latency, pixel, screens, pages,
// imports, isolation, lists, views, webhooks); PAIRS, MAILS, WAITING, ACCOUNTS, ROWS, MANY_ROWS and LIST_ROWS set sizes, and CASES,
// a regular expression, selects lists by name.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { buildIsFresh } from './source-stamp.mjs'

process.chdir(path.resolve(import.meta.dirname, '..'))

function run(args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (!buildIsFresh()) run(['scripts/build.mjs'])
run(['--import', 'tsx', 'tests/bench/run.ts', ...process.argv.slice(2)])
