import { expect, it } from 'vitest'
import { startEnrollment } from '~/engine/events'
import { fromRow, nextLookAt, toRow } from '~/engine/row'
import { mail, sequence, snapshot, utc } from './support/build'

const planned = startEnrollment(snapshot(sequence([mail('a', 1)]))).enrollment
const due = utc('2026-11-02T09:00:00')

it.each([
  ['its date', {}, due],
  [
    'the end of a hold',
    { holdReason: 'out_of_office', heldUntil: utc('2026-11-05T00:00:00') },
    utc('2026-11-05T00:00:00'),
  ],
  [
    'its date, when the hold ends before',
    { holdReason: 'retry', heldUntil: utc('2026-11-02T08:30:00') },
    due,
  ],
  ['an event, while a hold is open-ended', { holdReason: 'paused' }, null],
  ['nothing, once it is over', { status: 'stopped', endReason: 'complaint' }, null],
] as const)('reads an enrollment with %s', (_name, more, expected) => {
  const state = { ...planned, ...more }
  expect(nextLookAt(state)).toEqual(expected)
  expect(toRow(state)).toMatchObject({
    nextActionAt: expected,
    slotAt: due,
    nextAction: 'send',
    currentStepId: 'a',
  })
  expect(fromRow(toRow(state))).toEqual(state)
})
