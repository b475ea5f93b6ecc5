import { describe, expect, test } from 'vitest'
import { changedDraft, draftOf, filterOfDraft, readDraft } from '~/models/contacts/filter/draft'
import { checkFilter } from '~/models/contacts/filter/filter'
import { filterInWords } from '~/models/contacts/filter/words'
import type { OwnField } from '~/models/contacts/own-fields/type'
import { columnChoices } from '~/models/contacts/views/columns'

const OWN: OwnField[] = [
  { id: '1', name: 'Seats', key: 'seats', type: 'number', options: [] },
  { id: '2', name: 'VIP', key: 'vip', type: 'boolean', options: [] },
]
const LIST = '01985c1e-7a30-7c52-9b1e-3f6d2a8c4e02'
const FILTER = {
  any: [
    { field: 'title', op: 'contains', value: 'CTO' },
    {
      all: [
        { field: 'custom.seats', op: 'greaterThan', value: 12.5 },
        { field: 'custom.vip', op: 'is', value: true },
        { field: 'createdAt', op: 'inLastDays', value: 7 },
        {
          any: [
            { field: 'city', op: 'isEmpty' },
            { field: 'sequenceId', op: 'isNot', value: LIST, outcome: 'replied' },
          ],
        },
      ],
    },
    { field: 'personaId', op: 'is', value: LIST },
  ],
}

describe('the builder of a filter', () => {
  test('shows a stored filter, and makes the same one again', () => {
    const again = filterOfDraft(draftOf(FILTER), OWN)
    expect(checkFilter(again, OWN)).toEqual(checkFilter(FILTER, OWN))
    expect(draftOf(null)).toEqual({ match: 'all', parts: [] })
  })

  test('reads its controls from a query', () => {
    const query =
      'match=any&0.field=city&0.op=is&0.value=Berlin&1.match=all&1.0.field=custom.vip&1.0.op=is&1.0.value=no'
    const draft = readDraft(new URLSearchParams(query))
    expect(filterOfDraft(draft, OWN)).toEqual({
      any: [
        { field: 'city', op: 'is', value: 'Berlin' },
        { all: [{ field: 'custom.vip', op: 'is', value: false }] },
      ],
    })
  })

  test('ends at three levels, and at so many parts as a filter may have', () => {
    const deep = readDraft(
      new URLSearchParams('match=all&0.match=all&0.0.match=all&0.0.0.match=all&0.0.0.0.field=x'),
    )
    expect(JSON.stringify(deep).match(/"match"/g)).toHaveLength(3)
    const wide = new URLSearchParams(Array.from({ length: 60 }, (_, i) => [`${i}.field`, 'city']))
    expect(readDraft(wide).parts).toHaveLength(25)
  })

  test('adds and removes what a button names', () => {
    const one = changedDraft({ match: 'all', parts: [] }, 'add:')
    expect(one.parts).toMatchObject([{ field: 'firstName', op: 'is' }])
    const two = changedDraft(one, 'group:')
    expect(two.parts[1]).toMatchObject({ match: 'any', parts: [{ field: 'firstName' }] })
    const three = changedDraft(two, 'add:1.')
    expect(three.parts[1]).toMatchObject({ parts: [{}, {}] })
    expect(changedDraft(three, 'remove:1.0').parts[1]).toMatchObject({ parts: [{}] })
    expect(changedDraft(three, 'remove:0').parts).toHaveLength(1)
    for (const press of ['', 'apply', 'remove:', 'remove:9', 'add:0.', 'explode:1', 'remove:x.y'])
      expect(changedDraft(three, press)).toEqual(three)
  })

  test('keeps what does not fit, so that the refusal can name it', () => {
    const draft = readDraft(new URLSearchParams('0.field=custom.seats&0.op=greaterThan&0.value=many'))
    expect(() => checkFilter(filterOfDraft(draft, OWN), OWN)).toThrow(
      'custom.seats greaterThan needs a number',
    )
  })
})

test('a filter reads as a sentence', () => {
  expect(filterInWords(checkFilter(FILTER, OWN), OWN, { [LIST]: 'CTOs' })).toBe(
    'Title contains "CTO" or (Seats is greater than 12.5 and VIP is yes and Added is in the last 7 days and ' +
      '(City is empty or Sequence is not "CTOs" (replied))) or Email list is "CTOs"',
  )
  expect(filterInWords(checkFilter({ all: [] }, OWN), OWN, {})).toBe('every contact')
})

test('every field can be a column, with a label of its own', () => {
  const choices = columnChoices(OWN)
  expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length)
  expect(choices.filter(({ value, label }) => value === label)).toEqual([])
  expect(choices.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['custom.seats', 'emailsSent', 'city']),
  )
})
