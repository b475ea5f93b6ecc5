import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The file in which a build records its sources. */
export const STAMP = 'build/.source'

// package.json has the exact versions of what is bundled. package-lock.json is reordered by `npm prune`.
const SOURCES = [
  'app',
  'docs/guides',
  'drizzle',
  'package.json',
  'public',
  'remix.config.js',
  'scripts/build.mjs',
  'server.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/** A hash of everything that the build reads: equal after a checkout, different after an edit. */
export function sourceStamp() {
  const hash = createHash('sha256')
  const add = (at) => {
    const stat = statSync(at, { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isDirectory()) {
      for (const name of readdirSync(at).sort()) add(path.join(at, name))
    } else {
      hash.update(`${at}\0`).update(readFileSync(at))
    }
  }
  for (const source of SOURCES) add(source)
  return hash.digest('hex')
}

/** Whether build/ was built from the current sources. */
export function buildIsFresh() {
  try {
    return readFileSync(STAMP, 'utf8') === sourceStamp()
  } catch {
    return false
  }
}
