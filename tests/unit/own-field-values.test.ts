import { describe, expect, test } from 'vitest'
import { refuseKey, toFieldKey } from '~/models/contacts/own-fields/key'
import type { OwnFieldType } from '~/models/contacts/own-fields/type'
import { type FieldValue, printValue, readValue } from '~/models/contacts/own-fields/value'

const read = (type: OwnFieldType, value: FieldValue, options: string[] = []) =>
  readValue({ type, options }, value)

test.each<[OwnFieldType, FieldValue, FieldValue | null]>([
  ['text', ' a ', 'a'],
  ['text', 5, '5'],
  ['text', false, 'false'],
  ['text', '  ', null],
  ['number', 5, 5],
  ['number', '-12.50', -12.5],
  ['number', '', null],
  ['date', '2026-02-28', '2026-02-28'],
  ['boolean', 'Yes', true],
  ['boolean', '0', false],
  ['boolean', false, false],
  ['url', 'https://acme.example/a?b=c', 'https://acme.example/a?b=c'],
])('a %s field takes %j as %j', (type, given, value) => {
  expect(read(type, given)).toEqual({ value })
})

test.each<[OwnFieldType, FieldValue, string]>([
  ['number', '1,234', 'Must be a number such as 1234.5'],
  ['number', '12 seats', 'Must be a number such as 1234.5'],
  ['number', true, 'Must be a number such as 1234.5'],
  ['number', Number.POSITIVE_INFINITY, 'Must be a number such as 1234.5'],
  ['date', '2026-02-29', 'Must be a date such as 2026-12-31'],
  ['date', '31.12.2026', 'Must be a date such as 2026-12-31'],
  ['date', '2026-12-31T10:00', 'Must be a date such as 2026-12-31'],
  ['boolean', 'perhaps', 'Must be yes or no'],
  ['url', 'acme.example', 'Must be an address that begins with http:// or https://'],
  ['url', 'javascript:alert(1)', 'Must be an address that begins with http:// or https://'],
  ['text', 'x'.repeat(2001), 'Must be at most 2000 characters'],
])('a %s field refuses %j', (type, given, problem) => {
  expect(read(type, given)).toEqual({ problem })
})

test('a choice takes its options in any case, and names them otherwise', () => {
  expect(read('choice', 'team', ['Free', 'Team'])).toEqual({ value: 'Team' })
  expect(read('choice', 'gold', ['Free', 'Team'])).toEqual({ problem: 'Must be one of Free, Team' })
})

test.each<[FieldValue, boolean, string]>([
  [1998, false, '1998'],
  [12480, false, '12,480'],
  [-0.25, false, '-0.25'],
  [true, false, 'yes'],
  [false, false, 'no'],
  ['2026-12-18', true, 'December 18, 2026'],
  ['2026-12-18', false, '2026-12-18'],
  ['someday', true, 'someday'],
])('prints %j (of a date field: %j) as %j', (value, isDay, text) => {
  expect(printValue(value, isDay)).toBe(text)
})

describe('the key of a field', () => {
  test.each([
    ['Contract end', 'contract_end'],
    ['Größe (cm)', 'grosse_cm'],
    ['Số ghế', 'so_ghe'],
    ['2nd phone', '_2nd_phone'],
    ['名前', ''],
  ])('of %j is %j', (name, key) => {
    expect(toFieldKey(name)).toBe(key)
  })

  test('is none of every contact, and not empty', () => {
    expect(refuseKey('city')).toBe('Every contact has {{ city }} already: choose another name')
    expect(refuseKey('')).toMatch(/^The name needs a letter/)
    expect(refuseKey('seats')).toBeNull()
  })
})
