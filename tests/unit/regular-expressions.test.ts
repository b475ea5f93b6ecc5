import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkSync } from 'recheck'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweeping } from '../support/sizes'

/**
 * Every regular expression of the program may meet text chosen to make it slow. The checker finds super-linear ones.
 * It considers one match; a loop over all matches is fast when each alternative can only fail nearby.
 */
interface Found {
  at: string
  source: string
  flags: string
}

const files = (readdirSync('app', { recursive: true }) as string[])
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => path.join('app', name))

/** The literals of a file. */
function literalsOf(file: string): Found[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const parsed = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind)
  const found: Found[] = []
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source, flags] = /^\/(.*)\/(\w*)$/s.exec(node.text)!
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart())
      found.push({ at: `${file}:${line + 1}`, source: source!, flags: flags! })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

/**
 * Expressions composed inside functions from a template; an inserted name is an `x` here. Other compositions happen
 * only when modules load.
 */
function templatesOf(file: string): Found[] {
  const parsed = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Found[] = []
  const visit = (node: ts.Node) => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [source, flags] = node.arguments ?? []
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart())
      if (source && ts.isTemplateExpression(source))
        found.push({
          at: `${file}:${line + 1}`,
          source: source.head.text + source.templateSpans.map(({ literal }) => `x${literal.text}`).join(''),
          flags: flags && ts.isStringLiteral(flags) ? flags.text : '',
        })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

/** Where every repetition has a limit, the work at each character has one too, and the whole is linear; inbound-hostile.test.ts
 * measures how much that is. */
const isBounded = ({ source }: Found) =>
  !/[*+]|\{\d+,\}/.test(source.replace(/\\./gs, '').replace(/\[[^\]]*\]/g, ''))

/** The checker then stops after a number of steps, independent of the machine's speed. */
const NO_TIME_LIMITS = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null }

/**
 * The expressions that were found safe, by hash: the check of all takes half a minute, so `npm test` checks new ones only. With `-u` Vitest
 * writes the list again.
 */
const CHECKED = path.resolve(import.meta.dirname, 'support/checked-expressions.txt')
const alreadyChecked = new Set(sweeping ? [] : readFileSync(CHECKED, 'utf8').split('\n'))
const hashOf = ({ source, flags }: Found) =>
  createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 24)
const hashes = new Set<string>()

function isSafe(found: Found): boolean {
  if (isBounded(found)) return true
  const hash = hashOf(found)
  hashes.add(hash)
  if (alreadyChecked.has(hash)) return true
  return checkSync(found.source, found.flags, { ...NO_TIME_LIMITS, randomSeed: 1 }).status === 'safe'
}
const inWords = ({ at, source }: Found) => `${at} ${source.slice(0, 300)}`

test('the checker detects a super-linear expression', () => {
  expect(isSafe({ at: '', source: '<[^>]*\\son', flags: '' })).toBe(false)
  hashes.clear()
})

test('every literal matches in linear time', () => {
  expect(
    files
      .flatMap(literalsOf)
      .filter((found) => !isSafe(found))
      .map(inWords),
  ).toEqual([])
})

/** The program's folder as stack traces name it: as a path, or as a URL, which encodes spaces and non-ASCII letters. */
const OURS = [`${path.resolve('app')}/`, pathToFileURL(`${path.resolve('app')}/`).href]

const GivenRegExp = globalThis.RegExp
const composed: Found[] = []
beforeAll(() => {
  globalThis.RegExp = new Proxy(GivenRegExp, {
    construct(target, [source, flags = '']: [string | RegExp, string?]) {
      const caller = new Error().stack?.split('\n')[2] ?? ''
      if (typeof source === 'string' && OURS.some((folder) => caller.includes(folder)))
        composed.push({ at: caller.trim(), source, flags })
      return new target(source, flags)
    },
  })
})
afterAll(() => {
  globalThis.RegExp = GivenRegExp
})

test('every composed expression matches in linear time', async () => {
  const composing = files.filter((name) => /\bRegExp\(/.test(readFileSync(name, 'utf8')))
  for (const file of composing) await import(path.resolve(file))
  expect(composed.length).toBeGreaterThan(5)
  const inFunctions = composing.filter((name) => !name.startsWith('app/providers/mail/')).flatMap(templatesOf)
  expect(inFunctions.length).toBeGreaterThan(5)
  expect([...composed, ...inFunctions].filter((found) => !isSafe(found)).map(inWords)).toEqual([])
})

test('the list of checked expressions is the program’s', async () => {
  await expect(`${[...hashes].sort().join('\n')}\n`).toMatchFileSnapshot(CHECKED)
})

/** User-written patterns must not become expressions: each `*` would be an unbounded repetition. */
test('no expression is built from rewritten text', () => {
  const rewriting = files.filter((name) => /RegExp\([^;]{0,80}\.replace/.test(readFileSync(name, 'utf8')))
  expect(rewriting).toEqual([])
})
