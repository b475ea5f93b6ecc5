// npm test: builds when stale, then runs the tests: vitest (engine, models, jobs, providers, API), then the browser's. npm run test:all
// adds the sweeps; `npm run test:all -- --only-sweeps` runs only what npm test leaves out.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { requirePrograms } from './programs.mjs'
import { buildIsFresh } from './source-stamp.mjs'

const SWEEP = { '': '', '--all': 'all', '--all --only-sweeps': 'only' }[process.argv.slice(2).join(' ')]
if (SWEEP === undefined) {
  process.stderr.write('usage: npm test, npm run test:all, or npm run test:all -- --only-sweeps\n')
  process.exit(2)
}
process.chdir(path.resolve(import.meta.dirname, '..'))

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, SWEEP } })
  if (status !== 0) process.exit(status ?? 1)
}

const bin = (name) => path.join('node_modules', '.bin', name)
requirePrograms(['bash', 'curl', 'python3'], 'The tests run the examples of the API reference')
if (SWEEP) requirePrograms(['nginx', 'openssl'], 'The sweeps start the documented proxy')
if (!buildIsFresh()) run(process.execPath, ['scripts/build.mjs'])
run(bin('vitest'), ['run'])
run(bin('playwright'), ['test'])
