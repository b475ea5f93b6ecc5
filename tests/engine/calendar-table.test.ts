import { describe, expect, it } from 'vitest'
import { BRANCHES } from './calendar-table-branches'
import { CLOCKS } from './calendar-table-dst'
import { EDITS } from './calendar-table-edits'
import { ELAPSED } from './calendar-table-elapsed'
import { FIRST } from './calendar-table-first'
import { LATE } from './calendar-table-late'
import { type CalendarCase, play } from './calendar-table-play'
import { SIDE_STEPS } from './calendar-table-side-steps'
import { playSlot, SLOTS } from './calendar-table-slots'
import { WEEKENDS } from './calendar-table-weekends'

const TABLE: Record<string, CalendarCase[]> = {
  'the first mail': FIRST,
  weekends: WEEKENDS,
  'a change of clocks': CLOCKS,
  'elapsed time': ELAPSED,
  'what comes next': BRANCHES,
  'side steps and waits': SIDE_STEPS,
  'a late look': LATE,
  'an edit or resume': EDITS,
}

describe.each(Object.entries(TABLE))('the calendar: %s', (_, rows) => {
  it.each(rows.map((row) => [row.name, row] as const))('%s', (_, row) => {
    expect(`${play(row)} (${row.why})`).toBe(`${row.due} (${row.why})`)
  })
})

describe('the calendar: the day of a mailbox', () => {
  it.each(SLOTS.map((row) => [row.name, row] as const))('%s', (_, row) => {
    expect(`${playSlot(row)} (${row.why})`).toBe(`${row.gets} (${row.why})`)
  })
})

it('has at least 90 cases with unique names', () => {
  const names = Object.entries(TABLE).flatMap(([part, rows]) => rows.map(({ name }) => `${part}: ${name}`))
  expect(names.length).toBeGreaterThanOrEqual(90)
  expect(new Set(names).size).toBe(names.length)
})
