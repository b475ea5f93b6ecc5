// Which tests a change can affect (npm run test:changed).
import path from 'node:path'

/** The text of every file of the checkout, by its path from the root; deleted files have an empty one. */
export type Checkout = Map<string, string>

export interface Choice {
  /** Test files, or all tests. */
  tests: string[] | 'all'
  /** A line for each reason. */
  why: string[]
  /** Whether one of them starts the built program. */
  needsBuild: boolean
}

const TEST = /^tests\/.+\.(test|spec)\.tsx?$/
/** A test of the sweep (tests/support/sizes.ts): it takes too long to run unless it was changed itself. */
export const isSweep = (file: string) => file.includes('.sweep.test.')
/** Every test depends on these. */
const ALL_TESTS = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
  'playwright.config.ts',
]
/** What every test that starts the program runs. */
const CORE = [
  'server.ts',
  'app/operator/program.server.ts',
  'app/entry.server.tsx',
  'app/entry.client.tsx',
  'app/root.tsx',
]
/** These name every route: an edit of them affects every test that starts the program, a change of one route does not. */
const TABLE = ['app/routes.js', 'remix.config.js', 'vite.config.ts']
/** These tests look at every route. */
const EVERY_ROUTE = /^tests\/(e2e\/shell|api\/(forms|http|reference|mcp))\//
const PROGRAM = 'build/server.js'
const ENDINGS = ['', '.ts', '.tsx', '.js', '/index.ts', '/index.tsx']
/** A path, a pattern of paths or the beginning of one, in quotes. */
const NAME = /['"`]([\w@#~./*-]+)(?=['"`?$])/g

/**
 * A file depends on every file and folder that it names in quotes: imports, files that it reads, patterns. A test that starts the
 * program is affected by a change of the code that always runs; if only routes depend on a changed file, it must name the address of
 * one of them, or be in the same area.
 * @param routes the route table
 */
export function chooseTests(
  changed: string[],
  checkout: Checkout,
  routes: { path: string; file: string }[],
): Choice {
  const graph = readGraph(checkout)
  const starting = [...graph.closure(PROGRAM)].filter((file) => TEST.test(file))
  const tests = new Set<string>()
  const why: string[] = []
  const choose = (affected: string[], reason: string) => {
    const found = affected.filter((file) => !isSweep(file) || changed.includes(file))
    for (const file of found) tests.add(file)
    if (found.length > 0) why.push(`${found.length}: ${reason}`)
  }
  for (const file of changed) {
    const affected = graph.closure(file)
    const config = file.startsWith('patches/') ? file : ALL_TESTS.find((name) => affected.has(name))
    if (config)
      return {
        tests: 'all',
        needsBuild: true,
        why: [`all: ${file} changed, and every test depends on ${config}`],
      }
    if (affected.size === 1 && !TEST.test(file)) {
      if (/\.md$|^LICENSE$/.test(file)) continue
      return { tests: 'all', needsBuild: true, why: [`all: nothing says what depends on ${file}`] }
    }
    choose(
      [...affected].filter((name) => TEST.test(name)),
      `depend on ${file}`,
    )
    const core = [...TABLE.filter((name) => name === file), ...CORE.filter((name) => affected.has(name))][0]
    if (core) choose(starting, `start the program, and its ${core} depends on ${file}`)
    const reached = core ? [] : [...affected].filter((name) => name.startsWith('app/routes/'))
    for (const [name, address] of reached.map((name) => [name, addressOf(name, routes)] as const)) {
      const area = path.dirname(name).split('/').at(-1)!
      choose(
        starting.filter(
          (test) =>
            !address ||
            EVERY_ROUTE.test(test) ||
            test.includes(`/${area}/`) ||
            graph.textOf(test).includes(address),
        ),
        `start the program and can reach ${name}${name === file ? '' : `, which depends on ${file}`}`,
      )
    }
  }
  return { tests: [...tests].sort(), why, needsBuild: starting.some((file) => tests.has(file)) }
}

/** How the addresses of a route begin, such as `/contacts` or `/api/contacts`; null if any address may reach it. */
function addressOf(file: string, routes: { path: string; file: string }[]): string | null {
  const route = routes.find((row) => `app/${row.file}` === file)
  const [address] = /^(\/(api|sandbox))?\/[\w.-]+/.exec(route?.path ?? '') ?? []
  return address ?? null
}

function readGraph(checkout: Checkout) {
  const folders = new Set([...checkout.keys()].flatMap(foldersOf))
  const named = new Map<string, string[]>()
  const readers = new Map<string, string[]>()
  for (const [file, text] of checkout) {
    named.set(file, namesIn(file, text, checkout, folders))
    for (const name of named.get(file)!) readers.set(name, [...(readers.get(name) ?? []), file])
  }
  return {
    /** The file and all that depend on it. */
    closure: (file: string) =>
      reach(file, (name) => [name, ...foldersOf(name)].flatMap((at) => readers.get(at) ?? [])),
    /** What a test and its helpers say, with the addresses in regular expressions as in texts. */
    textOf: (test: string) =>
      [...reach(test, (name) => (named.get(name) ?? []).filter((at) => at.startsWith('tests/')))]
        .map((name) => checkout.get(name) ?? '')
        .join('\n')
        .replaceAll('\\', ''),
  }
}

/** Settings and scripts name tests to sort or to start them. */
const mayDepend = (file: string, on: string) => file.startsWith('tests/') || !/^tests\/(?!support)/.test(on)

function namesIn(file: string, text: string, checkout: Checkout, folders: Set<string>): string[] {
  const found = new Set<string>()
  for (const [, name] of text.matchAll(NAME)) {
    if (name === PROGRAM) found.add(PROGRAM)
    const plain = name!
      .replace(/\*.*$/, '')
      .replace(/^~\//, 'app/')
      .replace(/^#drizzle\//, 'drizzle/')
    if (/^[./]*$/.test(plain)) continue
    const fromHere = path.posix.join(path.posix.dirname(file), plain)
    const fromRoot = path.posix.join('.', plain.replace(/^\//, ''))
    for (const ending of ENDINGS)
      for (const at of [fromHere + ending, fromRoot + ending])
        if (checkout.has(at) && mayDepend(file, at)) found.add(at)
    // A mere word is a folder only in tests: there it is the first part of a path.
    const folder = (name!.startsWith('.') ? fromHere : fromRoot).replace(/\/$/, '')
    if (folders.has(folder) && mayDepend(file, folder) && (/[/*]/.test(name!) || file.startsWith('tests/')))
      found.add(folder)
  }
  found.delete(file)
  return [...found]
}

function foldersOf(file: string): string[] {
  const folder = path.posix.dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

function reach(start: string, next: (name: string) => string[]): Set<string> {
  const seen = new Set([start])
  for (const name of seen) for (const at of next(name)) seen.add(at)
  return seen
}
