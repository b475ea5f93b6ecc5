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

/** Rows of document 2 say so; the others are of document 1. */
const ofSecond = (line: string | undefined) => line!.startsWith('D2 ')

test('every section of document 2 has a row', () => {
  const sections = rows.flatMap(([line]) =>
    ofSecond(line) ? line!.replace(/^D2 ([^:]*):.*$/, '$1').split(', ') : [],
  )
  const parts = (section: number, count: number) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`)
  const wanted = ['1', ...parts(2, 12), ...parts(3, 3), ...parts(4, 3), '5', '6', ...parts(7, 8), '8', '9']
  expect(wanted.filter((section) => !sections.includes(section))).toEqual([])
})

test('every row names existing tests', () => {
  expect(rows.filter(([line]) => !ofSecond(line)).length).toBeGreaterThan(90)
  expect(rows.filter(([line]) => ofSecond(line)).length).toBeGreaterThan(250)
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
