// npm start: builds if build/ is stale and the packages for building are there, then runs the server and restarts it after a crash.
// Operator commands (backup, restore, resume, admin) run once, in this process.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIsFresh, STAMP } from './source-stamp.mjs'
import { supervise } from './supervise.mjs'

const parent = process.ppid
const root = path.resolve(import.meta.dirname, '..')
process.chdir(root)
process.env.NODE_ENV ??= 'production'
if (!buildIsFresh()) {
  if (existsSync('node_modules/@remix-run/dev')) build()
  else if (existsSync(STAMP))
    say('using a build of other sources, because the packages for building are missing')
  else {
    say(
      'there is no build, and the packages for building are missing: run `npm ci --include=dev`, then `npm run build`',
    )
    process.exit(1)
  }
}
const server = path.join(root, 'build/server.js')
const args = process.argv.slice(2)
if (args.some((arg) => arg !== '--worker')) await import(pathToFileURL(server).href)
else supervise(server, args, parent)

function build() {
  // Standard output belongs to the command, such as the JSON of `npm run -s admin -- queue --json`.
  process.stderr.write('Building …\n')
  // Its output matters only on failure: Vite notes every route that has no browser code.
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { encoding: 'utf8' })
  if (built.status === 0) return
  process.stderr.write(`${built.stdout}${built.stderr}`)
  process.exit(built.status ?? 1)
}

function say(line) {
  process.stderr.write(`coldframe: ${line}\n`)
}
