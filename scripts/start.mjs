// npm start: builds when build/ is not made from the present sources, then becomes the server.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIsFresh } from './source-stamp.mjs'

const root = path.resolve(import.meta.dirname, '..')
process.chdir(root)
process.env.NODE_ENV ??= 'production'
if (!buildIsFresh()) {
  process.stdout.write('Building, once …\n')
  // What it says is of interest only when it fails: Vite notes every route that has no code for the browser.
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { encoding: 'utf8' })
  if (built.status !== 0) {
    process.stderr.write(`${built.stdout}${built.stderr}`)
    process.exit(built.status ?? 1)
  }
}
await import(pathToFileURL(path.join(root, 'build/server.js')).href)
