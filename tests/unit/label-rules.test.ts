import { describe, expect, test } from 'vitest'
import { proposeLabel } from '~/models/inbox/propose'
import { NO_LABEL, REPLIES } from './support/reply-sentences'

const AT = new Date('2026-11-25T10:00:00Z')

describe.each(Object.entries(REPLIES))('in %s', (_, rows) => {
  test.each(rows)('%s', (text, label, names = null) => {
    const isAddress = names?.includes('@')
    expect(proposeLabel(text, AT)).toEqual({
      label,
      date: isAddress ? null : names,
      email: isAddress ? names : null,
    })
  })
})

describe('no label', () => {
  test.each(NO_LABEL)('%s', (text) => {
    expect(proposeLabel(text, AT)).toEqual({ label: null, date: null, email: null })
  })
})

test('the table has at least 150 replies and 60 counterexamples', () => {
  expect(Object.values(REPLIES).flat().length).toBeGreaterThanOrEqual(150)
  expect(NO_LABEL.length).toBeGreaterThanOrEqual(60)
})
