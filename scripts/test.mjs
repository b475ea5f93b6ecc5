// npm test: builds when stale, then all tests: vitest (engine, models, jobs, providers, API), then the browser's.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { findBrowser } from './browser.mjs'
import { requirePrograms } from './programs.mjs'
import { buildIsFresh } from './source-stamp.mjs'

process.chdir(path.resolve(import.meta.dirname, '..'))

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) process.exit(status ?? 1)
}

const bin = (name) => path.join('node_modules', '.bin', name)
requirePrograms(['bash', 'curl', 'python3'], 'The tests run the examples of the API reference')
if (!buildIsFresh()) run(process.execPath, ['scripts/build.mjs'])
run(bin('vitest'), ['run'])
run(bin('playwright'), ['test'], { BROWSER_PATH: findBrowser() })
