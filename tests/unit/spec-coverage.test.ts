import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** The rows of docs/spec-coverage.md: a line of the specification, files, names of tests. */
const rows = readFileSync(path.join(ROOT, 'docs/spec-coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!---|section)/.test(line))
  .map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  )

test('every row of the coverage table names tests that are there', () => {
  expect(rows.length).toBeGreaterThan(90)
  const missing: string[] = []
  for (const [line, files, names] of rows) {
    const found = files!.split(/[;,] /).filter((file) => existsSync(path.join(ROOT, file)))
    if (found.length !== files!.split(/[;,] /).length) missing.push(`${line}: ${files}`)
    const text = found.map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n')
    if (
      !text.includes(names!) &&
      names!.split('; ').some((name) => !text.includes(name.replace(/'/g, "\\'")) && !text.includes(name))
    )
      missing.push(`${line}: ${names}`)
  }
  expect(missing).toEqual([])
})
