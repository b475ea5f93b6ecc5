import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SOURCE = path.resolve(import.meta.dirname, '../..')
/** Prints its arguments, and the name of the source that it was "built" from. */
const BUILD = `
  import { readFileSync, writeFileSync } from 'node:fs'
  import { sourceStamp } from './source-stamp.mjs'
  const source = readFileSync('server.ts', 'utf8')
  writeFileSync('build/server.js', 'console.log(JSON.stringify([' + source + ', ...process.argv.slice(2)]))')
  writeFileSync('build/.source', sourceStamp())`
let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'coldframe-start-'))
  for (const name of ['start.mjs', 'supervise.mjs', 'source-stamp.mjs'])
    cpSync(path.join(SOURCE, 'scripts', name), path.join(root, 'scripts', name))
  for (const folder of ['build', 'node_modules/@remix-run/dev'])
    mkdirSync(path.join(root, folder), { recursive: true })
  write('scripts/build.mjs', BUILD)
  write('package.json', '{ "type": "module" }')
  write('server.ts', '1')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
/** What `npm prune --omit=dev` does. */
const prune = () => {
  rmSync(path.join(root, 'node_modules'), { recursive: true })
  write('package-lock.json', '{ "reordered": true }')
}
const start = (...args: string[]) => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [path.join(root, 'scripts/start.mjs'), ...args],
    { encoding: 'utf8' },
  )
  return { stdout, stderr, status }
}

test('prints only what a command prints on standard output, also when it builds before', () => {
  const { stdout, stderr, status } = start('--admin', 'queue', '--json')
  expect([status, stderr]).toEqual([0, 'Building …\n'])
  expect(JSON.parse(stdout)).toEqual([1, '--admin', 'queue', '--json'])
})

test('builds again after an edit, and not without one', () => {
  expect(start('--backup').stderr).toBe('Building …\n')
  expect(start('--backup')).toEqual({ stdout: '[1,"--backup"]\n', stderr: '', status: 0 })
  write('server.ts', '2')
  expect(start('--backup')).toEqual({ stdout: '[2,"--backup"]\n', stderr: 'Building …\n', status: 0 })
})

test('uses a fresh build without the packages for building', () => {
  start('--backup')
  prune()
  expect(start('--backup')).toEqual({ stdout: '[1,"--backup"]\n', stderr: '', status: 0 })
})

test('uses a stale build without the packages for building, and says so', () => {
  start('--backup')
  prune()
  write('server.ts', '2')
  expect(start('--backup')).toEqual({
    stdout: '[1,"--backup"]\n',
    stderr: expect.stringMatching(/^coldframe: .+ the packages for building are missing\n$/),
    status: 0,
  })
})

test('says what to do when there is neither a build nor the packages for building', () => {
  prune()
  expect(start()).toEqual({
    stdout: '',
    stderr: expect.stringMatching(
      /^coldframe: there is no build.+ run `npm ci --include=dev`, then `npm run build`\n$/,
    ),
    status: 1,
  })
})
