import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { safePath } from '~/http/safe-path.server'
import { guessColumns, mapColumns } from '~/models/imports/columns'
import { wordsOf } from '~/models/inbox/words'
import { MAX_NORMALIZED, normalize } from '~/normalize'

/** Out of order: to normalize them takes time that grows with the square of their number. */
const marks = (count: number) => '\u0315'.repeat(count) + '\u0316'.repeat(count)

/** Processor time of this process, in ms. */
function costOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test('texts are normalized in one place up to a limit', () => {
  const files = (readdirSync('app', { recursive: true }) as string[])
    .map((name) => path.join('app', name))
    .filter((file) => /\.tsx?$/.test(file) && /\.normalize\(/.test(readFileSync(file, 'utf8')))
  // The other one joins text nodes of the DOM.
  expect(files.sort()).toEqual(['app/components/templates/text/mail-text.ts', 'app/normalize.ts'])
  expect(normalize('e\u0301', 'NFC')).toBe('\u00e9')
  expect(normalize(marks(MAX_NORMALIZED), 'NFC')).toHaveLength(MAX_NORMALIZED)
})

test.each([
  ['of one title', [marks(20_000)]],
  ['of a title in many parts', [`${marks(100)}/`.repeat(2_000)]],
])('reads a header row %s of hostile length quickly', (_, header) => {
  expect(costOf(() => [guessColumns(header), mapColumns(header)])).toBeLessThan(200)
})

test('refuses a redirect to a host of hostile length quickly', () => {
  expect(costOf(() => safePath(`/\t/a${marks(20_000)}`, '/'))).toBeLessThan(200)
  expect(safePath(`/${'a'.repeat(3_000)}`, '/home')).toBe('/home')
})

test('reads the search words of a reply of hostile length quickly', () => {
  expect(costOf(() => wordsOf(marks(50_000)))).toBeLessThan(200)
  expect(wordsOf('José, ﬁnd GRÖSSE Größe cafe\u0301')).toEqual(['jose', 'find', 'grosse', 'cafe'])
})
