import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SOURCE = path.resolve(import.meta.dirname, '../..')
let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'coldframe-start-'))
  for (const name of ['start.mjs', 'supervise.mjs', 'source-stamp.mjs'])
    cpSync(path.join(SOURCE, 'scripts', name), path.join(root, 'scripts', name))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('prints only what a command prints on standard output, also when it builds before', () => {
  writeFileSync(
    path.join(root, 'scripts/build.mjs'),
    `import { writeFileSync } from 'node:fs'
     writeFileSync('build/server.js', "console.log(JSON.stringify(process.argv.slice(2)))")`,
  )
  mkdirSync(path.join(root, 'build'))
  writeFileSync(path.join(root, 'package.json'), '{ "type": "module" }')
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [path.join(root, 'scripts/start.mjs'), '--admin', 'queue', '--json'],
    { encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([0, 'Building …\n'])
  expect(JSON.parse(stdout)).toEqual(['--admin', 'queue', '--json'])
})
