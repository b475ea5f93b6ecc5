// npm run test:changed [BASE]: the tests that a change since BASE can affect; by default since the branch left its upstream, or main.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { routeTable } from '../tests/support/route-table'
import { chooseTests, isSweep } from './choose-tests'
import { buildIsFresh } from './source-stamp.mjs'

const REASONS_SHOWN = 8
/** Files with the browser tests of one area. */
const NEAR = 20
const CODE = /\.(ts|tsx|js|mjs|css)$/
process.chdir(path.resolve(import.meta.dirname, '..'))

function git(...args: string[]): string[] | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.split('\0').filter(Boolean) : null
}

function run(command: string, args: string[], env: Record<string, string> = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) process.exit(status ?? 1)
}

const bases = process.argv[2] ? [process.argv[2]] : ['@{upstream}', 'origin/main', 'main']
const base = bases.map((name) => git('merge-base', 'HEAD', name)?.[0]?.trim()).find(Boolean)
const sinceBase = base && git('diff', '--name-only', '--no-renames', '-z', base)
const files = git('ls-files', '--cached', '--others', '--exclude-standard', '-z')
if (!sinceBase || !files)
  throw new Error(`git knows none of ${bases.join(', ')}: name the commit to compare with`)
const changed = [...new Set([...sinceBase, ...git('ls-files', '--others', '--exclude-standard', '-z')!])]
const textOf = (file: string) =>
  CODE.test(file) && existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : ''
const checkout = new Map([...files, ...changed].map((file) => [file, textOf(file)]))

const { tests, why, needsBuild } = chooseTests(changed, checkout, routeTable())
console.log(`${changed.length} files changed since ${base.slice(0, 10)}.`)
for (const line of why.slice(0, REASONS_SHOWN)) console.log(`  ${line}`)
if (why.length > REASONS_SHOWN) console.log(`  and ${why.length - REASONS_SHOWN} further reasons`)
if (tests === 'all') run(process.execPath, ['scripts/test.mjs'])
else {
  const there = tests.filter((file) => existsSync(file))
  const inBrowser = there.filter((file) => file.startsWith('tests/e2e/'))
  const sweeps = there.filter(isSweep)
  const others = there.filter((file) => !inBrowser.includes(file) && !sweeps.includes(file))
  console.log(`${there.length} test files, ${inBrowser.length} of them in the browser`)
  const bin = (name: string) => path.join('node_modules', '.bin', name)
  if (needsBuild && !buildIsFresh()) run(process.execPath, ['scripts/build.mjs'])
  if (others.length > 0) run(bin('vitest'), ['run', ...others])
  if (sweeps.length > 0) run(bin('vitest'), ['run', ...sweeps], { SWEEP: 'all' })
  const ofShell = inBrowser.filter((file) => file.startsWith('tests/e2e/shell/'))
  const ofAreas = inBrowser.filter((file) => !ofShell.includes(file))
  // A change of one area runs all that its screens do with scripts. One that reaches further runs what npm test does.
  const isNear = ofAreas.length > 0 && ofAreas.length <= NEAR
  if (isNear) run(bin('playwright'), ['test', '--project=js', ...ofAreas], { SWEEP: 'all' })
  const left = isNear ? ofShell : inBrowser
  if (left.length > 0) run(bin('playwright'), ['test', ...left])
}
