import { describe, expect, test } from 'vitest'
import { proposeType } from '~/models/imports/columns'
import { guessNotation, type Notation, readCell } from '~/models/imports/notation'

const PLAIN: Notation = { dates: null, numbers: null }
const DATE = { type: 'date', options: [] } as const
const NUMBER = { type: 'number', options: [] } as const
const BOOLEAN = { type: 'boolean', options: [] } as const
const column = (...values: string[]) => values.map((value) => [value])

test.each([
  [null, '2026-12-31', '2026-12-31'],
  ['day-first', '2026-12-31', '2026-12-31'],
  ['day-first', '31.12.2026', '2026-12-31'],
  ['day-first', '1/2/2026', '2026-02-01'],
  ['day-first', '01-02-2026', '2026-02-01'],
  ['month-first', '12/31/2026', '2026-12-31'],
  ['month-first', '1.2.2026', '2026-01-02'],
  ['month-first', '2/29/2028', '2028-02-29'],
] as const)('dates %s: reads %s', (dates, cell, value) => {
  expect(readCell(DATE, cell, { ...PLAIN, dates })).toEqual({ value })
})

test.each([
  [null, '31.12.2026', 'Must be a date such as 2026-12-31'],
  [null, '01/02/2026', 'Must be a date such as 2026-12-31'],
  ['day-first', '12/31/2026', 'Must be a date such as 31.12.2026 (day first)'],
  ['day-first', '31.12.26', 'Must be a date such as 31.12.2026 (day first)'],
  ['day-first', '31.12/2026', 'Must be a date such as 31.12.2026 (day first)'],
  ['day-first', '30.02.2026', 'Must be a date such as 31.12.2026 (day first)'],
  ['day-first', '01.01.0000', 'Must be a date such as 31.12.2026 (day first)'],
  ['month-first', '31.12.2026', 'Must be a date such as 12/31/2026 (month first)'],
] as const)('dates %s: refuses %s', (dates, cell, problem) => {
  expect(readCell(DATE, cell, { ...PLAIN, dates })).toEqual({ problem })
})

test.each([
  [null, '1234.5', 1234.5],
  [null, '1.234', 1.234],
  ['point', '1,234.5', 1234.5],
  ['point', '-12,345,678', -12_345_678],
  ['point', '1.5', 1.5],
  ['point', '1’234.5', 1234.5],
  ['comma', '1.234,5', 1234.5],
  ['comma', '1.234', 1234],
  ['comma', '1 234 567,25', 1_234_567.25],
  ['comma', '1\u202F234', 1234],
  ['comma', "1'234,5", 1234.5],
  ['comma', '1234', 1234],
  ['comma', '0,5', 0.5],
] as const)('numbers %s: reads %s', (numbers, cell, value) => {
  expect(readCell(NUMBER, cell, { ...PLAIN, numbers })).toEqual({ value })
})

test.each([
  [null, '1,234'],
  [null, '1.2.3'],
  ['point', '1.234,5'],
  ['point', '12,34'],
  ['point', '1,234 567'],
  ['comma', '1.5'],
  ['comma', '1,234.5'],
  ['comma', '1.234.56'],
  ['comma', '12 €'],
  ['comma', `${'1'.repeat(16)},5`],
] as const)('numbers %s: refuses %s', (numbers, cell) => {
  expect(readCell(NUMBER, cell, { ...PLAIN, numbers })).toEqual({
    problem: expect.stringContaining('Must be a number such as'),
  })
})

test.each([
  ['Ja', true],
  ['WAHR', true],
  ['oui', true],
  ['Sí', true],
  ['có', true],
  ['Nein', false],
  ['non', false],
  ['không', false],
])('reads %s as yes or no', (cell, value) => {
  expect(readCell(BOOLEAN, cell, PLAIN)).toEqual({ value })
})

describe('finds the notation of a file', () => {
  const found = (rows: string[][]) => guessNotation(rows)

  test('by a value that has one meaning, of all columns together', () => {
    expect(found(column('01.02.2026', '15.03.2027', '-'))).toMatchObject({ dates: 'day-first', unclear: {} })
    expect(found(column('01/02/2026', '03/15/2027'))).toMatchObject({ dates: 'month-first' })
    expect(found([['01/02/2026', '12/31/2026']])).toMatchObject({ dates: 'month-first', unclear: {} })
    expect(found(column('1,234', '1,234.5'))).toMatchObject({ numbers: 'point', unclear: {} })
    expect(found(column('1.234', '7,5'))).toMatchObject({ numbers: 'comma', unclear: {} })
    expect(found([['1,234', '2.5']])).toMatchObject({ numbers: 'point', unclear: {} })
  })

  test('and asks where both ways are possible', () => {
    expect(found(column('04/04/2026', '04/05/2026'))).toEqual({
      ...PLAIN,
      unclear: { dates: '04/05/2026' },
    })
    expect(found(column('12', '1,234'))).toEqual({ ...PLAIN, unclear: { numbers: '1,234' } })
    expect(found(column('1.234'))).toEqual({ ...PLAIN, unclear: { numbers: '1.234' } })
  })

  test('and does not ask where nothing depends on it', () => {
    expect(found(column('2026-12-31', '45'))).toEqual({ ...PLAIN, unclear: {} })
    expect(found(column('04/04/2026', '612 345 678'))).toEqual({ ...PLAIN, unclear: {} })
    expect(found([['04/04/2026', '612 345 678']])).toEqual({ ...PLAIN, unclear: {} })
    expect(found([])).toEqual({ ...PLAIN, unclear: {} })
    // Columns with other values are texts.
    expect(found(column('04/05/2026', 'soon'))).toEqual({ ...PLAIN, unclear: {} })
    expect(found(column('1,234 €'))).toEqual({ ...PLAIN, unclear: {} })
    // Contradictions: no way fits both columns.
    expect(found([['31.12.2026', '12/31/2026']])).toEqual({ ...PLAIN, unclear: {} })
  })
})

test('proposes the type that all values have in the notation of the file', () => {
  const german: Notation = { dates: 'day-first', numbers: 'comma' }
  expect(proposeType(['01.02.2026', '', '31.12.2026'], german)).toBe('date')
  expect(proposeType(['01.02.2026'], PLAIN)).toBe('text')
  expect(proposeType(['1.234,5', '7'], german)).toBe('number')
  expect(proposeType(['0171 123', '030 1'], german)).toBe('text')
  expect(proposeType(['Ja', 'nein'], german)).toBe('boolean')
})
