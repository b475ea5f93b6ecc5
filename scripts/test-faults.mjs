// npm run test:faults: the fault tests at full size (tests/faults). Takes hours; a file's name runs only that file.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { buildIsFresh } from './source-stamp.mjs'

process.chdir(path.resolve(import.meta.dirname, '..'))

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) process.exit(status ?? 1)
}

if (!buildIsFresh()) run(process.execPath, ['scripts/build.mjs'])
const files = process.argv.slice(2)
run(path.join('node_modules', '.bin', 'vitest'), ['run', ...(files.length > 0 ? files : ['tests/faults'])], {
  FAULTS: 'full',
})
