import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRows } from '~/components/imports/csv-head'
import { isAppError } from '~/errors'
import { readCsv } from '~/models/shared/csv.server'
import { csvLine } from '~/models/shared/csv-write'

async function* inParts(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Uint8Array, size = 1000) {
  const rows = []
  for await (const row of readCsv(inParts(bytes, size))) rows.push(row)
  return rows
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

test('parses what it wrote, for any delimiter, line end and chunking', async () => {
  const cells = fc.array(fc.string({ unit: fc.constantFrom(...'aé😀,;\t" \n\r'), maxLength: 6 }), {
    minLength: 3,
    maxLength: 3,
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(cells, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.integer({ min: 1, max: 40 }),
      async (rows, delimiter, end, size) => {
        const header = ['Email', 'Name', 'Note']
        const text = [header, ...rows].map((row) => row.map(quote).join(delimiter) + end).join('')
        expect((await read(Buffer.from(text), size)).map((row) => row.cells)).toEqual([header, ...rows])
        // The preview in the browser reads the same.
        expect(readRows(text, 100)).toEqual([header, ...rows])
      },
    ),
    { numRuns: 150, seed: 20_260_302 },
  )
})

test('reads or refuses any bytes', async () => {
  const base = Buffer.from(
    '\uFEFFEmail,First Name,"No""te"\r\na@example.com,Ann,"two\nlines"\r\n"b@example.com";x;\ty\n\n,,,,\n',
  )
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .array(
        fc.tuple(fc.nat(base.length - 1), fc.constantFrom(0, 10, 13, 34, 44, 59, 9, 92, 0x80, 0xfe, 0xff)),
        { maxLength: 12 },
      )
      .map((edits) => {
        const copy = Uint8Array.from(base)
        for (const [at, value] of edits) copy[at] = value
        return copy
      }),
  )
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 1, max: 70 }), async (file, size) => {
      try {
        await read(file, size)
      } catch (error) {
        expect(isAppError(error)).toBe(true)
      }
    }),
    { numRuns: 600, seed: 20_260_302 },
  )
})

test('escapes formula cells', () => {
  expect(csvLine(['=1+1', '+1', '-1', '@x', '\tx', 'a,b', 'say "hi"', ' x', 'plain'])).toBe(
    `'=1+1,'+1,'-1,'@x,"'\tx","a,b","say ""hi""", x,plain\r\n`.replace(', x,', '," x",'),
  )
})
