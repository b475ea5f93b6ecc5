import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fnv1a } from '~/engine/hash'
import { chooseSender, type Sender } from '~/models/enrollments/sender'
import { caseCount } from '../support/sizes'

const SERVICES = ['google', 'microsoft', 'other'] as const
type Service = (typeof SERVICES)[number]

const senders = fc
  .array(fc.constantFrom(...SERVICES), { maxLength: 6 })
  .map((services): Sender<Service>[] => services.map((service, index) => ({ id: `box${index}`, service })))
const service = fc.option(fc.constantFrom(...SERVICES))
const contactId = fc.uuid()

/** The choice as a user would describe it, written once more: count what fits, then count off the contact's number. */
function chooseSlowly(boxes: Sender<Service>[], id: string, wanted: Service | null) {
  if (boxes.length === 0) return null
  let fitting = 0
  for (const { service: of } of boxes) if (of === wanted) fitting++
  const isNarrowed = fitting > 0 && fitting < boxes.length
  let left = fnv1a(id) % (isNarrowed ? fitting : boxes.length)
  for (const box of boxes) {
    if (isNarrowed && box.service !== wanted) continue
    if (left === 0) return { mailboxId: box.id, matched: isNarrowed ? wanted : null }
    left--
  }
  throw new Error('no mailbox was counted off')
}

test('prefers mailboxes of the same provider, and agrees with a second implementation', () => {
  fc.assert(
    fc.property(senders, contactId, service, (boxes, id, wanted) => {
      expect(chooseSender(boxes, id, wanted)).toEqual(chooseSlowly(boxes, id, wanted))
    }),
    { numRuns: caseCount(5_000) },
  )
})

test('shares the contacts evenly among the mailboxes of the same provider', () => {
  const boxes = ['google', 'google', 'microsoft', 'other'].map((of, index) => ({
    id: `box${index}`,
    service: of as Service,
  }))
  const counts = { box0: 0, box1: 0 }
  for (let n = 0; n < 2_000; n++)
    counts[chooseSender(boxes, `contact ${n}`, 'google')!.mailboxId as keyof typeof counts] += 1
  expect(counts.box0 + counts.box1).toBe(2_000)
  expect(Math.min(counts.box0, counts.box1)).toBeGreaterThan(900)
})
