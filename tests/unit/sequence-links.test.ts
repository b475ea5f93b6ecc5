import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { steps } from '#drizzle/schema'
import { pictureOf } from '~/engine/picture'
import { toEngineStep } from '~/models/enrollments/step-engine'
import { linksOf } from '~/models/sequences/flow/links'
import { sequence } from '../engine/support/build'
import { randomSteps } from './support/random-steps'

type StepRow = typeof steps.$inferSelect

const REACTIONS = { not_opened: 'notOpened', opened_no_reply: 'openedNoReply', replied: 'replied' } as const

test('the ways of a sequence are those that the engine takes', () => {
  fc.assert(
    fc.property(randomSteps(8), (random) => {
      const plan = sequence(random.map((step) => toEngineStep(step as unknown as StepRow, false)))
      const { nodes, edges } = pictureOf(plan)
      const expected = [
        ...edges.map(({ from, to, reactions, days }) => ({
          ...{ from, to, days },
          branches: reactions.length > 0 ? reactions.map((one) => REACTIONS[one]) : ['nextAction'],
        })),
        ...nodes.flatMap(({ id, ends }) => {
          const toEnd = (branches: string[]) =>
            branches.length > 0 ? [{ from: id, to: null, days: 0, branches }] : []
          const names = ends.map((one) => (one ? REACTIONS[one] : 'nextAction'))
          return [
            ...toEnd(names.filter((name) => name !== 'replied')),
            ...toEnd(names.filter((name) => name === 'replied')),
          ]
        }),
      ]
      const links = linksOf(random).filter(({ from }) => from !== null)
      const sorted = (all: object[]) => all.map((one) => JSON.stringify(one, KEYS)).sort()
      expect(sorted(links)).toEqual(sorted(expected))
    }),
    { numRuns: 500 },
  )
})

const KEYS = ['from', 'to', 'days', 'branches']
