import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLUMN_NAMES } from '~/models/imports/columns'
import { findFormat } from '~/models/shared/csv/format'
import { createRows, rowsOf } from '~/models/shared/csv/rows'
import { csvLine } from '~/models/shared/csv/write'

/** The rows of a text that arrives in parts. */
function read(text: string, size = 1000) {
  const { delimiter, header } = findFormat(text, COLUMN_NAMES)
  const rows = createRows(delimiter, header)
  const found = []
  for (let at = 0; at < text.length; at += size) found.push(...rows.take(text.slice(at, at + size)))
  return [...found, ...rows.end()]
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

test('parses what it wrote, for any delimiter, line end and chunking', async () => {
  const cells = fc.array(fc.string({ unit: fc.constantFrom(...'aé😀,;|\t" \n\r'), maxLength: 6 }), {
    minLength: 3,
    maxLength: 3,
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(cells, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.integer({ min: 1, max: 40 }),
      async (rows, delimiter, end, size) => {
        const header = ['Email', 'Name', 'Note']
        const text = [header, ...rows].map((row) => row.map(quote).join(delimiter) + end).join('')
        expect(read(text, size).map((row) => row.cells)).toEqual([header, ...rows])
      },
    ),
    { numRuns: 150, seed: 20_260_302 },
  )
})

test('loses no line, whatever the quotation marks: a text in parts is read as a whole, and each line is in one row', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab@.,,""\n\n\r '), maxLength: 80 })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (body, size) => {
      const file = `Email,Name\n${body}`
      const rows = read(file, size)
      expect(rows).toEqual(read(file))
      const lines = file.split(/\r\n|\n|\r/)
      const starts = rows.map(({ line }) => line)
      expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b))
      // Lines between two rows are blank, or within a quoted cell of the first.
      for (const [index, row] of rows.entries()) {
        const next = starts[index + 1] ?? lines.length + 1
        const inner = row.cells.join('\n').split(/\r\n|\n|\r/).length - row.cells.length
        const blank = lines.slice(row.line + inner, next - 1).filter((line) => line.trim() !== '')
        expect({ file, row, blank }).toEqual({ file, row, blank: [] })
      }
    }),
    { numRuns: 500, seed: 20_261_126 },
  )
})

test.each([
  ['never closed', 'Email,Name\na@x.example,"Ann\nb@x.example,Bob\nc@x.example,Carl\n'],
  ['closed within a later row', 'Email,Name\na@x.example,"Ann\nb@x.example,Bob"\nc@x.example,Carl\n'],
  ['opened in two rows', 'Email,Name\na@x.example,"Ann\nb@x.example,"Bob\nc@x.example,Carl\n'],
  ['closed by an empty cell', 'Email,Name\na@x.example,"Ann\nb@x.example,""\nc@x.example,Carl\n'],
])('a quotation mark that is %s costs only its row', (_, text) => {
  const rows = read(text)
  expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4])
  expect(rows.at(-1)).toEqual({ line: 4, cells: ['c@x.example', 'Carl'] })
  expect(rows[1]!.problem).toBe('A quotation mark in this row is never closed')
})

test('keeps cells of several lines, and text with an address in them', () => {
  const text =
    'Email,Note\na@x.example,"Hi,\nwrite to b@x.example, or call\nBye"\nc@x.example,"one ""two"" three"\n'
  expect(read(text).map(({ cells }) => cells)).toEqual([
    ['Email', 'Note'],
    ['a@x.example', 'Hi,\nwrite to b@x.example, or call\nBye'],
    ['c@x.example', 'one "two" three'],
  ])
})

test.each([
  ['unclosed quotes', 'a@x.example,"Ann\n'],
  ['doubled quotes', 'a,"" x""\n'],
  ['a quote in each cell', '"a"b,'],
  ['rows within a cell', '"\nx,y@x.example" z\n'],
])('takes linear time for %s', (_, part) => {
  const text = part.repeat(60_000)
  const start = performance.now()
  rowsOf(text, ',', { width: 2, email: 0 })
  // A tenth of a second; in quadratic time it would be minutes.
  expect(performance.now() - start).toBeLessThan(5_000)
})

test('escapes formula cells', () => {
  expect(csvLine(['=1+1', '+1', '-1', '@x', '\tx', 'a,b', 'say "hi"', ' x', 'plain'])).toBe(
    `'=1+1,'+1,'-1,'@x,"'\tx","a,b","say ""hi""", x,plain\r\n`.replace(', x,', '," x",'),
  )
})
