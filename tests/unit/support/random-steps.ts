import fc from 'fast-check'
import type { TimedStep } from '~/models/sequences/flow/links'

export type RandomStep = TimedStep & { name: string }

const TYPES = ['send_email', 'send_email', 'send_email', 'wait', 'add_to_persona'] as const

/** Random sequences of one to `max` steps, with side steps, branches to any step and loops. */
export const randomSteps = (max: number): fc.Arbitrary<RandomStep[]> =>
  fc.integer({ min: 1, max }).chain((count) => {
    const target = (own: number) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constant('default' as const) },
        { weight: 1, arbitrary: fc.constant('end' as const) },
        {
          weight: 3,
          arbitrary: fc.nat({ max: count - 1 }).map((index) => (index === own ? 'end' : `s${index}`)),
        },
      )
    const stepAt = (index: number) =>
      fc
        .record({
          stepType: fc.constantFrom(...TYPES),
          branchOnly: fc.constantFrom(false, false, true),
          targets: fc.tuple(target(index), target(index), target(index), target(index)),
          days: fc.tuple(...Array.from({ length: 4 }, () => fc.constantFrom(0, 0, 1, 3))),
          hours: fc.constantFrom(0, 24, 48, 100),
        })
        .map(({ stepType, branchOnly, targets, days, hours }): RandomStep => {
          const [notOpened, opened, replied, next] = targets
          return {
            ...{ id: `s${index}`, name: `Step ${index + 1}`, order: index + 1, stepType, branchOnly },
            ...{ notOpenedNext: kindOf(notOpened), notOpenedStepId: idOf(notOpened) },
            ...{ openedNoReplyNext: kindOf(opened), openedNoReplyStepId: idOf(opened) },
            ...{ repliedNext: kindOf(replied), repliedStepId: idOf(replied) },
            nextActionType: next === 'default' ? null : next === 'end' ? 'end' : 'send_email',
            nextActionStepId: idOf(next),
            ...{ delayDays: days[0]!, notOpenedWaitDays: days[1]!, openedNoReplyWaitDays: days[2]! },
            ...{ repliedWaitDays: days[3]!, reactionWindowHours: hours, reactionWindowMinutes: 0 },
            ...{ waitValue: days[1]! + 1, waitUnit: days[2] ? 'days' : 'hours' },
          }
        })
    return fc.tuple(...Array.from({ length: count }, (_, index) => stepAt(index)))
  })

const kindOf = (target: string) => (target === 'default' || target === 'end' ? target : 'step')
const idOf = (target: string) => (kindOf(target) === 'step' ? target : null)
