import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

interface Import {
  file: string
  from: string
  typeOnly: boolean
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name))
}

/** Every import of a file, also re-exports and `import()`: own modules as paths from the root, others by their name. */
function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false)
  const found: Import[] = []
  const add = (from: string, typeOnly: boolean) => found.push({ file, from: resolve(file, from), typeOnly })
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const clause = statement.importClause
      const names =
        clause?.namedBindings && ts.isNamedImports(clause.namedBindings) ? clause.namedBindings.elements : []
      const onlyTypes =
        !!clause?.isTypeOnly || (!clause?.name && names.length > 0 && names.every((name) => name.isTypeOnly))
      add((statement.moduleSpecifier as ts.StringLiteral).text, onlyTypes)
    } else if (ts.isExportDeclaration(statement) && statement.moduleSpecifier) {
      add((statement.moduleSpecifier as ts.StringLiteral).text, statement.isTypeOnly)
    }
  }
  for (const [, from] of text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)) add(from!, false)
  return found
}

function resolve(file: string, from: string): string {
  if (from.startsWith('~/')) return `app/${from.slice(2)}`
  if (from.startsWith('#drizzle/')) return `drizzle/${from.slice(9)}`
  return from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : from
}

/** The folder table of the design: what each folder may import of ours, besides itself and app/*.ts. */
const RULES: Record<string, { may: RegExp; types?: RegExp }> = {
  'app/routes': {
    may: /^app\/(http|models|components|routes)\/|^drizzle\/schema\/(enums|sandbox)$/,
    types: /./,
  },
  'app/routes/sandbox': {
    may: /^app\/(http|models|components|routes|simulators|jobs)\/|^drizzle\/schema\/(enums|sandbox)$/,
    types: /./,
  },
  'app/http': { may: /^app\/(http|models)\/|^app\/components\/(nonce|root-data)/, types: /./ },
  'app/models': {
    may: /^app\/(models|engine|emails)\/|^app\/jobs\/enqueue|^app\/providers\/|^drizzle\/schema/,
    types: /./,
  },
  'app/engine': { may: /^app\/engine\//, types: /^app\/engine\// },
  'app/jobs': { may: /^app\/(jobs|models|engine|providers|emails)\//, types: /./ },
  'app/providers': { may: /^app\/providers\//, types: /./ },
  'app/simulators': { may: /^app\/(simulators|providers)\/|^drizzle\/schema\/sandbox/, types: /./ },
  'app/components': { may: /^app\/(components|models)\//, types: /./ },
  'app/emails': { may: /^app\/(emails)\//, types: /./ },
}

const SHARED = /^app\/[\w.-]+$/

test.each(Object.entries(RULES))('%s imports only what the folder table allows', (folder, { may, types }) => {
  const files = filesBelow(folder).filter(
    (file) => folder !== 'app/routes' || !file.startsWith('app/routes/sandbox/'),
  )
  const wrong = files.flatMap(importsOf).filter(({ from, typeOnly }) => {
    const own = /^(app|drizzle|tests|scripts)\//.test(from)
    return own && !may.test(from) && !SHARED.test(from) && !(typeOnly && types?.test(from))
  })
  expect(wrong.map(({ file, from }) => `${file} -> ${from}`)).toEqual([])
})

test('components and browser-safe models import nothing of the server', () => {
  const files = [
    ...filesBelow('app/components'),
    ...filesBelow('app/models').filter((file) => !/\.server\.tsx?$/.test(file)),
  ]
  const wrong = files
    .flatMap(importsOf)
    .filter(
      ({ from, typeOnly }) =>
        !typeOnly && (/\.server$/.test(from) || /^(node:|drizzle-orm|postgres|pg$)/.test(from)),
    )
  expect(wrong.map(({ file, from }) => `${file} -> ${from}`)).toEqual([])
})

test('the engine is pure: the time-zone library is all that it knows', () => {
  const wrong = filesBelow('app/engine')
    .flatMap(importsOf)
    .filter(({ from }) => !/^app\/engine\/|^temporal-polyfill$/.test(from))
  expect(wrong.map(({ file, from }) => `${file} -> ${from}`)).toEqual([])
  for (const file of filesBelow('app/engine')) {
    expect([
      file,
      /Date\.now\(|new Date\(\)|Math\.random|process\./.test(readFileSync(path.join(ROOT, file), 'utf8')),
    ]).toEqual([file, false])
  }
})

test('time comes from the clock, settings from env.server.ts', () => {
  for (const file of filesBelow('app')) {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    if (file !== 'app/clock.server.ts')
      expect([file, /Date\.now\(|new Date\(\)/.test(text)]).toEqual([file, false])
    if (file !== 'app/env.server.ts') expect([file, /process\.env/.test(text)]).toEqual([file, false])
  }
})

test('routes reach the database only through models', () => {
  const wrong = filesBelow('app/routes')
    .flatMap(importsOf)
    .filter(({ from, typeOnly }) => !typeOnly && /^(drizzle-orm|postgres|pg)\b|db\.server$/.test(from))
  expect(wrong.map(({ file, from }) => `${file} -> ${from}`)).toEqual([])
})
