import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** The root of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

/** One import of a file; `from` is a path from the root without its ending, or the name of a package. */
export interface Import {
  file: string
  from: string
  typeOnly: boolean
}

/** The TypeScript files below a folder, as paths from the root. */
export function filesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name))
}

/** Every import of a file: also of types, re-exports and dynamic imports. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  return [
    ...staticImportsOf(file, text),
    ...[...text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)].map(([, from]) => ({
      file,
      from: resolve(file, from!),
      typeOnly: false,
    })),
  ]
}

/** The imports of a file that are evaluated when it is loaded. */
function staticImportsOf(file: string, text: string): Import[] {
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
  return found
}

function resolve(file: string, from: string): string {
  if (from.startsWith('~/')) return `app/${from.slice(2)}`
  if (from.startsWith('#drizzle/')) return `drizzle/${from.slice(9)}`
  return from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : from
}
